/** The list of all products. */

import { Alert, Group, Select, Stack } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import '@mantine/dates/styles.css'
import { LinkButton } from '../app/links.tsx'
import { Screen } from '../app/screen.tsx'
import { type Filter, Filters, type FilterValues } from '../list/filters.tsx'
import { List } from '../list/list.tsx'
import { SearchBox } from '../list/search-box.tsx'
import { type View, Views } from '../list/views.tsx'
import { useSession } from '../session/api.ts'
import { useFormats } from '../session/formats.ts'
import { useTexts } from '../session/language.ts'
import { columnsOf } from './columns.tsx'
import { defaultSort, type ProductSearch, productSearch, productsQuery, scanLimit } from './search.ts'
import { defaultBelow } from './stock.ts'
import { type ProductTexts, texts } from './texts.ts'

const route = getRouteApi('/products')

const viewsOf = ({ views }: ProductTexts): View<ProductSearch>[] => [
  { name: 'all', title: views.all, search: {} },
  { name: 'newest', title: views.newest, search: { sort: 'CreationDate' } },
  { name: 'low', title: views.low, search: { only: 'low' } },
  { name: 'archived', title: views.archived, search: { only: 'archived' } },
]

const filtersOf = ({ filters, only, yes }: ProductTexts): Filter[] => [
  { name: 'only', title: filters.only, choices: only },
  { name: 'below', title: filters.below },
  { name: 'sold', title: filters.sold, choices: { yes } },
  { name: 'from', title: filters.from, isDate: true },
  { name: 'to', title: filters.to, isDate: true },
]

export function ProductsScreen() {
  const text = useTexts(texts)
  const session = useSession()
  const { account, canChange } = session
  const search = route.useSearch()
  const navigate = useNavigate()
  const query = useQuery({ ...productsQuery(session, search), placeholderData: keepPreviousData })
  const { number, ...formats } = useFormats()
  const settings = { currency: account.currency, below: Number(search.below ?? defaultBelow) }
  return (
    <Screen title={text.title} aside={canChange && <ImportLink />}>
      <Selection />
      {query.data?.isCut && (
        <Alert color="yellow" variant="outline" mb="sm">
          {text.cut(number(scanLimit))}
        </Alert>
      )}
      <List
        title={text.title}
        query={query}
        columns={columnsOf(text, { number, ...formats }, settings)}
        keyOf={({ id }) => id}
        onPage={page => void navigate({ to: '/products', search: { ...search, page } })}
      />
    </Screen>
  )
}

function ImportLink() {
  const { crawl } = useTexts(texts)
  return (
    <LinkButton to="/products/import" variant="default">
      {crawl.open}
    </LinkButton>
  )
}

/** Another selection begins at its first page. */
function Selection() {
  const text = useTexts(texts)
  const { page: _, ...selection } = route.useSearch()
  const navigate = useNavigate()
  const select = (values: FilterValues) => void navigate({ to: '/products', search: productSearch.parse(values) })
  return (
    <>
      <Views label={text.views.label} views={viewsOf(text)} current={selection} onView={select} />
      <Stack gap="sm" mb="sm">
        <Group gap="sm">
          <SearchBox
            label={text.search}
            value={selection.search ?? ''}
            onSearch={value => select({ ...selection, search: value || undefined })}
          />
          <Select
            aria-label={text.sort}
            data={Object.entries(text.sorts).map(([value, label]) => ({ value, label }))}
            value={selection.sort ?? defaultSort}
            allowDeselect={false}
            w={190}
            onChange={sort => select({ ...selection, sort: sort === defaultSort || !sort ? undefined : sort })}
          />
          <Filters filters={filtersOf(text)} values={selection} onChange={select} />
        </Group>
      </Stack>
    </>
  )
}
