/** The input form of a discount, with a sentence that describes the effect of the discount. */

import { Fieldset, Radio, Select, Stack, Switch, TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import { DateTimeField } from '../form/date-field.tsx'
import { FormLayout, Summary } from '../form/form-layout.tsx'
import { WholeNumberInput } from '../form/number-inputs.tsx'
import { useSession } from '../session/client.ts'
import { useFormats } from '../session/formats.ts'
import { useTexts } from '../session/language.ts'
import { FieldsOfTrigger, FieldsOfType } from './fields.tsx'
import { summaryOf } from './summary.ts'
import { texts } from './texts.ts'
import { bodyOf, type DiscountForm, type DiscountValues } from './values.ts'

interface DiscountFormProps {
  form: DiscountForm
  onSubmit: (values: DiscountValues) => void
  /** The buttons below the input fields. */
  buttons: ReactNode
  /** Elements below the summary, such as the usage of the discount. */
  children?: ReactNode
}

export function DiscountEditor({ form, onSubmit, buttons, children }: DiscountFormProps) {
  const text = useTexts(texts)
  const formats = useFormats()
  const { currency, timeZone } = useSession().account
  const sentences = summaryOf(bodyOf(form.values, timeZone), { text, formats, currency })
  const aside = (
    <>
      <Summary title={text.summary} sentences={sentences} />
      {children}
    </>
  )
  return (
    <FormLayout form={form} onSubmit={onSubmit} buttons={buttons} aside={aside}>
      <Effect form={form} />
      <Condition form={form} />
      <Limits form={form} />
    </FormLayout>
  )
}

function Effect({ form }: { form: DiscountForm }) {
  const text = useTexts(texts)
  const data = Object.entries(text.types).map(([value, label]) => ({ value, label }))
  return (
    <Fieldset legend={text.groups.effect}>
      <Stack>
        <TextInput label={text.fields.name} required autoComplete="off" {...form.getInputProps('name')} />
        <Select label={text.fields.type} data={data} allowDeselect={false} {...form.getInputProps('type')} />
        <FieldsOfType form={form} />
      </Stack>
    </Fieldset>
  )
}

function Condition({ form }: { form: DiscountForm }) {
  const text = useTexts(texts)
  return (
    <Fieldset legend={text.groups.condition}>
      <Stack>
        <Radio.Group label={text.fields.trigger} {...form.getInputProps('trigger')}>
          <Stack gap="xs" mt={6}>
            {Object.entries(text.triggers).map(([trigger, label]) => (
              <Radio key={trigger} value={trigger} label={label} />
            ))}
          </Stack>
        </Radio.Group>
        <FieldsOfTrigger form={form} />
      </Stack>
    </Fieldset>
  )
}

function Limits({ form }: { form: DiscountForm }) {
  const { groups, fields, hints } = useTexts(texts)
  return (
    <Fieldset legend={groups.limits}>
      <Stack>
        <WholeNumberInput
          label={fields.maxNumberOfUsages}
          description={hints.maxNumberOfUsages}
          {...form.getInputProps('maxNumberOfUsages')}
        />
        <DateTimeField
          label={fields.expires}
          description={hints.expires}
          defaultTimeValue="23:59:59"
          clearable
          {...form.getInputProps('expires')}
        />
        <Switch label={fields.combinable} {...form.getInputProps('combinable', { type: 'checkbox' })} />
      </Stack>
    </Fieldset>
  )
}
