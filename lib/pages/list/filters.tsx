/** The filters of a list: a chip for each active filter, and an input form that changes the filters. */

import { Button, Group, Pill, Popover, Select, SimpleGrid, Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useDisclosure } from '@mantine/hooks'
import type { KeyboardEvent } from 'react'
import { DateField } from '../form/date-field.tsx'
import { useTexts } from '../session/language.ts'
import { texts } from './texts.ts'

export type FilterValues = Record<string, string | undefined>

export interface Filter {
  /** The name of the URL parameter. */
  name: string
  title: string
  /** The values to choose from, with their labels; left out for dates and free text. */
  choices?: Record<string, string>
  isDate?: boolean
}

interface FiltersProps {
  filters: readonly Filter[]
  values: FilterValues
  onChange: (values: FilterValues) => void
}

export function Filters({ filters, values, onChange }: FiltersProps) {
  const text = useTexts(texts)
  const [isOpen, { close, toggle }] = useDisclosure()
  const apply = (changed: FilterValues) => {
    close()
    onChange(changed)
  }
  const used = filters.filter(({ name }) => values[name])
  return (
    <Group gap="xs">
      <Popover
        opened={isOpen}
        onChange={close}
        trapFocus
        returnFocus
        closeOnEscape={false}
        width={columnsOf(filters) * 280}
        position="bottom-start"
        shadow="md"
      >
        <Popover.Target>
          <Button variant="default" onClick={toggle}>
            {text.filters}
          </Button>
        </Popover.Target>
        <Popover.Dropdown
          maw="calc(100vw - 2rem)"
          mah="80vh"
          style={{ overflowY: 'auto' }}
          onKeyDown={event => isEscape(event) && close()}
        >
          <FilterForm filters={filters} values={values} onChange={apply} />
        </Popover.Dropdown>
      </Popover>
      {used.map(filter => (
        <Pill
          key={filter.name}
          size="md"
          withRemoveButton
          onRemove={() => onChange({ ...values, [filter.name]: undefined })}
          removeButtonProps={{ 'aria-label': text.remove(filter.title), 'aria-hidden': false, tabIndex: 0 }}
        >
          {chipText(filter, values[filter.name] ?? '')}
        </Pill>
      ))}
    </Group>
  )
}

/** Mantine marks an input whose calendar or choices are open. Escape closes only those. */
const isEscape = ({ key, target }: KeyboardEvent) =>
  key === 'Escape' && !(target instanceof Element && target.hasAttribute('data-mantine-stop-propagation'))

/** Returns the number of columns of the input form on wide screens. Input forms with many filters have two columns. */
const columnsOf = ({ length }: readonly Filter[]) => (length > 8 ? 2 : 1)

const chipText = ({ title, choices }: Filter, value: string) => `${title}: ${choices?.[value] ?? value}`

function FilterForm({ filters, values, onChange }: FiltersProps) {
  const text = useTexts(texts)
  const given = Object.fromEntries(filters.map(({ name }) => [name, values[name] ?? '']))
  const form = useForm({ initialValues: given })
  return (
    <form onSubmit={form.onSubmit(chosen => onChange({ ...values, ...withoutBlanks(chosen) }))}>
      <Stack gap="sm">
        <SimpleGrid cols={{ base: 1, sm: columnsOf(filters) }} spacing="sm" verticalSpacing="sm">
          {filters.map(filter => (
            <Field key={filter.name} filter={filter} input={form.getInputProps(filter.name)} />
          ))}
        </SimpleGrid>
        <Button type="submit">{text.apply}</Button>
      </Stack>
    </form>
  )
}

const withoutBlanks = (values: Record<string, string | null>): FilterValues =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, value?.trim() || undefined]))

interface FieldProps {
  filter: Filter
  input: ReturnType<ReturnType<typeof useForm>['getInputProps']>
}

/**
 * The input of one filter. Its choices or calendar open inside the popover, because a click outside closes the popover.
 */
function Field({ filter: { title, choices, isDate }, input }: FieldProps) {
  const inside = { withinPortal: false }
  if (isDate) return <DateField label={title} clearable popoverProps={inside} {...input} value={input.value || null} />
  if (!choices) return <TextInput label={title} {...input} />
  const data = Object.entries(choices).map(([value, label]) => ({ value, label }))
  return <Select label={title} data={data} clearable comboboxProps={inside} {...input} value={input.value || null} />
}
