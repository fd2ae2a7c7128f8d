/** The input form that adds a domain: the default domain, or an allowed domain. */

import { Button, Checkbox, Fieldset, Group, Select, Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { showFaults, submitHandler } from '../form/faults.ts'
import { texts as formTexts } from '../form/texts.ts'
import { useTexts } from '../session/language.ts'
import { useAllow, useSetDefault } from './changes.ts'
import { texts } from './texts.ts'
import { createDomainCheck, domainOf, emptyValues } from './values.ts'

function useAddForm() {
  const { required } = useTexts(formTexts)
  const form = useForm({ initialValues: emptyValues, validate: createDomainCheck(required) })
  const onFaults = (errors: Record<string, string[]>) => showFaults(form, { domain: Object.values(errors)[0]?.[0] })
  const allow = useAllow(onFaults, form.reset)
  const setDefault = useSetDefault(onFaults, form.reset)
  const send = submitHandler(form, values => (values.isDefault ? setDefault : allow).run(domainOf(values)))
  return { form, send, isPending: allow.isPending || setDefault.isPending }
}

export function AddDomainForm() {
  const text = useTexts(texts)
  const { form, send, isPending } = useAddForm()
  return (
    <form onSubmit={send} noValidate>
      <Fieldset legend={text.addTitle}>
        <Stack gap="sm">
          <Group align="flex-start" gap="sm">
            <TextInput
              flex={1}
              miw={200}
              label={text.domain}
              placeholder="shop.example.com"
              required
              autoComplete="off"
              {...form.getInputProps('domain')}
            />
            <Select
              w={120}
              label={text.protocol}
              data={['HTTPS', 'HTTP']}
              allowDeselect={false}
              {...form.getInputProps('protocol')}
            />
          </Group>
          <Checkbox label={text.asDefault} {...form.getInputProps('isDefault', { type: 'checkbox' })} />
          <Group>
            <Button type="submit" loading={isPending}>
              {text.add}
            </Button>
          </Group>
        </Stack>
      </Fieldset>
    </form>
  )
}
