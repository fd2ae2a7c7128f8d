/** The lists that a product is on, in three orders, with those that are archived and without; and what may be asked of them. */

import { normalize } from '../core/normalize.ts'
import type { Tenant } from '../core/tenant.ts'
import { rangeFromNumber } from '../lists/entries.ts'
import type { Filter, ListQuery } from '../lists/find.ts'
import { numberPosition, timePosition } from '../lists/position.ts'
import type { ListEntry } from '../store/list-entry.ts'
import type { ProductRow } from './entity.ts'
import { isArchived } from './rules.ts'
import type { ProductQuery } from './schemas.ts'

const orders = {
  NbrSales: { name: 'sales', position: (row: ProductRow) => numberPosition(row.unitsSold, row.id) },
  SalesValue: { name: 'value', position: (row: ProductRow) => numberPosition(row.salesAmount, row.id) },
  CreationDate: { name: 'created', position: (row: ProductRow) => timePosition(row.creationDate, row.id) },
}

const [idFacet, textFacet, soldFacet] = [0, 1, 2]
/** Of a description so much is looked through: an entry has to stay small. */
const longestLooked = 1000
/** Between texts that are looked through together; no query holds it. */
const separator = '\u0001'

const listOf = (kind: string, name: string) => `${kind}/${name}`
const [ofAll, ofCurrent] = ['products/all', 'products']

export const productListName = (query: ProductQuery, order: keyof typeof orders = query.orderBy) =>
  listOf(query.archived ? ofAll : ofCurrent, orders[order].name)

function facetsOf({ userDefinedId, latest, unitsSold }: ProductRow): string[] {
  const { name = null, description = null } = latest.description?.value ?? {}
  const texts = [name, description].map(text => normalize(text).slice(0, longestLooked))
  return [normalize(userDefinedId), texts.join(separator), unitsSold > 0 ? 'sold' : '']
}

export const fixedLists: readonly string[] = [ofAll, ofCurrent].flatMap(kind =>
  Object.values(orders).map(({ name }) => listOf(kind, name)),
)

export function listEntriesOf(row: ProductRow): ListEntry[] {
  const facets = facetsOf(row)
  const kinds = isArchived(row) ? [ofAll] : [ofAll, ofCurrent]
  return kinds.flatMap(kind =>
    Object.values(orders).map(({ name, position }) => ({
      list: listOf(kind, name),
      position: position(row),
      facets,
    })),
  )
}

/** The question that a query filters of a store's products, whatever dates its statistics are of. */
export function listQueryOf(tenant: Tenant, query: ProductQuery): ListQuery {
  const isSold = query.excludeZeroSales
  const isBySales = query.orderBy === 'NbrSales'
  return {
    ...tenant,
    all: productListName(query),
    filters: isSold && !isBySales ? [...filtersOf(query), askForSales] : filtersOf(query),
    range: isSold && isBySales ? soldAtAll : undefined,
    direction: 'backwards',
  }
}

/** Who has sold one stands above all who have sold none. */
const soldAtAll = rangeFromNumber(1)

const askForSales: Filter = { facet: soldFacet, matches: said => said === 'sold' }

export function filtersOf({ userDefinedId, keywords }: ProductQuery): Filter[] {
  const filters: Filter[] = []
  if (userDefinedId)
    filters.push({ facet: idFacet, matches: said => said.includes(normalize(userDefinedId)) })
  if (keywords) filters.push(askForWords(normalize(keywords)))
  return filters
}

/** In the name, the description or the id. */
const askForWords = (part: string): Filter => ({
  facet: textFacet,
  matches: (said, facets) => said.includes(part) || (facets[idFacet] ?? '').includes(part),
})
