/** The table of refunds and their credit notes, in the payment section of the order screen. */

import { Group, Stack, Table, Text } from '@mantine/core'
import type { Order, OrderRefund } from '../../../client/index.ts'
import { useFormats } from '../../session/formats.ts'
import { useTexts } from '../../session/language.ts'
import { texts } from './texts.ts'

export function Refunds({ order: { refunds } }: { order: Order }) {
  const text = useTexts(texts)
  if (refunds.length === 0) return null
  return (
    <Table aria-label={text.refunds}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{text.refundColumn}</Table.Th>
          <Table.Th visibleFrom="sm">{text.creditNote}</Table.Th>
          <Table.Th ta="right">{text.amount}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {refunds.toReversed().map(refund => (
          <RefundRow key={refund.id} refund={refund} />
        ))}
      </Table.Tbody>
    </Table>
  )
}

function RefundRow({ refund }: { refund: OrderRefund }) {
  const text = useTexts(texts)
  const { amount, dateTime } = useFormats()
  const { creationDate, comment, creditNoteNumber = '', currency, taxes } = refund
  const money = (value: number) => amount(value, currency)
  const taxSentences = taxes.map(tax => `${tax.taxName} ${money(tax.amount)}`)
  const details = [
    refund.refundedByPaymentGateway ? text.byGateway : text.recordedOnly,
    refund.notifyCustomer && text.mailSent,
    taxes.length > 0 && text.taxesIn(taxSentences.join(', ')),
  ].filter(detail => detail !== false)
  return (
    <Table.Tr>
      <Table.Td>
        <Stack gap={0} className="breakable">
          <Text size="sm">{dateTime(creationDate)}</Text>
          {comment && <Text size="sm">{comment}</Text>}
          <Text size="xs" c="dimmed">
            {details.join(' · ')}
          </Text>
          <Group hiddenFrom="sm">
            <Text size="xs">{creditNoteNumber}</Text>
          </Group>
        </Stack>
      </Table.Td>
      <Table.Td visibleFrom="sm">{creditNoteNumber}</Table.Td>
      <Table.Td ta="right" className="numbers">
        {money(refund.amount)}
      </Table.Td>
    </Table.Tr>
  )
}
