/** The stock ledger of an order: what the stock has given for it, and what is still to be moved. */

import { isDeepStrictEqual } from 'node:util'
import { namesAndValues, type OrderContent } from './content.ts'

/** A quantity of one product; its custom fields decide the variant. */
export interface StockLine {
  quantity: number
  customFields: { name: string | null; value: string | null }[]
}

/** By the store's product id. Null: the stock was not tracked when the order first needed it, and is never moved. */
export type StockLedger = Record<string, StockLine[] | null>

export interface StockMovement {
  userDefinedId: string
  /** What leaves the stock; negative quantities go back to it. */
  lines: StockLine[]
  /** The product's lines in the ledger afterwards; absent when the order no longer has the product. */
  wanted: StockLine[] | undefined
}

/** What the order wants minus what the stock has given, product by product. */
export function stockMovements(content: Pick<OrderContent, 'items'>, ledger: StockLedger): StockMovement[] {
  const wantedById = linesByProduct(content)
  const givenById = new Map(Object.entries(ledger))
  return [...new Set([...wantedById.keys(), ...givenById.keys()])].flatMap(userDefinedId => {
    const [wanted, given] = [wantedById.get(userDefinedId), givenById.get(userDefinedId)]
    if (given === null || isDeepStrictEqual(wanted, given)) return []
    return [{ userDefinedId, lines: [...(wanted ?? []), ...(given ?? []).map(negate)], wanted }]
  })
}

/** The ledger once these movements are made; products without tracked stock are left alone from then on. */
export function applyMovements(
  ledger: StockLedger,
  movements: readonly StockMovement[],
  isTracked: (userDefinedId: string) => boolean,
): StockLedger {
  const linesById = new Map(Object.entries(ledger))
  for (const { userDefinedId, wanted } of movements) {
    if (!isTracked(userDefinedId)) linesById.set(userDefinedId, null)
    else if (wanted) linesById.set(userDefinedId, wanted)
    else linesById.delete(userDefinedId)
  }
  return Object.fromEntries(linesById)
}

/** Marks all products of the order as untracked, except those that the ledger already has. */
export function markUntracked(content: Pick<OrderContent, 'items'>, ledger: StockLedger): StockLedger {
  const untracked = content.items.map(({ id }) => [id, null] as const)
  return { ...Object.fromEntries(untracked), ...ledger }
}

/** Of an order whose products all have tracked stock, once it is taken. */
export const fullLedger = (content: Pick<OrderContent, 'items'>): StockLedger =>
  Object.fromEntries(linesByProduct(content))

function linesByProduct({ items }: Pick<OrderContent, 'items'>): Map<string, StockLine[]> {
  const itemsById = Map.groupBy(items, ({ id }) => id)
  return new Map([...itemsById].map(([id, some]) => [id, some.map(lineOf)]))
}

const lineOf = ({ quantity, customFields }: StockLine): StockLine => ({
  quantity,
  customFields: namesAndValues(customFields),
})
const negate = (line: StockLine): StockLine => ({ ...line, quantity: -line.quantity })
