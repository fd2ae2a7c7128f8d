/** The input form of a shipping method, with sentences that describe the method. */

import { Fieldset, Select, SimpleGrid, Stack, TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import { FormLayout, Summary } from '../form/form-layout.tsx'
import { AmountInput, WholeNumberInput } from '../form/number-inputs.tsx'
import { useSession } from '../session/client.ts'
import { useTexts } from '../session/language.ts'
import { RatesInput } from './rates-input.tsx'
import { RegionsInput } from './regions-input.tsx'
import { summaryOf, useSummaryContext } from './summary.ts'
import { texts } from './texts.ts'
import { type MethodForm, type MethodValues, unsavedContent } from './values.ts'

interface MethodEditorProps {
  form: MethodForm
  onSubmit: (values: MethodValues) => void
  /** The buttons below the input fields. */
  buttons: ReactNode
}

export function MethodEditor({ form, onSubmit, buttons }: MethodEditorProps) {
  const context = useSummaryContext()
  const { summary, groups, fields, hints } = context.text
  const sentences = summaryOf(unsavedContent(form.values), context).join(' ')
  const aside = <Summary title={summary} sentences={sentences} />
  return (
    <FormLayout form={form} onSubmit={onSubmit} buttons={buttons} aside={aside}>
      <TextInput label={fields.name} description={hints.name} required {...form.getInputProps('name')} />
      <Fieldset legend={groups.prices}>
        <Prices form={form} />
      </Fieldset>
      <Fieldset legend={groups.countries}>
        <RegionsInput form={form} />
      </Fieldset>
      <Delivery form={form} />
      <More form={form} />
    </FormLayout>
  )
}

const currencies = Intl.supportedValuesOf('currency')

function Prices({ form }: { form: MethodForm }) {
  const { fields, hints } = useTexts(texts)
  const { currency } = useSession().account
  return (
    <Stack>
      <RatesInput form={form} />
      <AmountInput
        currency={form.values.currency ?? currency}
        label={fields.onOrderTotalAbove}
        description={hints.onOrderTotalAbove}
        {...form.getInputProps('onOrderTotalAbove')}
      />
      <Select
        label={fields.currency}
        description={hints.currency}
        data={currencies}
        searchable
        clearable
        {...form.getInputProps('currency')}
      />
    </Stack>
  )
}

function Delivery({ form }: { form: MethodForm }) {
  const { groups, fields } = useTexts(texts)
  return (
    <Fieldset legend={groups.delivery}>
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <WholeNumberInput
          label={fields.minimumDays}
          {...form.getInputProps('guaranteedEstimatedDelivery.minimumDaysForDelivery')}
        />
        <WholeNumberInput
          label={fields.maximumDays}
          {...form.getInputProps('guaranteedEstimatedDelivery.maximumDaysForDelivery')}
        />
      </SimpleGrid>
    </Fieldset>
  )
}

function More({ form }: { form: MethodForm }) {
  const { groups, fields, hints } = useTexts(texts)
  return (
    <Fieldset legend={groups.more}>
      <Stack>
        <TextInput
          label={fields.postalCodeRegex}
          description={hints.postalCodeRegex}
          {...form.getInputProps('postalCodeRegex')}
        />
        <TextInput label={fields.shippingZoneId} {...form.getInputProps('shippingZoneId')} />
        <TextInput label={fields.localizationId} {...form.getInputProps('localizationId')} />
      </Stack>
    </Fieldset>
  )
}
