/**
 * Computes stock ledgers. A ledger contains the quantities that an order takes from stock, and a change of the ledger
 * is a stock movement.
 */

import { isDeepStrictEqual } from 'node:util'
import { namesAndValues, type OrderContent } from './content.ts'

/** A quantity of a product. The custom fields determine the variant of the product. */
export interface StockLine {
  quantity: number
  customFields: { name: string | null; value: string | null }[]
}

/**
 * Maps the store's product ids to the quantities that an order takes from stock. Null means that the order never
 * changes the stock of the product, because the stock was not tracked, or because the order was imported or backfilled.
 * An empty list means that all goods were returned to stock.
 */
export type StockLedger = Record<string, StockLine[] | null>

/** Maps the store's product ids to whether the stock is tracked. A `busy` product is tracked and sells fast. */
export type StockTracking = ReadonlyMap<string, 'untracked' | 'tracked' | 'busy'>

export interface StockMovement {
  userDefinedId: string
  /** Positive quantities leave the stock. Negative quantities return to the stock. */
  lines: StockLine[]
}

type OrderedItems = Pick<OrderContent, 'items'>

/** Returns the products whose quantities in ledger and order differ. Excludes products with null in the ledger. */
export function differingProducts(content: OrderedItems, ledger: StockLedger): string[] {
  const wantedById = linesByProduct(content)
  const givenById = new Map(Object.entries(ledger))
  return [...new Set([...wantedById.keys(), ...givenById.keys()])].filter(id => {
    const given = givenById.get(id)
    return given !== null && !isDeepStrictEqual(wantedById.get(id) ?? [], given ?? [])
  })
}

/**
 * The maximum number of movements in the transaction that saves an order. DynamoDB allows 100 writes in a transaction,
 * but the order has other writes too.
 */
export const maxMovements = 50

/**
 * Returns the ledger with the quantities in the order, and null for untracked products. If more than `maxMovements`
 * tracked products differ, only the first ones change, so that their movements fit into one transaction.
 */
export function ledgerAfterChange(content: OrderedItems, ledger: StockLedger, tracking: StockTracking): StockLedger {
  const wantedById = linesByProduct(content)
  const due = differingProducts(content, ledger)
  const untracked = due.filter(id => tracking.get(id) === 'untracked').map(id => [id, null] as const)
  const isTracked = (id: string) => tracking.get(id) === 'tracked' || tracking.get(id) === 'busy'
  const tracked = due.filter(isTracked).map(id => [id, wantedById.get(id) ?? []] as const)
  return Object.fromEntries([...Object.entries(ledger), ...untracked, ...tracked.slice(0, maxMovements)])
}

/**
 * Returns the ledger after an import, which records no stock movements. Products in the ledger get the quantities in
 * the order. Other products get null, so that the order never changes their stock.
 */
export function ledgerAfterImport(content: OrderedItems, ledger: StockLedger): StockLedger {
  const wantedById = linesByProduct(content)
  const due = differingProducts(content, ledger)
  return {
    ...ledger,
    ...Object.fromEntries(due.map(id => [id, Object.hasOwn(ledger, id) ? (wantedById.get(id) ?? []) : null])),
  }
}

export function movementsBetween(before: StockLedger, after: StockLedger): StockMovement[] {
  const givenBefore = new Map(Object.entries(before))
  return Object.entries(after).flatMap(([userDefinedId, given]) => {
    const earlier = givenBefore.get(userDefinedId) ?? []
    if (!given || isDeepStrictEqual(given, earlier)) return []
    return [{ userDefinedId, lines: [...given, ...earlier.map(negate)] }]
  })
}

/** Returns the ledger that an order has if the stock of all its products is tracked. */
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
