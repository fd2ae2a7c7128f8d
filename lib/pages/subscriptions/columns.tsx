/** The table columns of the subscription list. */

import { Text } from '@mantine/core'
import type { SubscriptionSummary } from '../../client/index.ts'
import { TextLink } from '../app/links.tsx'
import type { Column } from '../list/list-table.tsx'
import type { Formats } from '../session/formats.ts'
import { LastPayment } from './badges.tsx'
import type { Interval } from './subscription.ts'
import type { SubscriptionTexts } from './texts.ts'

const intervalOf: Record<SubscriptionSummary['interval'], Interval> = {
  yearly: 'Year',
  monthly: 'Month',
  weekly: 'Week',
  daily: 'Day',
}

export const subscriptionKey = ({ featureVersion, id }: SubscriptionSummary) => `${featureVersion}/${id}`

/** Prices are shown without a currency, because the API's list of subscriptions contains no currencies. */
export const columnsOf = (text: SubscriptionTexts, { date, decimal }: Formats): Column<SubscriptionSummary>[] => {
  const { columns } = text
  return [
    {
      name: 'plan',
      title: columns.plan,
      cell: item => (
        <TextLink to="/subscriptions/$engine/$id" params={{ engine: item.featureVersion, id: item.id }} fw={600}>
          {item.planName || item.id.slice(0, 8)}
        </TextLink>
      ),
    },
    {
      name: 'customer',
      title: columns.customer,
      from: 'sm',
      cell: ({ subscriber }) => (
        <Text size="sm" truncate maw={260}>
          {subscriber}
        </Text>
      ),
    },
    {
      name: 'interval',
      title: columns.interval,
      from: 'lg',
      cell: ({ interval, intervalCount }) => text.every(intervalOf[interval], intervalCount ?? 1),
    },
    { name: 'price', title: columns.price, isNumber: true, cell: item => decimal(item.price) },
    {
      name: 'next',
      title: columns.next,
      from: 'sm',
      cell: ({ nextBillingDate }) => (nextBillingDate ? date(nextBillingDate) : text.ended),
    },
    {
      name: 'payment',
      title: columns.payment,
      cell: ({ lastAttemptedInvoiceState }) => <LastPayment state={lastAttemptedInvoiceState} />,
    },
    { name: 'spent', title: columns.spent, from: 'md', isNumber: true, cell: item => decimal(item.totalSpent) },
    { name: 'created', title: columns.created, from: 'xl', cell: ({ creationDate }) => date(creationDate) },
    { name: 'engine', title: columns.engine, from: 'xl', cell: ({ featureVersion }) => text.engines[featureVersion] },
  ]
}
