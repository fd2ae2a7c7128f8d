/** Converts orders to lines of CSV text. */

import Papa from 'papaparse'
import type { Order } from '../../client/index.ts'
import { type ColumnName, type CsvFormat, columnsOf } from './columns.ts'

/** This mark begins the file, because Excel does not recognize UTF-8 without it. */
const byteOrderMark = '\uFEFF'
const newline = '\r\n'

/** This pattern matches texts that a spreadsheet would run as formulas. It does not match negative numbers. */
const formula = /^[=+@\t\r]|^-(?![\d.,]+$)/

/** Papa Parse escapes texts that match `formula` with an apostrophe. */
const linesOf = (cells: string[][], { decimalSeparator }: CsvFormat) =>
  Papa.unparse(cells, { delimiter: decimalSeparator === ',' ? ';' : ',', newline, escapeFormulae: formula }) + newline

/** The columns are in the order of their names in the texts. */
const namesIn = ({ text }: CsvFormat) => Object.keys(text.columns) as ColumnName[]

/** Returns the first line of the file, with the names of the columns. */
export const headerLine = (format: CsvFormat): string =>
  byteOrderMark + linesOf([namesIn(format).map(name => format.text.columns[name])], format)

export function orderLines(orders: readonly Order[], format: CsvFormat): string {
  const columns = columnsOf(format)
  const names = namesIn(format)
  return linesOf(
    orders.map(order => names.map(name => columns[name](order))),
    format,
  )
}
