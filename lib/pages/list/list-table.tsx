/** A table whose rows can be opened and selected with the mouse and the keyboard. */

import { Table } from '@mantine/core'
import type { ReactNode } from 'react'
import { moveFocusOrSelect, openClickedRow } from './row-events.ts'
import { SelectAll, SelectOne, useSelectHandler } from './select-cells.tsx'
import type { Selection } from './selection.ts'

export interface Column<Item> {
  name: string
  title: string
  /** Renders the cell of an item. If items can be opened, the cell in the first column contains the link. */
  cell: (item: Item) => ReactNode
  isNumber?: boolean
  /** The column is hidden on screens that are narrower than this Mantine breakpoint. */
  from?: 'xs' | 'sm' | 'md' | 'lg' | 'xl'
}

interface ListTableProps<Item> {
  title: string
  items: readonly Item[]
  columns: readonly Column<Item>[]
  keyOf: (item: Item) => string
  /** Another page or filter is being loaded, and the table still shows the previous items. */
  isStale?: boolean
  /** The state of the selection; left out if the items cannot be selected. */
  selection?: Selection<Item> | undefined
}

type Alignment = Pick<Column<unknown>, 'isNumber'>

/** A heading may be longer than the numbers below it, so its words may be on several lines. */
const headingAlignment = ({ isNumber }: Alignment) => (isNumber ? ({ ta: 'right' } as const) : {})

const cellAlignment = (column: Alignment) => ({
  ...headingAlignment(column),
  ...(column.isNumber && { className: 'numbers' }),
})

export function ListTable<Item>({ title, items, columns, keyOf, isStale = false, selection }: ListTableProps<Item>) {
  const select = useSelectHandler(items, selection)
  return (
    <Table.ScrollContainer
      minWidth={0}
      scrollAreaProps={{ offsetScrollbars: 'present', viewportProps: { tabIndex: 0 } }}
    >
      <Table
        highlightOnHover
        highlightOnHoverColor="light-dark(var(--mantine-color-gray-0), var(--mantine-color-dark-6))"
        aria-label={title}
        aria-busy={isStale}
        opacity={isStale ? 0.5 : 1}
      >
        <Table.Thead>
          <Table.Tr>
            {selection && <SelectAll items={items} selection={selection} />}
            {columns.map(column => (
              <Table.Th key={column.name} visibleFrom={column.from} {...headingAlignment(column)}>
                {column.title}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody onKeyDown={moveFocusOrSelect} onClick={openClickedRow}>
          {items.map(item => (
            <Table.Tr key={keyOf(item)} className="row" data-selected={selection?.isSelected(item) || undefined}>
              {selection && (
                <SelectOne
                  item={item}
                  name={selection.nameOf(item)}
                  isSelected={selection.isSelected(item)}
                  onSelect={select}
                />
              )}
              {columns.map(column => (
                <Table.Td key={column.name} visibleFrom={column.from} {...cellAlignment(column)}>
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
