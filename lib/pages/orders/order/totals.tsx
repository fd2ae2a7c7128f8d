/** The table of the rows that add up to the total of an order. */

import { Divider, Group, Stack, Text } from '@mantine/core'
import type { Order } from '../../../client/index.ts'
import { useFormats } from '../../session/formats.ts'
import { useTexts } from '../../session/language.ts'
import { texts } from './texts.ts'
import { includedTaxesOf, type TotalRow, totalRowsOf } from './total-rows.ts'

interface AmountRowProps {
  label: string
  amount: string
  isStrong?: boolean
  isDimmed?: boolean
}

export const AmountRow = ({ label, amount, isStrong = false, isDimmed = false }: AmountRowProps) => (
  <Group justify="space-between" wrap="nowrap" fw={isStrong ? 700 : 400} c={isDimmed ? 'dimmed' : ''}>
    <Text size="sm" fw="inherit" className="breakable">
      {label}
    </Text>
    <Text size="sm" fw="inherit" className="numbers">
      {amount}
    </Text>
  </Group>
)

export function Totals({ order }: { order: Order }) {
  const text = useTexts(texts)
  const { amount, number } = useFormats()
  const { currency } = order
  const percent = (rate: number) => `${number(rate * 100)}\u00a0%`
  const labelOf = ({ kind, name, rate }: TotalRow) =>
    [text.rows[kind], name, rate === undefined ? '' : percent(rate)].filter(Boolean).join(' · ')
  return (
    <Stack gap={4} mt="sm" ml="auto" px={10} w="100%" maw={400}>
      <Divider mb={4} />
      {totalRowsOf(order).map((row, n) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: The rows have no id, and two of them can be the same.
        <AmountRow key={n} label={labelOf(row)} amount={amount(row.amount, currency)} />
      ))}
      <Divider my={4} />
      <AmountRow label={text.total} amount={amount(order.finalGrandTotal, currency)} isStrong />
      {includedTaxesOf(order).map(tax => (
        <AmountRow
          key={tax.taxName}
          label={text.included(`${tax.taxName} ${percent(tax.taxRate)}`)}
          amount={amount(tax.amount, currency)}
          isDimmed
        />
      ))}
    </Stack>
  )
}
