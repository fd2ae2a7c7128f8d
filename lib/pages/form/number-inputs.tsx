/** Inputs for amounts, whole numbers and percentages, which show their unit. */

import { Text, VisuallyHidden } from '@mantine/core'
import type { ComponentProps } from 'react'
import { decimalsOf } from '../../core/money.ts'
import { DecimalInput, type NumberInputProps } from './decimal-input.tsx'

interface InputWithUnitProps extends ComponentProps<typeof DecimalInput> {
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
  <InputWithUnit unit={currency} decimals={decimalsOf(currency)} hasFixedDecimals {...props} />
)

export const WholeNumberInput = (props: NumberInputProps & { unit?: string }) => (
  <InputWithUnit decimals={0} {...props} />
)

export const PercentInput = (props: NumberInputProps) => <InputWithUnit unit="%" decimals={4} max={100} {...props} />
