/** The list screen of subscriptions, of both engines V1 and V3. */

import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { ScreenWithTitle } from '../app/screen-with-title.tsx'
import type { Filter } from '../list/filters.tsx'
import { List } from '../list/list.tsx'
import { Toolbar } from '../list/toolbar.tsx'
import type { View } from '../list/views.tsx'
import { useSession } from '../session/client.ts'
import { useFormats } from '../session/formats.ts'
import { useTexts } from '../session/language.ts'
import { columnsOf, subscriptionKey } from './columns.tsx'
import { type SubscriptionSearch, subscriptionSearch, subscriptionsQuery } from './queries.ts'
import type { SubscriptionTexts } from './texts.ts'
import { texts } from './texts.ts'

const route = getRouteApi('/subscriptions')

/**
 * Returns the views of the list. The first view shows subscriptions with failed payments. Its title contains `count`,
 * the number of these subscriptions in the whole store.
 */
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
  const { page, ...values } = route.useSearch()
  const navigate = useNavigate()
  const open = (search: SubscriptionSearch) => void navigate({ to: '/subscriptions', search })
  const query = useQuery({ ...subscriptionsQuery(session, { ...values, page }), placeholderData: keepPreviousData })
  const declined = query.data ? formats.number(query.data.totalDeclinedCount) : '…'
  return (
    <ScreenWithTitle title={text.title}>
      <Toolbar
        text={text}
        views={viewsOf(text, declined)}
        filters={filtersOf(text)}
        values={values}
        onChange={changed => open(subscriptionSearch.parse(changed))}
      />
      <List
        title={text.title}
        query={query}
        columns={columnsOf(text, formats)}
        keyOf={subscriptionKey}
        onPage={turned => open({ ...values, page: turned })}
      />
    </ScreenWithTitle>
  )
}
