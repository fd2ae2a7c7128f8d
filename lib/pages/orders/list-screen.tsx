/** The list of all orders. */

import { Group, Stack } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { createLazyRoute, getRouteApi, useNavigate } from '@tanstack/react-router'
import '@mantine/dates/styles.css'
import { Screen } from '../app/screen.tsx'
import { type Filter, Filters, type FilterValues } from '../list/filters.tsx'
import { List } from '../list/list.tsx'
import { SearchBox } from '../list/search-box.tsx'
import { type View, Views } from '../list/views.tsx'
import { useSession } from '../session/api.ts'
import { useFormats } from '../session/formats.ts'
import { useTexts } from '../session/language.ts'
import { columnsOf } from './columns.tsx'
import { isToken, type OrderSearch, orderSearch, ordersQuery } from './search.ts'
import { type OrderTexts, texts } from './texts.ts'

export const listRoute = createLazyRoute('/orders')({ component: OrdersScreen })

const route = getRouteApi('/orders')

const viewsOf = ({ views }: OrderTexts): View<OrderSearch>[] => [
  { name: 'all', title: views.all, search: {} },
  { name: 'toShip', title: views.toShip, search: { status: 'Processed' } },
  { name: 'toCapture', title: views.toCapture, search: { status: 'Pending' } },
  { name: 'withdrawals', title: views.withdrawals, search: { withdrawals: 'pending' } },
  { name: 'disputed', title: views.disputed, search: { status: 'Disputed' } },
]

const filtersOf = ({ filters, statuses, yesNo }: OrderTexts): Filter[] => [
  { name: 'status', title: filters.status, choices: statuses },
  { name: 'from', title: filters.from, isDate: true },
  { name: 'to', title: filters.to, isDate: true },
  { name: 'country', title: filters.country },
  { name: 'product', title: filters.product },
  { name: 'recurring', title: filters.recurring, choices: yesNo },
]

function OrdersScreen() {
  const text = useTexts(texts)
  const formats = useFormats()
  const session = useSession()
  const search = route.useSearch()
  const { page: _, ...selection } = search
  const navigate = useNavigate()
  const query = useQuery({ ...ordersQuery(session, search), placeholderData: keepPreviousData })
  /** Another selection begins at its first page. */
  const select = (values: FilterValues) => void navigate({ to: '/orders', search: orderSearch.parse(values) })
  const find = (value: string) =>
    isToken(value)
      ? void navigate({ to: '/orders/$token', params: { token: value } })
      : select({ search: value || undefined })
  return (
    <Screen title={text.title}>
      <Views label={text.views.label} views={viewsOf(text)} current={selection} onView={select} />
      <Stack gap="sm">
        <Group gap="sm">
          <SearchBox label={text.search} value={search.search ?? ''} onSearch={find} />
          <Filters filters={filtersOf(text)} values={selection} onChange={select} />
        </Group>
        <List
          title={text.title}
          query={query}
          columns={columnsOf(text, formats)}
          keyOf={order => order.token}
          onPage={page => void navigate({ to: '/orders', search: { ...search, page } })}
        />
      </Stack>
    </Screen>
  )
}
