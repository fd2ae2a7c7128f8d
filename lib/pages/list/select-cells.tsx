/** The checkboxes of a table that select one row, or all rows of the page. */

import { Checkbox, Table } from '@mantine/core'
import { useRef } from 'react'
import { useTexts } from '../session/language.ts'
import type { Selection } from './selection.ts'
import { texts } from './texts.ts'

interface SelectAllProps<Item> {
  items: readonly Item[]
  selection: Selection<Item>
}

export function SelectAll<Item>({ items, selection }: SelectAllProps<Item>) {
  const text = useTexts(texts)
  const count = items.filter(selection.isSelected).length
  const areAll = count > 0 && count === items.length
  return (
    <Table.Th w={36}>
      <Checkbox
        size="xs"
        aria-label={text.selectPage}
        checked={areAll}
        indeterminate={count > 0 && !areAll}
        onChange={() => selection.choose(items, !areAll)}
      />
    </Table.Th>
  )
}

interface SelectOneProps<Item> {
  name: string
  isSelected: boolean
  /** `isRange` means that Shift is pressed: the click applies to all rows from the last clicked row to this row. */
  onSelect: (item: Item, isRange: boolean) => void
  item: Item
}

export function SelectOne<Item>({ name, isSelected, onSelect, item }: SelectOneProps<Item>) {
  const text = useTexts(texts)
  return (
    <Table.Td>
      <Checkbox
        size="xs"
        aria-label={text.select(name)}
        checked={isSelected}
        onChange={({ nativeEvent }) => onSelect(item, nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)}
      />
    </Table.Td>
  )
}

/** Returns the click handler of the checkboxes that select one row. */
export function useSelectHandler<Item>(items: readonly Item[], selection: Selection<Item> | undefined) {
  const last = useRef<Item | null>(null)
  return (item: Item, isRange: boolean) => {
    const [start, end] = [items.indexOf(last.current ?? item), items.indexOf(item)].toSorted(
      (one, other) => one - other,
    )
    last.current = item
    const range = isRange && start !== undefined && start >= 0 ? items.slice(start, (end ?? start) + 1) : [item]
    selection?.choose(range, !selection.isSelected(item))
  }
}
