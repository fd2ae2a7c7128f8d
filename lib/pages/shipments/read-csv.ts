/** Reads lines with an invoice number or a token, a tracking number and perhaps a URL, as carriers and spreadsheets write them. */

import Papa from 'papaparse'
import type { Entry } from './lines.ts'

export type Row = Omit<Entry, 'order'>

/** The names of columns in the four languages. The first column that matches is used. */
const columnNames = {
  reference: [
    /^(invoice|order|number|token|reference)/,
    /facture|commande|^num[ée]ro$|jeton/,
    /rechnung|bestell|^nummer$/,
    /factura|pedido|^n[úu]mero$/,
  ],
  trackingUrl: [/url|link|lien|enlace/],
  trackingNumber: [/tracking|shipment|parcel|suivi|colis|sendung|paket|seguimiento|env[íi]o/],
} as const

type Column = keyof typeof columnNames
type Columns = Record<Column, number>

/** Without a line of names, the columns have this sequence. */
const inSequence: Columns = { reference: 0, trackingNumber: 1, trackingUrl: 2 }

function columnsIn(cells: readonly string[]): Columns | null {
  const names = cells.map(cell => cell.trim().toLowerCase())
  const find = (column: Column, taken: readonly number[] = []) =>
    names.findIndex((name, n) => !taken.includes(n) && columnNames[column].some(pattern => pattern.test(name)))
  const trackingUrl = find('trackingUrl')
  const trackingNumber = find('trackingNumber', [trackingUrl])
  const reference = find('reference', [trackingUrl, trackingNumber])
  return reference >= 0 && trackingNumber >= 0 ? { reference, trackingNumber, trackingUrl } : null
}

/** Spreadsheets and our own files put an apostrophe before texts that could be formulas. */
const clean = (cell = '') => cell.trim().replace(/^'(?=[=+\-@])/, '')

export function readRows(text: string): Row[] {
  const { data } = Papa.parse<string[]>(text.replace(/^\uFEFF/, '').trim(), { skipEmptyLines: 'greedy' })
  const [first = []] = data
  const names = columnsIn(first)
  const { reference, trackingNumber, trackingUrl } = names ?? inSequence
  const rows = names ? data.slice(1) : data
  return rows.map(cells => ({
    reference: clean(cells[reference]),
    trackingNumber: clean(cells[trackingNumber]),
    trackingUrl: clean(cells[trackingUrl]),
  }))
}

/** Spreadsheets on Windows write their own code page instead of UTF-8. */
export function decode(bytes: ArrayBuffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}
