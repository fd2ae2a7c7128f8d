/**
 * Parses CSV text of carriers and spreadsheets into rows with an order reference, a tracking number and a tracking URL.
 */

import Papa from 'papaparse'
import type { Entry } from './shipment-lines.ts'

export type Row = Omit<Entry, 'order'>

/** Patterns for column names in four languages. The first column that matches is used. */
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

/** The positions of the columns, for a CSV without column names. */
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

/**
 * Removes the apostrophe before text that looks like a formula. Spreadsheets and the CSV download of orders write this
 * apostrophe.
 */
const clean = (cell = '') => cell.trim().replace(/^'(?=[=+\-@])/, '')

export function parseRows(text: string): Row[] {
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

/** Decodes a file as UTF-8, or else as Windows-1252, which spreadsheets on Windows write. */
export function decodeCsv(bytes: ArrayBuffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}
