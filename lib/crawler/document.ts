/** The products that a JSON document lists: one object, or an array of them. */

import { isObject } from '../core/json.ts'
import type { Faults } from '../core/problem.ts'
import { type CrawledProduct, maxProducts, type Source } from './crawled-product.ts'
import { readerFrom } from './entry.ts'
import { faulty, refusal } from './refusal.ts'

/** Each may be wrong in many ways, and telling them takes its time. */
const mostFaulty = 20

/** Whoever writes a document for us wants to know of each mistake: one is enough to take nothing. */
export async function fromDocument(
  texts: AsyncIterable<string>,
  { url, currency }: Source,
): Promise<CrawledProduct[]> {
  const written = entriesOf(parsed(await whole(texts)))
  if (written.length > maxProducts) throw refusal('products')
  const read = readerFrom({ currency, base: url, isNamed: false })
  const seen: CrawledProduct[] = []
  const faulties: Faults[] = []
  for (const [n, one] of written.entries()) {
    const { entry, faults } = read(`entries[${n}]`, flat(one))
    if (faults) faulties.push(faults)
    else seen.push({ ...entry, ...inventoryOf(one) })
    if (faulties.length === mostFaulty) break
  }
  if (faulties.length > 0) throw faulty(faulties)
  return seen
}

/** A page is read piece by piece, but JSON.parse takes a document as a whole. */
async function whole(texts: AsyncIterable<string>): Promise<string> {
  let text = ''
  for await (const piece of texts) text += piece
  return text
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (fault) {
    if (!(fault instanceof SyntaxError)) throw fault
    throw refusal('json')
  }
}

function entriesOf(document: unknown): unknown[] {
  if (Array.isArray(document)) return document
  if (isObject(document)) return [document]
  throw refusal('document')
}

/** Carts have the dimensions as an object of their own. */
const flat = (entry: unknown) =>
  isObject(entry) && isObject(entry.dimensions) ? { ...entry.dimensions, ...entry } : entry

const inventoryFields = ['inventoryManagementMethod', 'stock', 'variants', 'allowOutOfStockPurchases']

/** As it is written: what it means is decided where products are. */
function inventoryOf(entry: unknown): Pick<CrawledProduct, 'inventory'> {
  const told = isObject(entry) ? inventoryFields.filter(field => entry[field] !== undefined) : []
  if (!isObject(entry) || told.length === 0) return {}
  return { inventory: Object.fromEntries(told.map(field => [field, entry[field]])) }
}
