/** The list of all customers. */

import { Group, NativeSelect, Stack } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import '@mantine/dates/styles.css'
import { Screen } from '../app/screen.tsx'
import { type Filter, Filters, type FilterValues } from '../list/filters.tsx'
import { List } from '../list/list.tsx'
import { SearchBox } from '../list/search-box.tsx'
import { useSession } from '../session/api.ts'
import { useFormats } from '../session/formats.ts'
import { useTexts } from '../session/language.ts'
import { columnsOf } from './columns.tsx'
import { customerSearch, customersQuery, isId, type Sort, sorts } from './search.ts'
import type { CustomerTexts } from './texts.ts'
import { texts } from './texts.ts'

const route = getRouteApi('/customers')

const filtersOf = ({ filters, statuses }: CustomerTexts): Filter[] => [
  { name: 'status', title: filters.status, choices: statuses },
  { name: 'from', title: filters.from, isDate: true },
  { name: 'to', title: filters.to, isDate: true },
]

export function CustomersScreen() {
  const text = useTexts(texts)
  const formats = useFormats()
  const session = useSession()
  const search = route.useSearch()
  const { page: _, ...selection } = search
  const navigate = useNavigate()
  const query = useQuery({ ...customersQuery(session, search), placeholderData: keepPreviousData })
  /** Another selection begins at its first page. */
  const select = (values: FilterValues) => void navigate({ to: '/customers', search: customerSearch.parse(values) })
  const find = (value: string) =>
    isId(value)
      ? void navigate({ to: '/customers/$id', params: { id: value } })
      : select({ ...selection, search: value || undefined })
  return (
    <Screen title={text.title}>
      <Stack gap="sm">
        <Group gap="sm">
          <SearchBox label={text.search} value={search.search ?? ''} onSearch={find} />
          <Sorting value={search.sort} onChange={sort => select({ ...selection, sort })} />
          <Filters filters={filtersOf(text)} values={selection} onChange={select} />
        </Group>
        <List
          title={text.title}
          query={query}
          columns={columnsOf({ text, formats, currency: session.account.currency })}
          keyOf={({ id }) => id}
          onPage={page => void navigate({ to: '/customers', search: { ...search, page } })}
        />
      </Stack>
    </Screen>
  )
}

interface SortingProps {
  value: Sort | undefined
  onChange: (sort: string) => void
}

function Sorting({ value = 'orders', onChange }: SortingProps) {
  const { sort } = useTexts(texts)
  return (
    <NativeSelect
      aria-label={sort.label}
      value={value}
      data={sorts.map(name => ({ value: name, label: sort[name] }))}
      onChange={event => onChange(event.currentTarget.value)}
    />
  )
}
