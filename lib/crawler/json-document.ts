/** Extracts products from a JSON document: an object or an array of objects. */

import { text as textOf } from 'node:stream/consumers'
import { isObject, parseJson } from '../core/json.ts'
import type { FieldErrors } from '../core/problem.ts'
import { invalidProductsProblem, pageProblem } from './problems.ts'
import { type CrawledProduct, createProductParser, maxProductsPerPage, type PageSource } from './product-schema.ts'

/** Parsing stops after this many invalid products, because each invalid product may have many errors. */
const maxInvalid = 20

/** Returns the products of a document. Throws if one of the products is invalid. */
export async function productsFromJson(
  texts: AsyncIterable<string>,
  { url, currency }: PageSource,
): Promise<CrawledProduct[]> {
  const entries = entriesOf(parseJson(await textOf(texts), () => pageProblem('json')))
  if (entries.length > maxProductsPerPage) throw pageProblem('products')
  const parse = createProductParser({ currency, base: url, requiresName: false })
  const products: CrawledProduct[] = []
  const invalid: FieldErrors[] = []
  for (const [n, entry] of entries.entries()) {
    const { product, faults } = parse(`entries[${n}]`, flattenDimensions(entry))
    if (faults) invalid.push(faults)
    else products.push({ ...product, ...inventoryOf(entry) })
    if (invalid.length === maxInvalid) break
  }
  if (invalid.length > 0) throw invalidProductsProblem(invalid)
  return products
}

function entriesOf(document: unknown): unknown[] {
  if (Array.isArray(document)) return document
  if (isObject(document)) return [document]
  throw pageProblem('document')
}

/**
 * Moves the dimensions out of the object `dimensions`. Cart items have this object, and a JSON document may use the
 * format of cart items.
 */
const flattenDimensions = (entry: unknown) =>
  isObject(entry) && isObject(entry.dimensions) ? { ...entry.dimensions, ...entry } : entry

const inventoryFields = ['inventoryManagementMethod', 'stock', 'variants', 'allowOutOfStockPurchases']

/** The inventory fields stay unparsed, because only the products module can validate them. */
function inventoryOf(entry: unknown): Pick<CrawledProduct, 'inventory'> {
  if (!isObject(entry)) return {}
  const present = inventoryFields.filter(field => entry[field] !== undefined)
  if (present.length === 0) return {}
  return { inventory: Object.fromEntries(present.map(field => [field, entry[field]])) }
}
