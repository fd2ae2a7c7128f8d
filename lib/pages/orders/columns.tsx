/** The table columns of the order list. */

import { Group, Text } from '@mantine/core'
import type { Order } from '../../client/index.ts'
import { TextLink } from '../app/links.tsx'
import type { Column } from '../list/list-table.tsx'
import type { Formats } from '../session/formats.ts'
import { Flags, PaymentStatus, Status } from './badges.tsx'
import type { OrderTexts } from './texts.ts'

export const orderNumberOf = ({ invoiceNumber, token }: Order) => invoiceNumber || token.slice(0, 8)

export const customerNameOf = ({ billingAddress, cardHolderName, email }: Order) =>
  billingAddress.fullName || cardHolderName || email

export const columnsOf = ({ columns }: OrderTexts, { amount, dateTime, country, number }: Formats): Column<Order>[] => [
  {
    name: 'number',
    title: columns.number,
    cell: order => (
      <>
        <TextLink to="/orders/$token" params={{ token: order.token }} fw={600}>
          {orderNumberOf(order)}
        </TextLink>
        {/* The name gets the width that the other columns leave. */}
        <Text size="xs" c="dimmed" truncate w={0} miw="100%" hiddenFrom="sm">
          {customerNameOf(order)}
        </Text>
      </>
    ),
  },
  {
    name: 'date',
    title: columns.date,
    from: 'sm',
    cell: ({ creationDate }) => (
      <Text size="sm" className="numbers">
        {dateTime(creationDate)}
      </Text>
    ),
  },
  {
    name: 'customer',
    title: columns.customer,
    from: 'sm',
    cell: order => (
      <Text size="sm" truncate maw={200}>
        {customerNameOf(order)}
      </Text>
    ),
  },
  {
    name: 'country',
    title: columns.country,
    from: 'xl',
    cell: ({ shippingAddressCountry }) => country(shippingAddressCountry ?? ''),
  },
  { name: 'items', title: columns.items, from: 'xl', isNumber: true, cell: ({ itemsCount }) => number(itemsCount) },
  { name: 'total', title: columns.total, isNumber: true, cell: order => amount(order.finalGrandTotal, order.currency) },
  { name: 'payment', title: columns.payment, from: 'sm', cell: order => <PaymentStatus order={order} /> },
  { name: 'status', title: columns.status, cell: order => <Status order={order} /> },
  { name: 'tracking', title: columns.tracking, from: 'xl', cell: ({ trackingNumber }) => trackingNumber },
  {
    name: 'flags',
    title: columns.flags,
    from: 'md',
    cell: order => (
      <Group gap={4}>
        <Flags order={order} />
      </Group>
    ),
  },
]
