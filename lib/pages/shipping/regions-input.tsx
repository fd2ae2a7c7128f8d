/** The inputs for the countries and provinces to which a shipping method ships. */

import { Button, Group, MultiSelect, Select, Stack, TextInput } from '@mantine/core'
import { useCountries } from '../form/countries.ts'
import { useTexts } from '../session/language.ts'
import { texts } from './texts.ts'
import type { MethodForm } from './values.ts'

export function RegionsInput({ form }: { form: MethodForm }) {
  const text = useTexts(texts)
  const countries = useCountries()
  return (
    <Stack>
      <MultiSelect
        label={text.fields.countryCondition}
        description={text.hints.countryCondition}
        data={countries}
        searchable
        clearable
        hidePickedOptions
        comboboxProps={{ keepMounted: false }}
        {...form.getInputProps('countries')}
      />
      {form.values.regions.map((_, index) => (
        <Region key={form.key(`regions.${index}`)} form={form} index={index} />
      ))}
      <Group>
        <Button variant="default" onClick={() => form.insertListItem('regions', { countryCode: '', provinceCode: '' })}>
          {text.addRegion}
        </Button>
      </Group>
    </Stack>
  )
}

function Region({ form, index }: { form: MethodForm; index: number }) {
  const text = useTexts(texts)
  const countries = useCountries()
  const input = (name: string) => form.getInputProps(`regions.${index}.${name}`)
  return (
    <Group align="flex-end" gap="sm">
      <Select
        flex={1}
        label={text.fields.regionCountry}
        data={countries}
        searchable
        required
        {...input('countryCode')}
      />
      <TextInput flex={1} label={text.fields.regionProvince} maxLength={50} {...input('provinceCode')} />
      <Button variant="default" onClick={() => form.removeListItem('regions', index)}>
        {text.removeRegion}
      </Button>
    </Group>
  )
}
