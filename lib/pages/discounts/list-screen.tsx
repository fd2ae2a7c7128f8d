/** The list of all discounts. */

import { Group, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
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
import { type DiscountSearch, discountSearch, discountsQuery, selectDiscounts, states } from './search.ts'
import type { DiscountTexts } from './texts.ts'
import { texts } from './texts.ts'

const route = getRouteApi('/discounts')

const viewsOf = ({ views, states: titles }: DiscountTexts): View<DiscountSearch>[] => [
  { name: 'all', title: views.all, search: {} },
  ...states.map(state => ({ name: state, title: titles[state], search: { state } })),
]

const filtersOf = ({ filters, states, shortTriggers, types }: DiscountTexts): Filter[] => [
  { name: 'state', title: filters.state, choices: states },
  { name: 'trigger', title: filters.trigger, choices: shortTriggers },
  { name: 'type', title: filters.type, choices: types },
]

export function DiscountsScreen() {
  const text = useTexts(texts)
  const formats = useFormats()
  const { api, account, canChange } = useSession()
  const search = route.useSearch()
  const { page: _, ...selection } = search
  const navigate = useNavigate()
  const query = useQuery({ ...discountsQuery(api), select: all => selectDiscounts(all, search) })
  /** Another selection begins at its first page. */
  const select = (values: FilterValues) => void navigate({ to: '/discounts', search: discountSearch.parse(values) })
  return (
    <Screen title={text.title} aside={canChange && <NewButton />}>
      <Views label={text.views.label} views={viewsOf(text)} current={selection} onView={select} />
      <Stack gap="sm">
        <Group gap="sm">
          <SearchBox
            label={text.search}
            value={search.search ?? ''}
            onSearch={value => select({ ...selection, search: value || undefined })}
          />
          <Filters filters={filtersOf(text)} values={selection} onChange={select} />
        </Group>
        <List
          title={text.title}
          query={query}
          columns={columnsOf({ text, formats, currency: account.currency })}
          keyOf={({ id }) => id}
          onPage={page => void navigate({ to: '/discounts', search: { ...search, page } })}
        />
      </Stack>
    </Screen>
  )
}

function NewButton() {
  const text = useTexts(texts)
  return <LinkButton to="/discounts/new">{text.create}</LinkButton>
}
