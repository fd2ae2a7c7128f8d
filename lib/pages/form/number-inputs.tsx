/** Inputs for amounts and other numbers, with the separators of the reader's language. */

import { NumberInput, type NumberInputProps, Text } from '@mantine/core'
import { decimalsOf } from '../../core/money.ts'
import { useLanguage } from '../session/language.ts'

const separatorOf = (language: string) =>
  new Intl.NumberFormat(language).formatToParts(1.5).find(({ type }) => type === 'decimal')?.value ?? '.'

function DecimalInput(props: NumberInputProps) {
  const [language] = useLanguage()
  const separator = separatorOf(language)
  return (
    <NumberInput
      min={0}
      hideControls
      clampBehavior="none"
      decimalSeparator={separator}
      allowedDecimalSeparators={['.', ',']}
      inputMode="decimal"
      {...props}
    />
  )
}

interface AmountInputProps extends NumberInputProps {
  currency: string
}

export const AmountInput = ({ currency, ...props }: AmountInputProps) => (
  <DecimalInput
    decimalScale={decimalsOf(currency)}
    fixedDecimalScale
    rightSection={<Unit unit={currency} />}
    rightSectionWidth={52}
    rightSectionPointerEvents="none"
    {...props}
  />
)

/** The unit is hidden from screen readers, because the label of the input already contains it. */
const Unit = ({ unit }: { unit: string }) => (
  <Text size="sm" c="dimmed" aria-hidden>
    {unit}
  </Text>
)

interface UnitInputProps extends NumberInputProps {
  unit?: string
}

/** An input for whole numbers. With `decimalScale`, it allows decimals. */
export const UnitInput = ({ unit, ...props }: UnitInputProps) => (
  <DecimalInput
    decimalScale={0}
    {...(unit && { rightSection: <Unit unit={unit} />, rightSectionWidth: 52, rightSectionPointerEvents: 'none' })}
    {...props}
  />
)

/** Returns null for an empty input. */
export const numberOrNull = (value: number | string): number | null => (value === '' ? null : Number(value))
