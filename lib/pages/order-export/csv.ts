/** Writes orders as the lines of a CSV file. */

import Papa from 'papaparse'
import type { Order } from '../../client/index.ts'
import { type ColumnName, type CsvFormat, columnsOf } from './columns.ts'

/** Excel reads a file as UTF-8 only if it begins with this mark. */
const byteOrderMark = '\uFEFF'
const newline = '\r\n'

/** A spreadsheet would run texts that begin like this as formulas. Numbers are not formulas. */
const formula = /^[=+@\t\r]|^-(?![\d.,]+$)/

/** Papa Parse puts an apostrophe before formulas. */
const linesOf = (cells: string[][], { decimalSeparator }: CsvFormat) =>
  Papa.unparse(cells, { delimiter: decimalSeparator === ',' ? ';' : ',', newline, escapeFormulae: formula }) + newline

/** The columns have the sequence of their texts. */
const namesIn = ({ text }: CsvFormat) => Object.keys(text.columns) as ColumnName[]

/** The first line of the file, with the names of the columns. */
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
