/** The input fields of an address. */

import { SimpleGrid, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { useFormats } from '../session/formats.ts'
import { useTexts } from '../session/language.ts'
import { texts } from './texts.ts'
import { addressFields, type CustomerValues } from './values.ts'

interface AddressInputsProps {
  form: UseFormReturnType<CustomerValues>
  name: 'billingAddress' | 'shippingAddress'
}

export function AddressInputs({ form, name }: AddressInputsProps) {
  const { fields } = useTexts(texts)
  const { country } = useFormats()
  return (
    <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm" verticalSpacing="xs">
      {addressFields.map(field => (
        <TextInput
          key={field}
          label={fields[field]}
          description={field === 'country' && country(form.values[name].country)}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          autoComplete="off"
          {...form.getInputProps(`${name}.${field}`)}
        />
      ))}
    </SimpleGrid>
  )
}
