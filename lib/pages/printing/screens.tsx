/** The screens that print packing slips and invoices, of one order or of several. */

import { Button, Group } from '@mantine/core'
import { getRouteApi, useCanGoBack, useNavigate, useRouter } from '@tanstack/react-router'
import type { ComponentType } from 'react'
import type { Order } from '../../client/index.ts'
import { Screen } from '../app/screen.tsx'
import { Loaded } from '../faces/loaded.tsx'
import { Message } from '../faces/message.tsx'
import { numberOf } from '../orders/columns.tsx'
import { tokensIn, useOrders } from '../orders/many.ts'
import { useTexts } from '../session/language.ts'
import { Invoice } from './invoice.tsx'
import { PackingSlip } from './packing-slip.tsx'
import './print.css'
import { type PrintTexts, texts } from './texts.ts'

const one = { slip: getRouteApi('/orders/$token/packing-slip'), invoice: getRouteApi('/orders/$token/invoice') }
const many = { slips: getRouteApi('/orders/packing-slips'), invoices: getRouteApi('/orders/invoices') }

interface Kind {
  sheet: ComponentType<{ order: Order }>
  title: (text: PrintTexts) => string
}

const slips: Kind = { sheet: PackingSlip, title: text => text.packingSlip }
const invoices: Kind = { sheet: Invoice, title: text => text.invoice }

export const PackingSlipScreen = () => <Prints tokens={[one.slip.useParams().token]} kind={slips} />

export const InvoiceScreen = () => <Prints tokens={[one.invoice.useParams().token]} kind={invoices} />

export const PackingSlipsScreen = () => (
  <Prints tokens={tokensIn(many.slips.useSearch().orders)} kind={{ ...slips, title: text => text.packingSlips }} />
)

export const InvoicesScreen = () => (
  <Prints tokens={tokensIn(many.invoices.useSearch().orders)} kind={{ ...invoices, title: text => text.invoices }} />
)

interface PrintsProps {
  tokens: readonly string[]
  kind: Kind
}

function Prints({ tokens, kind }: PrintsProps) {
  const text = useTexts(texts)
  const query = useOrders(tokens)
  if (tokens.length === 0)
    return (
      <Screen title={kind.title(text)}>
        <Message title={text.none} sentence={text.noneHint} />
      </Screen>
    )
  return (
    <Loaded query={query} isScreen>
      {orders => <Sheets orders={orders} kind={kind} />}
    </Loaded>
  )
}

/** The title names the file if the sheets are saved as PDF. */
function Sheets({ orders, kind: { sheet: Sheet, title } }: { orders: readonly Order[]; kind: Kind }) {
  const text = useTexts(texts)
  const [first] = orders
  const heading = [title(text), orders.length === 1 && first ? numberOf(first) : orders.length].join(' ')
  return (
    <Screen title={heading} aside={<PrintButtons />}>
      {orders.map(order => (
        <Sheet key={order.token} order={order} />
      ))}
    </Screen>
  )
}

function PrintButtons() {
  const text = useTexts(texts)
  const { history } = useRouter()
  const navigate = useNavigate()
  const canGoBack = useCanGoBack()
  const leave = () => (canGoBack ? history.back() : void navigate({ to: '/orders' }))
  return (
    <Group gap="xs" className="no-print">
      <Button variant="default" onClick={leave}>
        {text.back}
      </Button>
      <Button onClick={() => print()}>{text.print}</Button>
    </Group>
  )
}
