/** The inputs for the prices of a shipping method. Each price can be limited by weight, country and province. */

import { Button, Card, Group, Select, SimpleGrid, Stack, TextInput } from '@mantine/core'
import { Hint } from '../details/hint.tsx'
import { useCountries } from '../form/countries.ts'
import { AmountInput, WholeNumberInput } from '../form/number-inputs.tsx'
import { useSession } from '../session/client.ts'
import { useTexts } from '../session/language.ts'
import { texts } from './texts.ts'
import { emptyRate, type MethodForm } from './values.ts'

export function RatesInput({ form }: { form: MethodForm }) {
  const text = useTexts(texts)
  return (
    <Stack>
      <Hint>{text.hints.rates}</Hint>
      {form.values.rates.map((_, index) => (
        <Rate key={form.key(`rates.${index}`)} form={form} index={index} />
      ))}
      <Group>
        <Button variant="default" onClick={() => form.insertListItem('rates', emptyRate)}>
          {text.addPrice}
        </Button>
      </Group>
    </Stack>
  )
}

interface RateProps {
  form: MethodForm
  index: number
}

function Rate({ form, index }: RateProps) {
  const text = useTexts(texts)
  const countries = useCountries()
  const { currency } = useSession().account
  const { fields } = text
  const input = (name: string) => form.getInputProps(`rates.${index}.${name}`)
  return (
    <Card withBorder p="sm" component="section" aria-label={text.price(index + 1)}>
      <SimpleGrid cols={{ base: 2, sm: 3 }} spacing="sm">
        <AmountInput currency={form.values.currency ?? currency} label={fields.cost} required {...input('cost')} />
        <WholeNumberInput unit="g" label={fields.from} {...input('weight.from')} />
        <WholeNumberInput unit="g" label={fields.to} {...input('weight.to')} />
        <Select
          label={fields.country}
          data={countries}
          searchable
          clearable
          comboboxProps={{ keepMounted: false }}
          {...input('location.country')}
        />
        <TextInput label={fields.province} {...input('location.province')} />
      </SimpleGrid>
      {form.values.rates.length > 1 && (
        <Button mt="sm" size="xs" variant="default" onClick={() => form.removeListItem('rates', index)}>
          {text.removePrice}
        </Button>
      )}
    </Card>
  )
}
