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

/** The unit at the end of an input, which is hidden from screen readers. */
const Unit = ({ unit }: { unit: string }) => (
  <Text size="sm" c="dimmed" aria-hidden>
    {unit}
  </Text>
)

interface InputWithUnitProps extends NumberInputProps {
  unit?: string
}

const InputWithUnit = ({ unit, ...props }: InputWithUnitProps) => (
  <DecimalInput
    {...(unit && { rightSection: <Unit unit={unit} />, rightSectionWidth: 52, rightSectionPointerEvents: 'none' })}
    {...props}
  />
)

interface AmountInputProps extends NumberInputProps {
  currency: string
}

export const AmountInput = ({ currency, ...props }: AmountInputProps) => (
  <InputWithUnit unit={currency} decimalScale={decimalsOf(currency)} fixedDecimalScale {...props} />
)

export const WholeNumberInput = (props: InputWithUnitProps) => <InputWithUnit decimalScale={0} {...props} />

export const PercentInput = (props: NumberInputProps) => (
  <InputWithUnit unit="%" decimalScale={4} max={100} {...props} />
)

/** Returns null for an empty input. */
export const numberOrNull = (value: number | string): number | null => (value === '' ? null : Number(value))
