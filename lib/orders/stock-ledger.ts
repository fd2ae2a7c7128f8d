/** The stock ledger of an order: what the stock gives for it, and which movements of stock a change of it takes. */

import { isDeepStrictEqual } from 'node:util'
import { namesAndValues, type OrderContent } from './content.ts'

/** A quantity of one product; its custom fields decide the variant. */
export interface StockLine {
  quantity: number
  customFields: { name: string | null; value: string | null }[]
}

/**
 * By the store's product id. Null: the stock was not tracked when the order first needed it, and is never moved. Empty:
 * everything was given back.
 */
export type StockLedger = Record<string, StockLine[] | null>

/** By the store's product id: whether its stock is tracked. */
export type Tracking = ReadonlyMap<string, boolean>

export interface StockMovement {
  userDefinedId: string
  /** What leaves the stock; negative quantities go back to it. */
  lines: StockLine[]
}

type OrderedItems = Pick<OrderContent, 'items'>

/** The products whose stock gives something else than the order wants. */
export function dueProducts(content: OrderedItems, ledger: StockLedger): string[] {
  const wantedById = linesByProduct(content)
  const givenById = new Map(Object.entries(ledger))
  return [...new Set([...wantedById.keys(), ...givenById.keys()])].filter(id => {
    const given = givenById.get(id)
    return given !== null && !isDeepStrictEqual(wantedById.get(id) ?? [], given ?? [])
  })
}

/** Their rows are written together with the order, whose transaction has at most 100 writes. */
export const maxMovements = 50

/** The ledger once the stock of these products gives what the order wants, or as many of them as fit. */
export function ledgerAfter(content: OrderedItems, ledger: StockLedger, tracking: Tracking): StockLedger {
  const wantedById = linesByProduct(content)
  const due = dueProducts(content, ledger)
  const untracked = due.filter(id => tracking.get(id) === false).map(id => [id, null] as const)
  const tracked = due.filter(id => tracking.get(id)).map(id => [id, wantedById.get(id) ?? []] as const)
  return Object.fromEntries([...Object.entries(ledger), ...untracked, ...tracked.slice(0, maxMovements)])
}

/** What the stock has to give between two states of a ledger. */
export function movementsBetween(before: StockLedger, after: StockLedger): StockMovement[] {
  const givenBefore = new Map(Object.entries(before))
  return Object.entries(after).flatMap(([userDefinedId, given]) => {
    const earlier = givenBefore.get(userDefinedId) ?? []
    if (!given || isDeepStrictEqual(given, earlier)) return []
    return [{ userDefinedId, lines: [...given, ...earlier.map(negate)] }]
  })
}

/** Of an order whose products all have tracked stock. */
export const fullLedger = (content: OrderedItems): StockLedger => Object.fromEntries(linesByProduct(content))

function linesByProduct({ items }: OrderedItems): Map<string, StockLine[]> {
  const itemsById = Map.groupBy(items, ({ id }) => id)
  return new Map([...itemsById].map(([id, some]) => [id, some.map(lineOf)]))
}

const lineOf = ({ quantity, customFields }: StockLine): StockLine => ({
  quantity,
  customFields: namesAndValues(customFields),
})
const negate = (line: StockLine): StockLine => ({ ...line, quantity: -line.quantity })
