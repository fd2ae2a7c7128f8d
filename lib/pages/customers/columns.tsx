/** The table columns of the customer list. */

import { Text } from '@mantine/core'
import type { Account, Customer } from '../../client/index.ts'
import { TextLink } from '../app/links.tsx'
import type { Column } from '../list/list-table.tsx'
import type { Formats } from '../session/formats.ts'
import { StatusBadge } from './badges.tsx'
import { nameOf } from './queries.ts'
import type { CustomerTexts } from './texts.ts'

interface Context {
  text: CustomerTexts
  formats: Formats
  currency: Account['currency']
}

export const columnsOf = ({ text, formats, currency }: Context): Column<Customer>[] => [
  {
    name: 'name',
    title: text.columns.name,
    cell: customer => (
      <TextLink
        to="/customers/$id"
        params={{ id: customer.id }}
        fw={600}
        display="block"
        truncate
        maw={{ base: 110, sm: 190 }}
      >
        {nameOf(customer) || text.noName}
      </TextLink>
    ),
  },
  {
    name: 'email',
    title: text.columns.email,
    from: 'sm',
    cell: ({ email }) => (
      <Text size="sm" truncate maw={{ base: 280, lg: 240 }}>
        {email}
      </Text>
    ),
  },
  { name: 'status', title: text.columns.status, from: 'md', cell: ({ status }) => <StatusBadge status={status} /> },
  {
    name: 'country',
    title: text.columns.country,
    from: 'lg',
    cell: ({ billingAddress }) => formats.country(billingAddress.country ?? ''),
  },
  {
    name: 'orders',
    title: text.columns.orders,
    isNumber: true,
    cell: ({ statistics }) => formats.number(statistics.ordersCount),
  },
  {
    name: 'amount',
    title: text.contact.amount(currency),
    isNumber: true,
    cell: ({ statistics }) => formats.amount(statistics.ordersAmount, currency),
  },
  {
    name: 'subscriptions',
    title: text.columns.subscriptions,
    from: 'lg',
    isNumber: true,
    cell: ({ statistics }) => formats.number(statistics.subscriptionsCount),
  },
  { name: 'created', title: text.columns.created, from: 'xl', cell: ({ creationDate }) => formats.date(creationDate) },
]
