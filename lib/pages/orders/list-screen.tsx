/** The list screen of orders. */

import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import type { Order } from '../../client/index.ts'
import { LinkButton } from '../app/links.tsx'
import { ScreenWithTitle } from '../app/screen-with-title.tsx'
import type { Filter } from '../list/filters.tsx'
import { List } from '../list/list.tsx'
import { useSelection } from '../list/selection.ts'
import { Toolbar } from '../list/toolbar.tsx'
import type { View } from '../list/views.tsx'
import { ExportButton } from '../order-export/export-button.tsx'
import { useSession } from '../session/client.ts'
import { useFormats } from '../session/formats.ts'
import { useTexts } from '../session/language.ts'
import { columnsOf, orderNumberOf } from './columns.tsx'
import { addressFilterNames } from './filters.ts'
import { texts as listTexts, type OrderListTexts } from './list-texts.ts'
import { isEmail, tokenIn } from './possible-searches.ts'
import { type OrderSearch, orderSearch, ordersQuery } from './queries.ts'
import type { FoundOrders } from './search-orders.ts'
import { SelectedBar } from './selected-bar.tsx'
import { type OrderTexts, texts } from './texts.ts'

const route = getRouteApi('/orders')

const viewsOf = ({ views }: OrderListTexts): View<OrderSearch>[] => [
  { name: 'all', title: views.all, search: {} },
  { name: 'toShip', title: views.toShip, search: { status: 'Processed' } },
  { name: 'toCapture', title: views.toCapture, search: { payment: 'toCapture' } },
  { name: 'withdrawals', title: views.withdrawals, search: { withdrawals: 'pending' } },
  { name: 'refunded', title: views.refunded, search: { payment: 'refunded' } },
  { name: 'disputed', title: views.disputed, search: { status: 'Disputed' } },
]

const filtersOf = (
  { filters, views: { toCapture, refunded }, yesNo }: OrderListTexts,
  { statuses }: OrderTexts,
): Filter[] => [
  { name: 'status', title: filters.status, choices: statuses },
  { name: 'payment', title: filters.payment, choices: { toCapture, refunded } },
  { name: 'from', title: filters.from, isDate: true },
  { name: 'to', title: filters.to, isDate: true },
  { name: 'product', title: filters.product },
  { name: 'recurring', title: filters.recurring, choices: yesNo },
  ...addressFilterNames.map(name => ({ name, title: filters[name] })),
]

/**
 * Returns `open`, which opens the list, and `find`, which handles the search box. A token opens the order with this
 * token. Any other text is searched for in all orders, so `find` removes the filters.
 */
function useOpen() {
  const navigate = route.useNavigate()
  const open = (search: OrderSearch) => void navigate({ to: '/orders', search })
  const find = (search: string) => {
    const token = tokenIn(search)
    if (token) void navigate({ to: '/orders/$token', params: { token } })
    else open({ search: search || undefined })
  }
  return { open, find }
}

export function OrdersScreen() {
  const text = useTexts(texts)
  const listText = useTexts(listTexts)
  const formats = useFormats()
  const session = useSession()
  const { page, ...values } = route.useSearch()
  const { open, find } = useOpen()
  const query = useQuery({ ...ordersQuery(session, { ...values, page }), placeholderData: keepPreviousData })
  const list = JSON.stringify(values)
  const selection = useSelection({ keyOf: tokenOf, nameOf: orderNumberOf, list })
  return (
    <ScreenWithTitle title={text.title} aside={<ShipMany />}>
      <Toolbar
        text={listText}
        views={viewsOf(listText)}
        filters={filtersOf(listText, text)}
        values={values}
        onChange={changed => open(orderSearch.parse(changed))}
        onSearch={find}
        aside={
          query.data && <ExportButton key={list} source={sourceOf(query.data)} totalItems={query.data.totalItems} />
        }
      />
      <List
        title={text.title}
        query={query}
        columns={columnsOf(text, formats)}
        keyOf={tokenOf}
        selection={selection}
        emptyHint={isEmailAlone(values) && session.account.scope !== 'orders' ? listText.noEmail : undefined}
        onPage={turned => open({ ...values, page: turned })}
      />
      <SelectedBar selection={selection} />
    </ScreenWithTitle>
  )
}

const tokenOf = ({ token }: Order) => token

/** Returns whether an e-mail address is searched for without filters, which could also be why nothing is found. */
const isEmailAlone = ({ search = '', ...filters }: OrderSearch) =>
  isEmail(search) && Object.values(filters).every(value => value === undefined)

const sourceOf = ({ request, all = [] }: FoundOrders) => (request ? { request } : { orders: all })

function ShipMany() {
  const text = useTexts(listTexts)
  const { canChange } = useSession()
  if (!canChange) return null
  return (
    <LinkButton to="/orders/ship" variant="default">
      {text.shipMany}
    </LinkButton>
  )
}
