/** A section of the order screen with the withdrawals, which are requests of the buyer to return items. */

import { Alert, Badge, Button, Group, List, Stack, Text } from '@mantine/core'
import type { Order, Withdrawal } from '../../../client/index.ts'
import { Section } from '../../details/section.tsx'
import { useSession } from '../../session/client.ts'
import { useFormats } from '../../session/formats.ts'
import { useTexts } from '../../session/language.ts'
import { useOrderDialog } from './order-dialog.tsx'
import { canRefund } from './payment-state.ts'
import { texts } from './texts.ts'

interface OrderProps {
  order: Order
}

const isPending = ({ resolution }: Withdrawal) => resolution === 'Pending'

const colors = { Pending: 'orange', Accepted: 'green', Refused: 'gray' } as const

export function Withdrawals({ order }: OrderProps) {
  const text = useTexts(texts)
  const { withdrawals } = order
  if (withdrawals.length === 0) return null
  const sorted = [...withdrawals.filter(isPending), ...withdrawals.filter(one => !isPending(one))]
  return (
    <Section title={text.withdrawals}>
      <Stack gap="lg">
        {sorted.map(withdrawal => (
          <WithdrawalDetails key={withdrawal.id} order={order} withdrawal={withdrawal} />
        ))}
      </Stack>
    </Section>
  )
}

interface WithdrawalProps extends OrderProps {
  withdrawal: Withdrawal
}

function WithdrawalDetails({ order, withdrawal }: WithdrawalProps) {
  const text = useTexts(texts)
  const { amount, dateTime } = useFormats()
  const { resolution, requestedAt, resolvedAt, confirmationNumber, customerName, items } = withdrawal
  const facts = [
    customerName,
    requestedAt && text.requested(dateTime(requestedAt)),
    resolvedAt && text.resolved(dateTime(resolvedAt)),
    confirmationNumber && text.confirmation(confirmationNumber),
  ].filter(Boolean)
  return (
    <Stack gap="xs">
      <Group gap="xs">
        <Badge color={colors[resolution]}>{text.resolutions[resolution]}</Badge>
        {withdrawal.isOutsideWithdrawalPeriod && <Badge color="red">{text.outsidePeriod}</Badge>}
        <Text size="sm" fw={600}>
          {amount(withdrawal.refundAmount, order.currency)}
        </Text>
      </Group>
      <Text size="sm" className="breakable">
        {facts.join(' · ')}
      </Text>
      <List size="sm">
        {items.map(item => (
          <List.Item key={item.itemUniqueId}>
            {`${item.quantity} × `}
            {/* Without it, an Arabic name would be shown after the amount. */}
            <bdi>{item.itemName}</bdi>
            {` · ${amount(item.totalPrice, order.currency)}`}
          </List.Item>
        ))}
      </List>
    </Stack>
  )
}

function RefundWithdrawal({ order, withdrawal: { id, items } }: WithdrawalProps) {
  const text = useTexts(texts)
  const { canChange } = useSession()
  const { open } = useOrderDialog()
  return (
    <Group justify="space-between">
      <Text size="sm">{text.resolveElsewhere}</Text>
      {canChange && canRefund(order) && (
        <Button size="xs" variant="default" onClick={() => open('refund', id)}>
          {items.length > 0 ? text.refundItems : text.refund}
        </Button>
      )}
    </Group>
  )
}

/** The notice at the top of the order screen about undecided withdrawals. Its buttons open the refund dialog. */
export function PendingWithdrawalsNotice({ order }: OrderProps) {
  const text = useTexts(texts)
  const { amount } = useFormats()
  const pending = order.withdrawals.filter(isPending)
  if (pending.length === 0) return null
  const sum = pending.reduce((total, { refundAmount }) => total + refundAmount, 0)
  return (
    <Alert color="orange" title={text.withdrawalPending(amount(sum, order.currency))}>
      <Stack gap="xs">
        {pending.map(withdrawal => (
          <div key={withdrawal.id}>
            {withdrawal.items.map(item => `${item.quantity} × ${item.itemName}`).join(', ')}
            <RefundWithdrawal order={order} withdrawal={withdrawal} />
          </div>
        ))}
      </Stack>
    </Alert>
  )
}
