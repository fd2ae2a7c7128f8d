/** The lists that a product is on, in three orders, with those that are archived and without; and what may be asked of them. */

import { folded } from '../kit/fold.ts'
import type { Tenant } from '../kit/tenant.ts'
import { numbersFrom } from '../lists/entries.ts'
import type { Ask, Question } from '../lists/find.ts'
import { atNumber, atTime } from '../lists/position.ts'
import type { Stand } from '../store/entry.ts'
import type { ProductRow } from './entity.ts'
import { isArchived } from './rules.ts'
import type { ProductQuery } from './shapes.ts'

const orders = {
  NbrSales: { name: 'sales', position: (row: ProductRow) => atNumber(row.units, row.id) },
  SalesValue: { name: 'value', position: (row: ProductRow) => atNumber(row.cents, row.id) },
  CreationDate: { name: 'created', position: (row: ProductRow) => atTime(row.creationDate, row.id) },
}

const [idFacet, textFacet, soldFacet] = [0, 1, 2]
/** Of a description so much is looked through: an entry has to stay small. */
const longestLooked = 1000
/** Between texts that are looked through together; no query holds it. */
const separator = '\u0001'

const listOf = (kind: string, name: string) => `${kind}/${name}`
const [ofAll, ofCurrent] = ['products/all', 'products']

export const everyProduct = (query: ProductQuery, order: keyof typeof orders = query.orderBy) =>
  listOf(query.archived ? ofAll : ofCurrent, orders[order].name)

function facetsOf({ userDefinedId, facts, units }: ProductRow): string[] {
  const { name = null, description = null } = facts.description?.value ?? {}
  const texts = [name, description].map(text => folded(text).slice(0, longestLooked))
  return [folded(userDefinedId), texts.join(separator), units > 0 ? 'sold' : '']
}

export const fixedLists: readonly string[] = [ofAll, ofCurrent].flatMap(kind =>
  Object.values(orders).map(({ name }) => listOf(kind, name)),
)

export function standsOf(row: ProductRow): Stand[] {
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

/** The question that a query asks of a store's products, whatever dates its statistics are of. */
export function questionOf(tenant: Tenant, query: ProductQuery): Question {
  const isSold = query.excludeZeroSales
  const isBySales = query.orderBy === 'NbrSales'
  return {
    ...tenant,
    all: everyProduct(query),
    asks: isSold && !isBySales ? [...asksOf(query), askForSales] : asksOf(query),
    range: isSold && isBySales ? soldAtAll : undefined,
    direction: 'backwards',
  }
}

/** Who has sold one stands above all who have sold none. */
const soldAtAll = numbersFrom(1)

const askForSales: Ask = { facet: soldFacet, matches: said => said === 'sold' }

export function asksOf({ userDefinedId, keywords }: ProductQuery): Ask[] {
  const asks: Ask[] = []
  if (userDefinedId) asks.push({ facet: idFacet, matches: said => said.includes(folded(userDefinedId)) })
  if (keywords) asks.push(askForWords(folded(keywords)))
  return asks
}

/** In the name, the description or the id. */
const askForWords = (part: string): Ask => ({
  facet: textFacet,
  matches: (said, facets) => said.includes(part) || (facets[idFacet] ?? '').includes(part),
})
