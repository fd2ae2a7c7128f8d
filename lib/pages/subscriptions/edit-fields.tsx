/** The fields of the input form that changes a subscription. */

import { Button, Group, JsonInput, Select, Stack } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import type { ComponentProps } from 'react'
import { decimalsOf } from '../../core/money.ts'
import { DialogButtons } from '../change/dialog.tsx'
import { Refusal } from '../change/refusal.tsx'
import { DateField } from '../form/date-field.tsx'
import { DecimalInput } from '../form/decimal-input.tsx'
import { WholeNumberInput } from '../form/number-inputs.tsx'
import { useTexts } from '../session/language.ts'
import type { ShownSubscription } from './subscription.ts'
import { texts } from './texts.ts'
import type { ChangeValues } from './values.ts'

interface ChangeFieldsProps {
  form: UseFormReturnType<ChangeValues>
  shown: ShownSubscription
  refusal: unknown
  onSubmit: ComponentProps<'form'>['onSubmit']
  onCancel: () => void
}

export function ChangeFields({ form, shown, refusal, onSubmit, onCancel }: ChangeFieldsProps) {
  const { change, units } = useTexts(texts)
  const { currency } = shown
  const intervals = Object.entries(units).map(([value, label]) => ({ value, label }))
  return (
    <form onSubmit={onSubmit} noValidate>
      <Stack>
        <Group grow align="flex-start">
          <DecimalInput
            label={`${change.price} (${currency?.toUpperCase()})`}
            hasSteps
            decimals={decimalsOf(currency ?? '')}
            data-autofocus
            {...form.getInputProps('price')}
          />
          <WholeNumberInput label={change.quantity} min={1} hasSteps {...form.getInputProps('quantity')} />
        </Group>
        <Group grow align="flex-start">
          <WholeNumberInput label={change.count} min={1} max={60} hasSteps {...form.getInputProps('count')} />
          <Select label={change.interval} data={intervals} allowDeselect={false} {...form.getInputProps('interval')} />
        </Group>
        <DateField label={change.next} description={change.nextHint} clearable {...form.getInputProps('next')} />
        <JsonInput label={change.metadata} autosize minRows={2} maxRows={10} {...form.getInputProps('metadata')} />
        <Refusal error={refusal} />
        <DialogButtons onCancel={onCancel}>
          <Button type="submit">{change.review}</Button>
        </DialogButtons>
      </Stack>
    </form>
  )
}
