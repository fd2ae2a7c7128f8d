/** Text for people: rows as aligned columns. */

/** A name may hold a line break, and must not break the table. */
const oneLine = (cell: string) => cell.replace(/\s+/g, ' ').trim()
const width = (cell: string) => [...cell].length
const padded = (cell: string, to: number) => cell + ' '.repeat(to - width(cell))

export function columns(rows: readonly (readonly string[])[]): string {
  const cells = rows.map(row => row.map(oneLine))
  const widest = (column: number) => Math.max(...cells.map(row => width(row[column] ?? '')))
  const line = (row: string[]) => row.map((cell, column) => padded(cell, widest(column))).join('  ')
  return cells.map(row => line(row).trimEnd()).join('\n')
}

/** A point in time, to the minute. */
export const moment = (timestamp: string | null) =>
  timestamp ? `${timestamp.slice(0, 16).replace('T', ' ')} UTC` : '-'
