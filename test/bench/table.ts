/** Formats a table as text. Text is aligned left, and numbers are aligned right. */

export type Cell = string | number

const format = (cell: Cell) =>
  typeof cell === 'string' ? cell : cell.toLocaleString('en', { maximumFractionDigits: 1, useGrouping: true })

export function table(head: readonly string[], rows: readonly (readonly Cell[])[]): string {
  const texts = [head, ...rows.map(row => row.map(format))]
  const widths = head.map((_, column) => Math.max(...texts.map(row => row[column]?.length ?? 0)))
  const isNumber = head.map((_, column) => rows.some(row => typeof row[column] === 'number' || row[column] === '–'))
  const formatRow = (row: readonly string[]) =>
    row
      .map((text, column) => (isNumber[column] ? text.padStart(widths[column] ?? 0) : text.padEnd(widths[column] ?? 0)))
      .join('  ')
      .trimEnd()
  const rule = widths.map(width => '─'.repeat(width)).join('  ')
  return [formatRow(texts[0]!), rule, ...texts.slice(1).map(formatRow)].join('\n')
}
