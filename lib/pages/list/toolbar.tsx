/** What selects the items of a list: saved views, a search box and filters. */

import { Group, Stack } from '@mantine/core'
import type { ReactNode } from 'react'
import { type Filter, Filters, type FilterValues } from './filters.tsx'
import { SearchBox } from './search-box.tsx'
import { type View, Views } from './views.tsx'

interface ToolbarProps {
  text: { search: string; views?: { label: string } }
  views?: readonly View<object>[]
  filters: readonly Filter[]
  /** The query of the URL without its page, because another selection of items begins at its first page. */
  values: FilterValues
  /** Opens the list with another query. */
  onChange: (values: object) => void
  /** What is searched for, and the function that searches. By default, it is the filter `search`. */
  searched?: string | undefined
  onSearch?: (search: string) => void
  /** The choice of a sequence. */
  sorting?: ReactNode
  /** What is beside the filters, such as a button. */
  aside?: ReactNode
  /** What is below the filters, such as a sentence about the list. */
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
