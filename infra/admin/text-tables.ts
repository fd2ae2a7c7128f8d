/** Formats tables with aligned columns, and dates for people. */

/** A name may contain a line break, which would break the table. */
const oneLine = (cell: string) => cell.replace(/\s+/g, ' ').trim()
const width = (cell: string) => [...cell].length
const pad = (cell: string, to: number) => cell + ' '.repeat(to - width(cell))

export function alignColumns(rows: readonly (readonly string[])[]): string {
  const cells = rows.map(row => row.map(oneLine))
  /** The rows are not spread into one call of `Math.max`, because a call with 100,000 arguments may fail. */
  const widths: number[] = []
  for (const row of cells)
    for (const [column, cell] of row.entries()) widths[column] = Math.max(widths[column] ?? 0, width(cell))
  const line = (row: string[]) => row.map((cell, column) => pad(cell, widths[column] ?? 0)).join('  ')
  return cells.map(row => line(row).trimEnd()).join('\n')
}

type Cell = string | number | null

const cellText = (cell: Cell) => String(cell ?? '-')

/** Formats a table in which each row shows one object, and each column is named after the field that it shows. */
export const formatTable = <C extends string>(columns: readonly C[], rows: readonly Readonly<Record<C, Cell>>[]) =>
  alignColumns([columns, ...rows.map(row => columns.map(column => cellText(row[column])))])

/** Formats the fields of one object, one field in each line. */
export const formatFields = (fields: Readonly<Record<string, Cell>>) =>
  alignColumns(Object.entries(fields).map(([name, value]) => [name, cellText(value)]))

/** Formats one number for each kind of object, such as how many rows of each kind were deleted. */
export const formatCounts = (heading: string, counts: Readonly<Record<string, number>>) =>
  formatFields({ [heading]: '', ...counts })

export const formatDate = (timestamp: string | null) =>
  timestamp ? `${timestamp.slice(0, 16).replace('T', ' ')} UTC` : '-'
