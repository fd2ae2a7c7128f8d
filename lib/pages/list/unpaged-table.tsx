/** A table of a short list without pages, or a sentence if the list is empty. */

import { Hint } from '../details/hint.tsx'
import { type Column, ListTable } from './list-table.tsx'

interface UnpagedTableProps<Item> {
  title: string
  /** The sentence that replaces an empty list. */
  none: string
  items: readonly Item[]
  columns: readonly Column<Item>[]
  keyOf: (item: Item) => string
}

export function UnpagedTable<Item>({ none, ...list }: UnpagedTableProps<Item>) {
  if (list.items.length > 0) return <ListTable {...list} />
  return <Hint>{none}</Hint>
}
