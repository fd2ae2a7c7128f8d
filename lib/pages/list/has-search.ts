/** Decides whether the URL of a list has a search or a filter. */

import { useSearch } from '@tanstack/react-router'

/** Returns whether the URL has a search or a filter, so that an empty list may have items without it. */
export function useHasSearch(): boolean {
  const { page, pages, sort, ...filters } = useSearch({ strict: false }) as Record<string, unknown>
  return Object.values(filters).some(value => value !== undefined)
}
