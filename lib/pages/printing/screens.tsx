/** The screens that print packing slips and invoices, for one order or several. */

import { Button, Group } from '@mantine/core'
import { getRouteApi, useCanGoBack, useNavigate, useRouter } from '@tanstack/react-router'
import type { ComponentType } from 'react'
import type { Order } from '../../client/index.ts'
import { ScreenWithTitle } from '../app/screen-with-title.tsx'
import { orderNumberOf } from '../orders/columns.tsx'
import { tokensInParameter, useOrders } from '../orders/orders-parameter.ts'
import { Loaded } from '../placeholders/loaded.tsx'
import { Message } from '../placeholders/message.tsx'
import { useTexts } from '../session/language.ts'
import { Invoice } from './invoice.tsx'
import { PackingSlip } from './packing-slip.tsx'
import './print.css'
import { type PrintTexts, texts } from './texts.ts'

const slip = getRouteApi('/orders/$token/packing-slip')
const invoice = getRouteApi('/orders/$token/invoice')
const slips = getRouteApi('/orders/packing-slips')
const invoices = getRouteApi('/orders/invoices')

export const PackingSlipScreen = () => (
  <Prints tokens={[slip.useParams().token]} sheet={PackingSlip} title={text => text.packingSlip} />
)

export const InvoiceScreen = () => (
  <Prints tokens={[invoice.useParams().token]} sheet={Invoice} title={text => text.invoice} />
)

export const PackingSlipsScreen = () => (
  <Prints tokens={tokensInParameter(slips.useSearch().orders)} sheet={PackingSlip} title={text => text.packingSlips} />
)

export const InvoicesScreen = () => (
  <Prints tokens={tokensInParameter(invoices.useSearch().orders)} sheet={Invoice} title={text => text.invoices} />
)

interface SheetsProps {
  sheet: ComponentType<{ order: Order }>
  title: (text: PrintTexts) => string
}

interface PrintsProps extends SheetsProps {
  tokens: readonly string[]
}

function Prints({ tokens, ...sheets }: PrintsProps) {
  const text = useTexts(texts)
  const query = useOrders(tokens)
  if (tokens.length === 0)
    return (
      <ScreenWithTitle title={sheets.title(text)}>
        <Message title={text.none} sentence={text.noneHint} />
      </ScreenWithTitle>
    )
  return (
    <Loaded query={query} isScreen>
      {orders => <Sheets orders={orders} {...sheets} />}
    </Loaded>
  )
}

/** Browsers use the title of the screen in the name of the file if the sheets are saved as PDF. */
function Sheets({ orders, sheet: Sheet, title }: SheetsProps & { orders: readonly Order[] }) {
  const text = useTexts(texts)
  const [first] = orders
  const heading = [title(text), orders.length === 1 && first ? orderNumberOf(first) : orders.length].join(' ')
  return (
    <ScreenWithTitle title={heading} aside={<PrintButtons />}>
      {orders.map(order => (
        <Sheet key={order.token} order={order} />
      ))}
    </ScreenWithTitle>
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
