/** The toolbar above a list: predefined views, a search box, filters and the sort order. */

import { Group, Stack } from '@mantine/core'
import { useSearch } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { type Filter, Filters, type FilterValues } from './filters.tsx'
import { SearchBox } from './search-box.tsx'
import { type View, Views } from './views.tsx'

interface ToolbarProps {
  text: { search: string; views?: { label: string } }
  views?: readonly View<object>[]
  filters: readonly Filter[]
  /**
   * The URL parameters except for the page number. The page number is left out, because a list with changed filters
   * opens at its first page.
   */
  values: FilterValues
  /** Opens the list with these URL parameters. */
  onChange: (values: object) => void
  /** The text in the search box. By default, `searched` and `onSearch` use the URL parameter `search`. */
  searched?: string | undefined
  onSearch?: (search: string) => void
  /** The input that chooses the sort order. */
  sorting?: ReactNode
  /** Elements beside the filters, such as a button. */
  aside?: ReactNode
  /** Elements below the filters, such as a sentence about the list. */
  children?: ReactNode
}

export function Toolbar({ text, views, filters, values, onChange, ...rest }: ToolbarProps) {
  const { searched = values.search ?? '', sorting, aside, children } = rest
  const { onSearch = search => onChange({ ...values, search: search || undefined }) } = rest
  return (
    <>
      {views && <Views label={text.views?.label ?? ''} views={views} current={values} onView={onChange} />}
      <Stack gap="sm" mb="sm">
        <Group gap="sm">
          <SearchBox label={text.search} value={searched} onSearch={onSearch} />
          {sorting}
          <Filters filters={filters} values={values} onChange={onChange} />
          {aside}
        </Group>
        {children}
      </Stack>
    </>
  )
}

/** Returns whether the URL has a search or a filter, so that an empty list may have items without it. */
export function useHasSearch(): boolean {
  const { page, pages, sort, ...filters } = useSearch({ strict: false }) as Record<string, unknown>
  return Object.values(filters).some(value => value !== undefined)
}
