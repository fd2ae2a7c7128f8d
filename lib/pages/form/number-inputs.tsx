/** Inputs for amounts and other numbers, with the decimal separator of the user's language. */

import { NumberInput, type NumberInputProps, Text, VisuallyHidden } from '@mantine/core'
import type { ClipboardEvent } from 'react'
import { decimalsOf } from '../../core/money.ts'
import { useLanguage } from '../session/language.ts'
import { pastedNumber } from './pasted-number.ts'

const separatorOf = (language: string) =>
  new Intl.NumberFormat(language).formatToParts(1.5).find(({ type }) => type === 'decimal')?.value ?? '.'

interface DecimalInputProps extends NumberInputProps {
  decimalScale: number
}

export function DecimalInput(props: DecimalInputProps) {
  const [language] = useLanguage()
  const separator = separatorOf(language)
  /** The number is inserted as if it were typed. The capture phase comes before Mantine's own handler. */
  const paste = (event: ClipboardEvent) => {
    event.preventDefault()
    event.stopPropagation()
    const number = pastedNumber(event.clipboardData.getData('text'), { separator, decimals: props.decimalScale })
    if (number) document.execCommand('insertText', false, number)
  }
  return (
    <NumberInput
      min={0}
      hideControls
      clampBehavior="none"
      decimalSeparator={separator}
      allowedDecimalSeparators={['.', ',']}
      inputMode="decimal"
      onPasteCapture={paste}
      {...props}
    />
  )
}

interface InputWithUnitProps extends DecimalInputProps {
  unit?: string
}

/** Shows the unit at the end of the input. Screen readers do not read this place, so they get the unit with the label. */
function InputWithUnit({ unit, label, ...props }: InputWithUnitProps) {
  if (!unit) return <DecimalInput label={label} {...props} />
  return (
    <DecimalInput
      label={
        <>
          {label}
          <VisuallyHidden> ({unit})</VisuallyHidden>
        </>
      }
      rightSection={
        <Text size="sm" c="dimmed" aria-hidden>
          {unit}
        </Text>
      }
      rightSectionWidth={52}
      rightSectionPointerEvents="none"
      {...props}
    />
  )
}

interface AmountInputProps extends NumberInputProps {
  currency: string
}

export const AmountInput = ({ currency, ...props }: AmountInputProps) => (
  <InputWithUnit unit={currency} decimalScale={decimalsOf(currency)} fixedDecimalScale {...props} />
)

export const WholeNumberInput = (props: NumberInputProps & { unit?: string }) => (
  <InputWithUnit decimalScale={0} {...props} />
)

export const PercentInput = (props: NumberInputProps) => (
  <InputWithUnit unit="%" decimalScale={4} max={100} {...props} />
)

/** Returns null for an empty input. */
export const numberOrNull = (value: number | string): number | null => (value === '' ? null : Number(value))
