/** The list of all orders. */

import { Group, Stack, Text } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import '@mantine/dates/styles.css'
import { LinkButton } from '../app/links.tsx'
import { Screen } from '../app/screen.tsx'
import { type Filter, Filters, type FilterValues } from '../list/filters.tsx'
import { List } from '../list/list.tsx'
import { SearchBox } from '../list/search-box.tsx'
import { useSelection } from '../list/selection.ts'
import { type View, Views } from '../list/views.tsx'
import { DownloadButton } from '../order-export/download.tsx'
import { useSession } from '../session/api.ts'
import { useFormats } from '../session/formats.ts'
import { useTexts } from '../session/language.ts'
import { columnsOf, numberOf } from './columns.tsx'
import { texts as listTexts } from './list-texts.ts'
import { tokenIn } from './phrases.ts'
import { type Found, type OrderSearch, orderSearch, ordersQuery } from './search.ts'
import { SelectedBar } from './selected-bar.tsx'
import { type OrderTexts, texts } from './texts.ts'

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

function useOrderList() {
  const session = useSession()
  const { page, ...filters } = route.useSearch()
  const query = useQuery({ ...ordersQuery(session, { ...filters, page }), placeholderData: keepPreviousData })
  const selection = useSelection({ keyOf: order => order.token, nameOf: numberOf, list: JSON.stringify(filters) })
  return { query, filters, selection }
}

/** Another selection of orders begins at its first page. A token opens its order. */
function useOpen() {
  const navigate = route.useNavigate()
  const select = (values: FilterValues) => void navigate({ to: '/orders', search: orderSearch.parse(values) })
  const find = (search: string) => {
    const token = tokenIn(search)
    if (token) void navigate({ to: '/orders/$token', params: { token } })
    else select({ search: search || undefined })
  }
  const turn = (page: number) => void navigate({ to: '/orders', search: before => ({ ...before, page }) })
  return { select, find, turn }
}

export function OrdersScreen() {
  const text = useTexts(texts)
  const { toCaptureHint, filterHint } = useTexts(listTexts)
  const formats = useFormats()
  const { query, filters, selection } = useOrderList()
  const { select, find, turn } = useOpen()
  return (
    <Screen title={text.title} aside={<ShipMany />}>
      <Views label={text.views.label} views={viewsOf(text)} current={filters} onView={select} />
      <Stack gap="sm">
        <Group gap="sm">
          <SearchBox label={text.search} value={filters.search ?? ''} onSearch={find} />
          <Filters filters={filtersOf(text)} values={filters} onChange={select} hint={filterHint} />
          {query.data && <DownloadButton source={sourceOf(query.data)} totalItems={query.data.totalItems} />}
        </Group>
        {filters.status === 'Pending' && (
          <Text size="sm" c="dimmed">
            {toCaptureHint}
          </Text>
        )}
        <List
          title={text.title}
          query={query}
          columns={columnsOf(text, formats)}
          keyOf={order => order.token}
          selection={selection}
          onPage={turn}
        />
      </Stack>
      <SelectedBar selection={selection} />
    </Screen>
  )
}

const sourceOf = ({ request, all = [] }: Found) => (request ? { request } : { orders: all })

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
