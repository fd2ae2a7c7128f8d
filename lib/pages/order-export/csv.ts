/** Converts orders to lines of CSV text. */

import Papa from 'papaparse'
import type { Order } from '../../client/index.ts'
import { type ColumnName, type CsvFormat, columnsOf } from './columns.ts'

/** This mark begins the file, because Excel does not recognize UTF-8 without it. */
const byteOrderMark = '\uFEFF'
const newline = '\r\n'

/** This pattern matches texts that a spreadsheet would run as formulas. It does not match negative numbers. */
const formula = /^[=+@\t\r]|^-(?![\d.,]+$)/

/** A spreadsheet may split the file at another separator, and would then run the rest of such a text as a formula. */
const formulaAfterSeparator = /(?<=[;,\t\r\n])(?=[=+@-])/g

/** Converts rows of cells to CSV text. Writes an apostrophe before each text that a spreadsheet would run. */
function linesOf(rows: string[][], { decimalSeparator }: CsvFormat): string {
  const cells = rows.map(row => row.map(cell => cell.replace(formulaAfterSeparator, "'")))
  const delimiter = decimalSeparator === ',' ? ';' : ','
  return Papa.unparse(cells, { delimiter, newline, escapeFormulae: formula }) + newline
}

/** Returns the names of the columns, in the sequence of the columns in the file. */
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
