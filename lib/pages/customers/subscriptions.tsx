/** A section of the customer screen with the subscriptions of the customer. */

import { useQuery } from '@tanstack/react-query'
import type { Customer } from '../../client/index.ts'
import { TextLink } from '../app/links.tsx'
import { Section } from '../details/section.tsx'
import { UnpagedTable } from '../list/unpaged-table.tsx'
import { Loaded } from '../placeholders/loaded.tsx'
import { useSession } from '../session/client.ts'
import { useFormats } from '../session/formats.ts'
import { useTexts } from '../session/language.ts'
import { columnsOf, subscriptionKey } from '../subscriptions/columns.tsx'
import { subscriptionsQuery } from '../subscriptions/queries.ts'
import { texts as subscriptionTexts } from '../subscriptions/texts.ts'
import { texts } from './texts.ts'

/** The column of the customer is left out, because all rows have the same customer. */
const isShown = ({ name }: { name: string }) => name !== 'customer'

export function Subscriptions({ customer: { id } }: { customer: Customer }) {
  const { subscriptions } = useTexts(texts)
  const session = useSession()
  const search = { customer: id, status: 'all' } as const
  const query = useQuery(subscriptionsQuery(session, search))
  const columns = columnsOf(useTexts(subscriptionTexts), useFormats()).filter(isShown)
  const all = (
    <TextLink to="/subscriptions" search={search}>
      {subscriptions.all}
    </TextLink>
  )
  return (
    <Section title={subscriptions.title} aside={query.data?.totalItems ? all : null}>
      <Loaded query={query}>
        {({ items }) => (
          <UnpagedTable
            title={subscriptions.title}
            none={subscriptions.none}
            items={items}
            columns={columns}
            keyOf={subscriptionKey}
          />
        )}
      </Loaded>
    </Section>
  )
}
