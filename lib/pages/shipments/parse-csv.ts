/**
 * Parses CSV text of carriers and spreadsheets into rows with an order reference, a tracking number and a tracking URL.
 */

import Papa from 'papaparse'
import type { Entry } from './shipment-lines.ts'

export type Row = Omit<Entry, 'order'>

/** Words in names of columns, in four languages, as `wordsOf` writes them: in lower case and without accents. */
const number = /\b(numbers?|numeros?|nummern?|num|no|nr|n|codes?|codigo|ids?)\b/
const invoice = /\b(invoice|facture|factura|rechnungs?)\b/
const order = /\b(order|commande|pedido|bestell|bestellung|auftrags?)\b/
const tracking = /\b(trackings?|suivi|seguimiento|sendungsverfolgungs?)\b/
const parcel = /\b(shipment|consignment|parcel|package|colis|envoi|expedition|sendungs?|pakets?|envio|paquete)\b/
const url = /\b(\w*urls?|\w*links?|liens?|enlaces?)\b/
const referenceName = /\b(reference|referencia|referenz)\b/
const company = /\b(carrier|transporteur|transportista|company|provider|service)\b/

/** Words for other facts about shipments and orders, such as their dates. Columns with these words are never used. */
const otherFacts = [
  /\b(date|fecha|datum|time|heure|hora|zeit|status|statut|estado|state|type|tipo|art)\b/,
  /\b(method|methode|metodo|mode|forma)\b/,
  /\b(costs?|cout|coste|costo|kosten|fees?|frais|gastos|gebuhr|price|prix|precio|preis|currency)\b/,
  /\b(amount|montant|importe|betrag|total|sum|somme|suma|summe|value|valeur|valor|wert)\b/,
  /\b(count|number of|nombre|nb|anzahl|cantidad|quantity|qty|weight|poids|peso|gewicht)\b/,
  /\b(customer|client|cliente|kunden?|e ?mail|correo|address|adresse|direccion)\b/,
]

/**
 * Patterns for the names of columns, best first: all patterns of one group must match. Names such as "Shipment" are used
 * only if they are whole, and "Envío" never, because it is the shipping fee in the CSV download of orders.
 */
const columnNames = {
  trackingUrl: [
    [tracking, url],
    [parcel, url],
    [/^((tracking|sendungs|sendungsverfolgungs|paket)?(urls?|links?)|lien|enlace)$/],
  ],
  trackingNumber: [
    [tracking, number],
    [/\b(tracking|sendungs|sendungsverfolgungs|paket)(number|nummer|nr|code|id)\b/],
    [tracking],
    [parcel, number],
    [/^(shipment|parcel|colis|sendung|paket|paquete)$/],
    [parcel, referenceName],
  ],
  reference: [
    [invoice, number],
    [/\b(invoice|rechnungs)(number|nummer|nr)\b/],
    [order, number],
    [/\b(order|bestell|auftrags)(number|nummer|nr|id)\b/],
    [/^(invoice|facture|factura|rechnung|order|commande|pedido|bestellung|auftrag)$/],
    [/^(number|numero|nummer|no|nr|n)$/],
    [/\b(token|jeton)\b/],
    [invoice],
    [order],
    [referenceName],
  ],
} as const

type Column = keyof typeof columnNames
type Columns = Record<Column, number>

/** The positions of the columns, for a CSV without column names. */
const inSequence: Columns = { reference: 0, trackingNumber: 1, trackingUrl: 2 }

/** Splits a name such as `trackingNumber` or `N° de suivi` into words. */
const wordsOf = (name: string) =>
  name
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z\d]+/g, ' ')
    .trim()

/** Invoice numbers such as `ORDER-1042` are no names, so the name of a reference has no digits. */
const excludedNames = {
  trackingUrl: otherFacts,
  trackingNumber: [url, ...otherFacts],
  reference: [url, tracking, parcel, /\d/, ...otherFacts],
} as const

/** Returns whether a column has the name of a carrier, unlike "Carrier tracking number". */
const isCompany = (name: string) => company.test(name) && !(tracking.test(name) && number.test(name))

/** Returns the position of the first name that matches the best group of patterns, or -1. */
function findColumn(names: readonly string[], column: Column): number {
  const excluded = excludedNames[column]
  const isExcluded = (name: string) => isCompany(name) || excluded.some(pattern => pattern.test(name))
  const possible = names.map(name => (isExcluded(name) ? '' : name))
  const positions = columnNames[column].map(group =>
    possible.findIndex(name => group.every(pattern => pattern.test(name))),
  )
  return positions.find(position => position >= 0) ?? -1
}

/** Finds the columns by their names. Returns null if the cells are no names, because none is that of a reference. */
function columnsIn(cells: readonly string[]): Columns | null {
  const names = cells.map(wordsOf)
  const reference = findColumn(names, 'reference')
  if (reference < 0) return null
  return {
    reference,
    trackingNumber: findColumn(names, 'trackingNumber'),
    trackingUrl: findColumn(names, 'trackingUrl'),
  }
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
