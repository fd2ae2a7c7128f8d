/** A section of the subscription screen with the invoices and links to their orders. */

import { Badge } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { DashboardSubscriptionInvoice } from '../../client/index.ts'
import { TextLink } from '../app/links.tsx'
import { Section } from '../details/section.tsx'
import type { Column } from '../list/list-table.tsx'
import { UnpagedTable } from '../list/unpaged-table.tsx'
import { Loaded } from '../placeholders/loaded.tsx'
import { useSession } from '../session/client.ts'
import { type Formats, useFormats } from '../session/formats.ts'
import { useTexts } from '../session/language.ts'
import { LastPayment } from './badges.tsx'
import { formatMoney } from './facts.tsx'
import { invoicesQuery, type ShownSubscription } from './subscription.ts'
import type { SubscriptionTexts } from './texts.ts'
import { texts } from './texts.ts'

type Invoice = DashboardSubscriptionInvoice

export function Invoices({ shown }: { shown: ShownSubscription }) {
  const text = useTexts(texts)
  const formats = useFormats()
  const { api } = useSession()
  const query = useQuery(invoicesQuery(api, shown.engine, shown.id))
  return (
    <Section title={text.invoices.title}>
      <Loaded query={query}>
        {invoices => (
          <UnpagedTable
            title={text.invoices.title}
            none={text.invoices.none}
            items={invoices}
            columns={columnsOf({ shown, newest: invoices[0]?.id, text, formats })}
            keyOf={({ id }) => id}
          />
        )}
      </Loaded>
    </Section>
  )
}

interface Context {
  shown: ShownSubscription
  /** The id of the newest invoice. */
  newest: string | undefined
  text: SubscriptionTexts
  formats: Formats
}

const columnsOf = ({ shown, newest, text: { invoices }, formats }: Context): Column<Invoice>[] => [
  {
    name: 'number',
    title: invoices.number,
    /**
     * A change of the subscription can be charged at once. The invoice for such a charge has no order, so the cell has
     * no link.
     */
    cell: ({ number, orderToken }) =>
      number ? (
        <TextLink to="/orders/$token" params={{ token: orderToken }} fw={600}>
          {number}
        </TextLink>
      ) : (
        invoices.unnumbered
      ),
  },
  { name: 'date', title: invoices.date, from: 'xs', cell: ({ creationDate }) => formats.date(creationDate) },
  {
    name: 'amount',
    title: invoices.amount,
    isNumber: true,
    cell: ({ amount }) => formatMoney(formats, amount, shown.currency),
  },
  {
    name: 'state',
    title: invoices.state,
    /**
     * The API returns the exact payment status only for the newest invoice. All other invoices are shown as paid or
     * unpaid.
     */
    cell: ({ id, paid }) =>
      id === newest && shown.paymentStatus ? <LastPayment state={shown.paymentStatus} /> : <PaidOrNot isPaid={paid} />,
  },
]

function PaidOrNot({ isPaid }: { isPaid: boolean }) {
  const { payments, invoices } = useTexts(texts)
  return <Badge color={isPaid ? 'green' : 'gray'}>{isPaid ? payments.Paid : invoices.unpaid}</Badge>
}
