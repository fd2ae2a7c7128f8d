/** The form of a shipping method, and the sentences that say what the method does. */

import { Card, Fieldset, Grid, Select, SimpleGrid, Stack, Text, TextInput, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { AmountInput, UnitInput } from '../form/number-inputs.tsx'
import { submit } from '../form/use-object-form.ts'
import { useSession } from '../session/api.ts'
import { useTexts } from '../session/language.ts'
import { Rates } from './rates.tsx'
import { Regions } from './regions.tsx'
import { summaryOf } from './summary.ts'
import { texts } from './texts.ts'
import { useContext } from './use-context.ts'
import type { MethodForm } from './use-method-form.ts'
import { type MethodValues, shownContent } from './values.ts'

interface MethodFieldsProps {
  form: MethodForm
  onSubmit: (values: MethodValues) => void
  /** The buttons below the fields. */
  buttons: ReactNode
}

export function MethodFields({ form, onSubmit, buttons }: MethodFieldsProps) {
  const { canChange } = useSession()
  const { groups, fields, hints } = useTexts(texts)
  return (
    <Grid gap="lg">
      <Grid.Col span={{ base: 12, lg: 4 }} order={{ lg: 2 }}>
        <Summary values={form.values} />
      </Grid.Col>
      <Grid.Col span={{ base: 12, lg: 8 }}>
        <form onSubmit={submit(form, onSubmit)} noValidate>
          <Fieldset variant="unstyled" m={0} p={0} disabled={!canChange}>
            <Stack>
              <TextInput label={fields.name} description={hints.name} required {...form.getInputProps('name')} />
              <Fieldset legend={groups.prices}>
                <Prices form={form} />
              </Fieldset>
              <Fieldset legend={groups.countries}>
                <Regions form={form} />
              </Fieldset>
              <Delivery form={form} />
              <More form={form} />
            </Stack>
          </Fieldset>
          {canChange && buttons}
        </form>
      </Grid.Col>
    </Grid>
  )
}

function Summary({ values }: { values: MethodValues }) {
  const context = useContext()
  return (
    <Card withBorder>
      <Title order={2} size="h5" mb={4}>
        {context.text.summary}
      </Title>
      <Text aria-live="polite">{summaryOf(shownContent(values), context).join(' ')}</Text>
    </Card>
  )
}

const currencies = Intl.supportedValuesOf('currency')

function Prices({ form }: { form: MethodForm }) {
  const { fields, hints } = useTexts(texts)
  const { currency } = useSession().account
  return (
    <Stack>
      <Rates form={form} />
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
        <UnitInput
          label={fields.minimumDays}
          {...form.getInputProps('guaranteedEstimatedDelivery.minimumDaysForDelivery')}
        />
        <UnitInput
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
