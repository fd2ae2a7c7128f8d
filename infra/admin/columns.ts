/** Formats rows as a table with aligned columns, and dates for people. */

/** A name may contain a line break, which would break the table. */
const oneLine = (cell: string) => cell.replace(/\s+/g, ' ').trim()
const width = (cell: string) => [...cell].length
const pad = (cell: string, to: number) => cell + ' '.repeat(to - width(cell))

export function columns(rows: readonly (readonly string[])[]): string {
  const cells = rows.map(row => row.map(oneLine))
  const widthOf = (column: number) => Math.max(...cells.map(row => width(row[column] ?? '')))
  const line = (row: string[]) => row.map((cell, column) => pad(cell, widthOf(column))).join('  ')
  return cells.map(row => line(row).trimEnd()).join('\n')
}

/** Formats numbers by kind, such as the numbers of deleted rows. */
export const countColumns = (heading: string, counts: Readonly<Record<string, number>>) =>
  columns([[heading, ''], ...Object.entries(counts).map(([kind, count]) => [kind, String(count)])])

/** Formats a date to the minute. */
export const dateText = (timestamp: string | null) =>
  timestamp ? `${timestamp.slice(0, 16).replace('T', ' ')} UTC` : '-'
