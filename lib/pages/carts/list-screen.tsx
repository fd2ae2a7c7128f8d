/** The list screen of abandoned carts, with the total value of the shown carts. */

import { Button, Stack, Text } from '@mantine/core'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import type { AbandonedCart } from '../../client/index.ts'
import { decimalsOf } from '../../core/money.ts'
import { ScreenWithTitle } from '../app/screen-with-title.tsx'
import type { Filter } from '../list/filters.tsx'
import { ListTable } from '../list/list-table.tsx'
import { isGuid } from '../list/search-box.tsx'
import { texts as listTexts } from '../list/texts.ts'
import { Toolbar, useHasSearch } from '../list/toolbar.tsx'
import type { View } from '../list/views.tsx'
import { Loaded } from '../placeholders/loaded.tsx'
import { Message } from '../placeholders/message.tsx'
import { useSession } from '../session/client.ts'
import { useFormats } from '../session/formats.ts'
import { useTexts } from '../session/language.ts'
import { columnsOf } from './columns.tsx'
import { type CartSearch, cartSearch, cartsQuery, totalsByCurrency } from './queries.ts'
import { type CartTexts, texts } from './texts.ts'

const route = getRouteApi('/carts')

const viewsOf = ({ views }: CartTexts): View<CartSearch>[] => [
  { name: 'all', title: views.all, search: {} },
  { name: 'day', title: views.day, search: { age: 'LessThanADay' } },
  { name: 'week', title: views.week, search: { age: 'LessThanAWeek' } },
]

/** Carts may be in other currencies than that of the store, so two decimals can always be typed. */
const filtersOf = ({ filters, ages }: CartTexts, currency: string): Filter[] => [
  { name: 'age', title: filters.age, choices: ages },
  { name: 'value', title: filters.value, decimals: Math.max(2, decimalsOf(currency)) },
  { name: 'email', title: filters.email },
  { name: 'product', title: filters.product },
  { name: 'campaign', title: filters.campaign },
]

/** Loads as many pages of carts as the URL asks for. */
function useCarts() {
  const { api } = useSession()
  const search = route.useSearch()
  const query = useInfiniteQuery({ ...cartsQuery(api, search), placeholderData: keepPreviousData })
  const { data, hasNextPage, isFetching, isError, fetchNextPage } = query
  const isIncomplete = hasNextPage && !isFetching && !isError && (data?.pages.length ?? 0) < (search.pages ?? 1)
  useEffect(() => {
    if (isIncomplete) void fetchNextPage()
  }, [isIncomplete, fetchNextPage])
  return query
}

export function CartsScreen() {
  const text = useTexts(texts)
  const listText = useTexts(listTexts)
  const formats = useFormats()
  const query = useCarts()
  const hasSearch = useHasSearch()
  return (
    <ScreenWithTitle title={text.title}>
      <CartsToolbar />
      <Loaded query={query}>
        {({ pages }) => {
          const carts = pages.flatMap(({ items }) => items)
          if (carts.length === 0)
            return <Message title={text.empty} sentence={hasSearch ? listText.emptyHint : undefined} />
          return (
            <Stack gap="sm">
              <Total carts={carts} hasMore={query.hasNextPage} />
              <ListTable
                title={text.title}
                items={carts}
                columns={columnsOf(text, formats)}
                keyOf={({ token }) => token}
                isStale={query.isPlaceholderData}
              />
              {query.hasNextPage && <More isLoading={query.isFetchingNextPage} />}
            </Stack>
          )
        }}
      </Loaded>
    </ScreenWithTitle>
  )
}

interface TotalProps {
  carts: readonly AbandonedCart[]
  hasMore: boolean
}

function Total({ carts, hasMore }: TotalProps) {
  const text = useTexts(texts)
  const { amount } = useFormats()
  const total = totalsByCurrency(carts)
    .map(([currency, value]) => amount(value, currency))
    .join(' + ')
  return (
    <Text size="sm" fw={600} role="status">
      {hasMore ? text.shownSoFar(carts.length, total) : text.shown(carts.length, total)}
    </Text>
  )
}

function More({ isLoading }: { isLoading: boolean }) {
  const { more } = useTexts(texts)
  const navigate = useNavigate()
  const search = route.useSearch()
  const showMore = () =>
    void navigate({ to: '/carts', search: { ...search, pages: (search.pages ?? 1) + 1 }, resetScroll: false })
  return (
    <Button variant="default" loading={isLoading} onClick={showMore} style={{ alignSelf: 'flex-end' }}>
      {more}
    </Button>
  )
}

/** Searches by e-mail address if the text contains an @, and by product otherwise. An empty text ends the search. */
function searchFor(value: string, { email: _, product: __, ...others }: CartSearch): CartSearch {
  if (!value) return others
  return value.includes('@') ? { ...others, email: value } : { ...others, product: value }
}

/** The toolbar above the list. If the text in the search box is a token, the cart with this token is opened. */
function CartsToolbar() {
  const text = useTexts(texts)
  const { account } = useSession()
  const { pages: _, ...values } = route.useSearch()
  const navigate = useNavigate()
  const open = (search: CartSearch) => void navigate({ to: '/carts', search })
  const find = (value: string) =>
    isGuid(value)
      ? void navigate({ to: '/carts/$token', params: { token: value } })
      : open(cartSearch.parse(searchFor(value, values)))
  return (
    <Toolbar
      text={text}
      views={viewsOf(text)}
      filters={filtersOf(text, account.currency)}
      values={values}
      onChange={changed => open(cartSearch.parse(changed))}
      searched={values.email ?? values.product}
      onSearch={find}
    />
  )
}
