/** Sections of the customer screen with the orders, and with the amount spent in each currency. */

import { Button, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import type { Customer, Order } from '../../client/index.ts'
import { TextLink } from '../app/links.tsx'
import { Hint } from '../details/hint.tsx'
import { Section } from '../details/section.tsx'
import type { Column } from '../list/list-table.tsx'
import { UnpagedTable } from '../list/unpaged-table.tsx'
import { columnsOf } from '../orders/columns.tsx'
import { texts as orderTexts } from '../orders/texts.ts'
import { Loaded } from '../placeholders/loaded.tsx'
import { useSession } from '../session/client.ts'
import { type Formats, useFormats } from '../session/formats.ts'
import { useTexts } from '../session/language.ts'
import { customerOrdersQuery } from './queries.ts'
import { type Spent, spentByCurrency } from './spent.ts'
import type { CustomerTexts } from './texts.ts'
import { texts } from './texts.ts'

const route = getRouteApi('/customers/$id')

interface OrdersProps {
  customer: Customer
}

/**
 * All orders of a customer are loaded at once up to this number, which fits into one reply of the API unless the orders
 * are very large. Fewer orders may be loaded than are counted, because `ordersCount` includes orders that were set back
 * to the status `InProgress`, and the list does not.
 */
const maxOrdersWithoutClick = 1000

export function OrdersAndSpending({ customer }: OrdersProps) {
  const text = useTexts(texts)
  const { api } = useSession()
  const readsAll = route.useSearch().orders === 'all' || customer.statistics.ordersCount <= maxOrdersWithoutClick
  const query = useQuery(customerOrdersQuery(api, customer.id, readsAll))
  return (
    <>
      <Section title={text.spent.title}>
        <Loaded query={query}>
          {orders => (readsAll ? <SpentTable orders={orders} /> : <NotAddedUp customer={customer} />)}
        </Loaded>
      </Section>
      <Section title={text.orders.title} aside={<AllOrders customer={customer} />}>
        <Loaded query={query}>{orders => <NewestOrders orders={orders} />}</Loaded>
      </Section>
    </>
  )
}

function AllOrders({ customer: { email, statistics } }: OrdersProps) {
  const { orders } = useTexts(texts)
  if (statistics.ordersCount <= shownOrders) return null
  return (
    <TextLink to="/orders" search={{ search: email }}>
      {orders.all}
    </TextLink>
  )
}

const shownOrders = 10
const shownColumns: readonly string[] = ['number', 'date', 'items', 'total', 'payment', 'status', 'flags']

function NewestOrders({ orders }: { orders: readonly Order[] }) {
  const text = useTexts(texts)
  const columns = columnsOf(useTexts(orderTexts), useFormats())
  return (
    <UnpagedTable
      title={text.orders.title}
      none={text.orders.none}
      items={orders.slice(0, shownOrders)}
      columns={columns.filter(({ name }) => shownColumns.includes(name))}
      keyOf={({ token }) => token}
    />
  )
}

/**
 * The message in place of the amount spent, if not all orders of the customer are loaded. Its button loads all orders,
 * and the amount is then shown.
 */
function NotAddedUp({ customer: { statistics } }: OrdersProps) {
  const { spent } = useTexts(texts)
  const { number } = useFormats()
  const navigate = route.useNavigate()
  const count = number(statistics.ordersCount)
  return (
    <Stack align="flex-start" gap="xs">
      <Hint>{spent.tooMany(count)}</Hint>
      <Button
        variant="default"
        onClick={() => void navigate({ search: { orders: 'all' }, replace: true, resetScroll: false })}
      >
        {spent.addUp(count)}
      </Button>
    </Stack>
  )
}

function SpentTable({ orders }: { orders: readonly Order[] }) {
  const text = useTexts(texts)
  const formats = useFormats()
  return (
    <UnpagedTable
      title={text.spent.title}
      none={text.spent.none}
      items={spentByCurrency(orders)}
      columns={spentColumns(text, formats)}
      keyOf={({ currency }) => currency}
    />
  )
}

const spentColumns = ({ spent }: CustomerTexts, { amount, number }: Formats): Column<Spent>[] => [
  { name: 'currency', title: spent.currency, cell: ({ currency }) => currency },
  { name: 'orders', title: spent.orders, from: 'xs', isNumber: true, cell: ({ orders }) => number(orders) },
  { name: 'paid', title: spent.paid, isNumber: true, cell: ({ paid, currency }) => amount(paid, currency) },
  {
    name: 'refunded',
    title: spent.refunded,
    from: 'xs',
    isNumber: true,
    cell: item => amount(item.refunded, item.currency),
  },
  { name: 'net', title: spent.net, isNumber: true, cell: item => amount(item.paid - item.refunded, item.currency) },
]
