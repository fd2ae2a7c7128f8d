/** Badges for the status of an order, the status of its payment, and special cases such as a partial refund. */

import { Badge, type MantineColor } from '@mantine/core'
import type { Order } from '../../client/index.ts'
import { useTexts } from '../session/language.ts'
import { texts } from './texts.ts'

interface OrderProps {
  order: Order
}

const statusColors: Record<Order['status'], MantineColor> = {
  InProgress: 'gray',
  Pending: 'orange',
  Processed: 'blue',
  Shipped: 'green',
  Delivered: 'green',
  Disputed: 'red',
  Cancelled: 'gray',
}

export function Status({ order: { status } }: OrderProps) {
  const { statuses } = useTexts(texts)
  return <Badge color={statusColors[status]}>{statuses[status]}</Badge>
}

const badPayments: readonly Order['paymentStatus'][] = ['ChargedBack', 'Failed', 'Expired', 'Cancelled']

function paymentColor(status: Order['paymentStatus']): MantineColor {
  if (status === 'Paid' || status === 'Paidout') return 'green'
  return badPayments.includes(status) ? 'red' : 'gray'
}

export function PaymentStatus({ order: { paymentStatus } }: OrderProps) {
  const { payments } = useTexts(texts)
  if (!paymentStatus) return null
  return <Badge color={paymentColor(paymentStatus)}>{payments[paymentStatus]}</Badge>
}

export function Flags({ order: { hasPendingWithdrawal, refundsAmount, paymentStatus, isRecurringOrder } }: OrderProps) {
  const { flags } = useTexts(texts)
  const shown = [
    hasPendingWithdrawal && flags.withdrawal,
    /**
     * After a full refund, the badge for a partial refund is hidden, because the payment status shows the full refund.
     */
    refundsAmount > 0 && paymentStatus !== 'Refunded' && flags.partlyRefunded,
    isRecurringOrder && flags.recurring,
  ].filter(flag => flag !== false)
  return shown.map(flag => (
    <Badge key={flag} color="gray" variant="outline">
      {flag}
    </Badge>
  ))
}
