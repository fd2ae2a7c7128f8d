/** The inputs for the quantity of each item to refund and for the shipping fees, and the resulting amount. */

import { Checkbox, Stack, Table, Text } from '@mantine/core'
import type { Order } from '../../../../client/index.ts'
import { WholeNumberInput } from '../../../form/number-inputs.tsx'
import { useFormats } from '../../../session/formats.ts'
import { useTexts } from '../../../session/language.ts'
import { AmountRow } from '../totals.tsx'
import { type SelectedAmounts, selectedAmounts } from './amounts.ts'
import { texts } from './texts.ts'
import { type RefundForm, selectionOf } from './values.ts'

interface LinesProps {
  order: Order
  form: RefundForm
}

export function RefundLines({ order, form }: LinesProps) {
  const text = useTexts(texts)
  const { amount } = useFormats()
  return (
    <Stack gap="sm">
      <Table aria-label={text.lines}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{text.item}</Table.Th>
            <Table.Th>{text.quantity}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {order.items.map((item, n) => (
            <Table.Tr key={item.uniqueId}>
              <Table.Td>
                <Text size="sm" className="breakable">
                  {item.name}
                </Text>
                <Text size="xs" c="dimmed">
                  {`${item.quantity} × ${amount(item.unitPrice, order.currency)}`}
                </Text>
              </Table.Td>
              <Table.Td w={110}>
                <WholeNumberInput
                  aria-label={text.quantityOf(item.name)}
                  min={0}
                  max={item.quantity}
                  clampBehavior="strict"
                  hasSteps
                  {...form.getInputProps(`quantities.${n}`)}
                />
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      {order.shippingFees > 0 && (
        <Checkbox
          label={text.shippingToo(amount(order.shippingFees, order.currency))}
          {...form.getInputProps('shipping', { type: 'checkbox' })}
        />
      )}
      <Sum amounts={selectedAmounts(order, selectionOf(form.values))} currency={order.currency} />
    </Stack>
  )
}

const parts = ['items', 'discounts', 'shipping', 'taxes'] as const

/**
 * Shows the parts of the refund (items, discounts, shipping, taxes), and the total. The total is limited to the
 * refundable amount of the order.
 */
function Sum({ amounts, currency }: { amounts: SelectedAmounts; currency: string }) {
  const text = useTexts(texts)
  const { amount } = useFormats()
  return (
    <Stack gap={4}>
      {parts
        .filter(part => amounts[part] !== 0)
        .map(part => (
          <AmountRow key={part} label={text.parts[part]} amount={amount(amounts[part], currency)} />
        ))}
      <AmountRow label={text.toRefund} amount={amount(amounts.total, currency)} isStrong />
    </Stack>
  )
}
