/** Finds products for the fields of a discount while a person types. */

import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useSession } from '../session/api.ts'

const limit = 10

/** Returns the names of the products that match the text, by their ids. */
export function useProductNames(typed: string): Record<string, string> {
  const { api } = useSession()
  const [keywords] = useDebouncedValue(typed.trim(), 250)
  const { data } = useQuery({
    queryKey: ['products', 'names', keywords],
    queryFn: () => api.products.list({ limit, ...(keywords && { keywords }) }),
    placeholderData: keepPreviousData,
  })
  return Object.fromEntries((data?.items ?? []).map(({ userDefinedId, name }) => [userDefinedId, name ?? '']))
}
