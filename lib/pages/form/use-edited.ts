/** Reads an object for a form. */

import { type UseQueryOptions, useQuery } from '@tanstack/react-query'

/**
 * The object stays as it was when the form was opened. If it were loaded again behind the form, its new ETag would let
 * the form overwrite what another person has changed.
 */
export const useEdited = <Value>(query: Pick<UseQueryOptions<Value>, 'queryKey' | 'queryFn'>) =>
  useQuery<Value>({ ...query, staleTime: Number.POSITIVE_INFINITY, gcTime: 0 })
