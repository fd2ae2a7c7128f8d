/** A table whose rows can be chosen with the arrow keys. */

import { Table } from '@mantine/core'
import type { KeyboardEvent, ReactNode } from 'react'

export interface Column<Item> {
  name: string
  title: string
  /** The first column has a link to the item, which Enter opens. */
  cell: (item: Item) => ReactNode
  isNumber?: boolean
  /** The column is hidden on screens that are narrower. */
  from?: 'xs' | 'sm' | 'md' | 'lg' | 'xl'
}

interface ListTableProps<Item> {
  title: string
  items: readonly Item[]
  columns: readonly Column<Item>[]
  keyOf: (item: Item) => string
  /** The items of another page are shown while those of this page are loaded. */
  isStale: boolean
}

/** Returns the row that a key leads to. */
const targets: Record<string, (row: HTMLElement) => Element | null> = {
  ArrowDown: row => row.nextElementSibling,
  ArrowUp: row => row.previousElementSibling,
  Home: row => row.parentElement?.firstElementChild ?? null,
  End: row => row.parentElement?.lastElementChild ?? null,
}

function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const row = event.target instanceof HTMLElement ? event.target.closest('tr') : null
  const target = row && targets[event.key]?.(row)
  if (!target) return
  event.preventDefault()
  target.querySelector('a')?.focus()
}

const alignment = ({ isNumber }: { isNumber?: boolean }) =>
  isNumber ? ({ ta: 'right', className: 'numbers' } as const) : {}

export function ListTable<Item>({ title, items, columns, keyOf, isStale }: ListTableProps<Item>) {
  return (
    <Table.ScrollContainer minWidth={0} scrollAreaProps={{ viewportProps: { tabIndex: 0 } }}>
      <Table highlightOnHover aria-label={title} aria-busy={isStale} opacity={isStale ? 0.5 : 1}>
        <Table.Thead>
          <Table.Tr>
            {columns.map(column => (
              <Table.Th key={column.name} visibleFrom={column.from} {...alignment(column)}>
                {column.title}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody onKeyDown={moveFocus}>
          {items.map(item => (
            <Table.Tr key={keyOf(item)} className="row">
              {columns.map(column => (
                <Table.Td key={column.name} visibleFrom={column.from} {...alignment(column)}>
                  {column.cell(item)}
                </Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  )
}
