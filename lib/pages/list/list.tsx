/** A list of any length: its table, the buttons for other pages, and the number of all items. */

import { Stack } from '@mantine/core'
import type { UseQueryResult } from '@tanstack/react-query'
import { Loaded } from '../placeholders/loaded.tsx'
import { Message } from '../placeholders/message.tsx'
import { useTexts } from '../session/language.ts'
import { type Column, ListTable } from './list-table.tsx'
import type { ListPage } from './page.ts'
import { Pages } from './pages.tsx'
import type { Selection } from './selection.ts'
import { texts } from './texts.ts'
import { useHasSearch } from './toolbar.tsx'

interface ListProps<Item> {
  /** The name of the table, which screen readers announce. */
  title: string
  query: UseQueryResult<ListPage<Item>>
  columns: readonly Column<Item>[]
  keyOf: (item: Item) => string
  /** Opens the page with this number. The first page has the number 1. */
  onPage: (page: number) => void
  selection?: Selection<Item>
  /** The sentence if nothing is found, instead of the usual one. */
  emptyHint?: string | undefined
}

export function List<Item>({ title, query, columns, keyOf, onPage, selection, emptyHint }: ListProps<Item>) {
  const text = useTexts(texts)
  const hasSearch = useHasSearch()
  return (
    <Loaded query={query}>
      {page => {
        if (page.totalItems === 0)
          return hasSearch ? (
            <Message title={text.empty} sentence={emptyHint ?? text.emptyHint} />
          ) : (
            <Message title={text.nothing} />
          )
        return (
          <Stack gap="sm">
            <ListTable
              title={title}
              items={page.items}
              columns={columns}
              keyOf={keyOf}
              isStale={query.isPlaceholderData}
              selection={selection}
            />
            <Pages page={page} onPage={onPage} />
          </Stack>
        )
      }}
    </Loaded>
  )
}
