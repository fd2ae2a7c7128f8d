/** The list screen of customers. */

import { NativeSelect } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { ScreenWithTitle } from '../app/screen-with-title.tsx'
import type { Filter } from '../list/filters.tsx'
import { List } from '../list/list.tsx'
import { isGuid } from '../list/search-box.tsx'
import { Toolbar } from '../list/toolbar.tsx'
import { useSession } from '../session/client.ts'
import { useFormats } from '../session/formats.ts'
import { useTexts } from '../session/language.ts'
import { columnsOf } from './columns.tsx'
import { type CustomerSearch, customerSearch, customersQuery, type Sort, sorts } from './queries.ts'
import type { CustomerTexts } from './texts.ts'
import { texts } from './texts.ts'

const route = getRouteApi('/customers')

const filtersOf = ({ filters, statuses }: CustomerTexts): Filter[] => [
  { name: 'status', title: filters.status, choices: statuses },
  { name: 'from', title: filters.from, isDate: true },
  { name: 'to', title: filters.to, isDate: true },
]

/** If the text in the search box is the id of a customer, the screen of this customer is opened. */
export function CustomersScreen() {
  const text = useTexts(texts)
  const formats = useFormats()
  const session = useSession()
  const { page, ...values } = route.useSearch()
  const navigate = useNavigate()
  const open = (search: CustomerSearch) => void navigate({ to: '/customers', search })
  const find = (search: string) =>
    isGuid(search)
      ? void navigate({ to: '/customers/$id', params: { id: search } })
      : open({ ...values, search: search || undefined })
  const query = useQuery({ ...customersQuery(session, { ...values, page }), placeholderData: keepPreviousData })
  return (
    <ScreenWithTitle title={text.title}>
      <Toolbar
        text={text}
        filters={filtersOf(text)}
        values={values}
        onChange={changed => open(customerSearch.parse(changed))}
        onSearch={find}
        sorting={<Sorting value={values.sort} onChange={sort => open({ ...values, sort })} />}
      />
      <List
        title={text.title}
        query={query}
        columns={columnsOf({ text, formats, currency: session.account.currency })}
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

function Sorting({ value = 'orders', onChange }: SortingProps) {
  const { sort } = useTexts(texts)
  return (
    <NativeSelect
      aria-label={sort.label}
      value={value}
      data={sorts.map(name => ({ value: name, label: sort[name] }))}
      onChange={event => onChange(sorts.find(name => name === event.currentTarget.value))}
    />
  )
}
