/** The filters of a list: a chip for each active filter, and an input form that changes the filters. */

import { Button, Group, Pill, Popover, Select, SimpleGrid, Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useDisclosure } from '@mantine/hooks'
import type { KeyboardEvent } from 'react'
import { DateField } from '../form/date-field.tsx'
import { isDay } from '../form/day-format.ts'
import { DecimalInput } from '../form/decimal-input.tsx'
import { submitHandler } from '../form/faults.ts'
import { isUnclear } from '../form/number-text.ts'
import { type Formats, useFormats } from '../session/formats.ts'
import { useTexts } from '../session/language.ts'
import { texts } from './texts.ts'

export type FilterValues = Record<string, string | undefined>

export interface Filter {
  /** The name of the URL parameter. */
  name: string
  title: string
  /** The values to choose from, with their labels; left out for dates, numbers and free text. */
  choices?: Record<string, string>
  isDate?: boolean
  /** The number of decimals that can be typed, if the values are numbers. The URL has them as plain decimals. */
  decimals?: number
}

interface FiltersProps {
  filters: readonly Filter[]
  values: FilterValues
  onChange: (values: FilterValues) => void
}

export function Filters({ filters, values, onChange }: FiltersProps) {
  const text = useTexts(texts)
  const formats = useFormats()
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
          {chipText(filter, values[filter.name] ?? '', formats)}
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

const chipText = ({ title, choices, decimals }: Filter, value: string, { decimal }: Formats) =>
  `${title}: ${decimals === undefined ? (choices?.[value] ?? value) : decimal(Number(value))}`

/** What an input has: a text, a number, or null if nothing is chosen. */
type Input = string | number | null

const inputOf = ({ name, decimals }: Filter, values: FilterValues): Input => {
  const value = values[name] ?? ''
  return decimals === undefined || value === '' ? value : Number(value)
}

/** A number or a day that cannot be read is a text. Its input explains the error. */
function isFaulty({ isDate, decimals }: Filter, value: Input): boolean {
  if (isDate) return Boolean(value) && !isDay(String(value))
  return decimals !== undefined && isUnclear(value ?? '')
}

const faultsIn = (filters: readonly Filter[], values: Record<string, Input>) =>
  Object.fromEntries(filters.map(filter => [filter.name, isFaulty(filter, values[filter.name] ?? null)]))

function FilterForm({ filters, values, onChange }: FiltersProps) {
  const text = useTexts(texts)
  const form = useForm({
    /** Without this name, a filter could be taken for the search box, whose field is also called `value`. */
    name: 'filters',
    initialValues: Object.fromEntries(filters.map(filter => [filter.name, inputOf(filter, values)])),
    validate: chosen => faultsIn(filters, chosen),
  })
  return (
    <form onSubmit={submitHandler(form, chosen => onChange({ ...values, ...withoutBlanks(chosen) }))}>
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

const withoutBlanks = (values: Record<string, Input>): FilterValues =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, String(value ?? '').trim() || undefined]))

/** The URLs of lists have numbers of at most 12 digits. */
const maxNumber = 999_999_999_999

interface FieldProps {
  filter: Filter
  input: ReturnType<ReturnType<typeof useForm>['getInputProps']>
}

/**
 * The input of one filter. Its choices or calendar open inside the popover, because a click outside closes the popover.
 */
function Field({ filter: { title, choices, isDate, decimals }, input }: FieldProps) {
  const inside = { withinPortal: false }
  if (decimals !== undefined)
    return <DecimalInput label={title} decimals={decimals} max={maxNumber} clampBehavior="strict" {...input} />
  if (isDate) return <DateField label={title} clearable popoverProps={inside} {...input} />
  if (!choices) return <TextInput label={title} {...input} />
  const data = Object.entries(choices).map(([value, label]) => ({ value, label }))
  return <Select label={title} data={data} clearable comboboxProps={inside} {...input} value={input.value || null} />
}
