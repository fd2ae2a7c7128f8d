/** The list of the subscriptions of both engines. */

import { Group, Stack } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import '@mantine/dates/styles.css'
import { Screen } from '../app/screen.tsx'
import { type Filter, Filters, type FilterValues } from '../list/filters.tsx'
import { List } from '../list/list.tsx'
import { SearchBox } from '../list/search-box.tsx'
import { type View, Views } from '../list/views.tsx'
import { useSession } from '../session/api.ts'
import { useFormats } from '../session/formats.ts'
import { useTexts } from '../session/language.ts'
import { columnsOf, subscriptionKey } from './columns.tsx'
import { type SubscriptionSearch, subscriptionSearch, subscriptionsQuery } from './search.ts'
import type { SubscriptionTexts } from './texts.ts'
import { texts } from './texts.ts'

const route = getRouteApi('/subscriptions')

/** The first view is what needs work. Its number is of the whole store. */
const viewsOf = ({ views, declined }: SubscriptionTexts, count: string): View<SubscriptionSearch>[] => [
  { name: 'declined', title: declined(count), search: { status: 'all', payment: 'Declined' } },
  { name: 'running', title: views.running, search: {} },
  { name: 'paused', title: views.paused, search: { status: 'paused' } },
  { name: 'ended', title: views.ended, search: { status: 'canceled' } },
  { name: 'all', title: views.all, search: { status: 'all' } },
]

const filtersOf = ({ filters, statuses, payments }: SubscriptionTexts): Filter[] => [
  { name: 'plan', title: filters.plan },
  { name: 'status', title: filters.status, choices: statuses },
  { name: 'payment', title: filters.payment, choices: payments },
  { name: 'customer', title: filters.customer },
  { name: 'from', title: filters.from, isDate: true },
  { name: 'to', title: filters.to, isDate: true },
]

export function SubscriptionsScreen() {
  const text = useTexts(texts)
  const formats = useFormats()
  const session = useSession()
  const search = route.useSearch()
  const { page: _, ...selection } = search
  const navigate = useNavigate()
  const query = useQuery({ ...subscriptionsQuery(session, search), placeholderData: keepPreviousData })
  const declined = query.data ? formats.number(query.data.totalDeclinedCount) : '…'
  /** Another selection begins at its first page. */
  const select = (values: FilterValues) =>
    void navigate({ to: '/subscriptions', search: subscriptionSearch.parse(values) })
  return (
    <Screen title={text.title}>
      <Views label={text.views.label} views={viewsOf(text, declined)} current={selection} onView={select} />
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
          columns={columnsOf(text, formats)}
          keyOf={subscriptionKey}
          onPage={page => void navigate({ to: '/subscriptions', search: { ...search, page } })}
        />
      </Stack>
    </Screen>
  )
}
