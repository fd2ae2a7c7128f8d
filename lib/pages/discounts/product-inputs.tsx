/** Inputs for the ids of products. They suggest products of the store while the user types. */

import { Autocomplete, type AutocompleteProps, Stack, TagsInput, type TagsInputProps, Text } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useSession } from '../session/client.ts'

const limit = 10

/** Returns the names of the first products that match the typed text, keyed by `userDefinedId`. */
function useProductNames(typed: string): Record<string, string> {
  const { api } = useSession()
  const [keywords] = useDebouncedValue(typed.trim(), 250)
  const { data } = useQuery({
    queryKey: ['products', 'names', keywords],
    queryFn: () => api.products.list({ limit, ...(keywords && { keywords }) }),
    placeholderData: keepPreviousData,
  })
  return Object.fromEntries((data?.items ?? []).map(({ userDefinedId, name }) => [userDefinedId, name ?? '']))
}

interface OptionProps {
  id: string
  name: string | undefined
}

const Option = ({ id, name }: OptionProps) => (
  <Stack gap={0}>
    <Text size="sm">{id}</Text>
    <Text size="xs" c="dimmed">
      {name}
    </Text>
  </Stack>
)

/**
 * Shows all suggestions, because the API has already searched. Without this function, Mantine would filter the
 * suggestions again.
 */
const showAll = ({ options }: { options: unknown[] }) => options as never

export function ProductInput(props: AutocompleteProps) {
  const names = useProductNames(props.value ?? '')
  return (
    <Autocomplete
      {...props}
      data={Object.keys(names)}
      filter={showAll}
      renderOption={({ option }) => <Option id={option.value} name={names[option.value]} />}
    />
  )
}

export function ProductsInput(props: TagsInputProps) {
  const [typed, setTyped] = useState('')
  const names = useProductNames(typed)
  return (
    <TagsInput
      {...props}
      data={Object.keys(names)}
      filter={showAll}
      onSearchChange={setTyped}
      renderOption={({ option }) => <Option id={option.value} name={names[option.value]} />}
    />
  )
}
