/** The list screen of products. */

import { Alert, Select } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { LinkButton } from '../app/links.tsx'
import { ScreenWithTitle } from '../app/screen-with-title.tsx'
import type { Filter } from '../list/filters.tsx'
import { List } from '../list/list.tsx'
import { Toolbar } from '../list/toolbar.tsx'
import type { View } from '../list/views.tsx'
import { useSession } from '../session/client.ts'
import { useFormats } from '../session/formats.ts'
import { useTexts } from '../session/language.ts'
import { columnsOf } from './columns.tsx'
import {
  defaultSort,
  type ProductSearch,
  productSearch,
  productsQuery,
  type Sort,
  scanLimit,
  sorts,
} from './queries.ts'
import { defaultLowStock } from './stock.ts'
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
  const formats = useFormats()
  const session = useSession()
  const { page, ...values } = route.useSearch()
  const navigate = useNavigate()
  const open = (search: ProductSearch) => void navigate({ to: '/products', search })
  const query = useQuery({ ...productsQuery(session, { ...values, page }), placeholderData: keepPreviousData })
  const settings = { currency: session.account.currency, below: Number(values.below ?? defaultLowStock) }
  return (
    <ScreenWithTitle title={text.title} aside={session.canChange && <ImportLink />}>
      <Toolbar
        text={text}
        views={viewsOf(text)}
        filters={filtersOf(text)}
        values={values}
        onChange={changed => open(productSearch.parse(changed))}
        sorting={<Sorting value={values.sort} onChange={sort => open({ ...values, sort })} />}
      >
        {query.data?.isCut && (
          <Alert color="yellow" variant="outline">
            {text.cut(formats.number(scanLimit))}
          </Alert>
        )}
      </Toolbar>
      <List
        title={text.title}
        query={query}
        columns={columnsOf(text, formats, settings)}
        keyOf={({ id }) => id}
        onPage={turned => open({ ...values, page: turned })}
      />
    </ScreenWithTitle>
  )
}

interface SortingProps {
  value: Sort | undefined
  onChange: (sort: Sort | undefined) => void
}

/** The input that chooses the sort order. The default sort order is not written to the URL. */
function Sorting({ value = defaultSort, onChange }: SortingProps) {
  const text = useTexts(texts)
  return (
    <Select
      aria-label={text.sort}
      data={sorts.map(name => ({ value: name, label: text.sorts[name] }))}
      value={value}
      allowDeselect={false}
      w={190}
      onChange={sort => onChange(sort === defaultSort || !sort ? undefined : sort)}
    />
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
