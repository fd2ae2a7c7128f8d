/** Distinguishes choices from free text. An erasure keeps choices, because they determine the variant that was sold. */

import { productIdOf } from '../core/ids.ts'
import type { IsFreeText, OrderRow } from '../orders/index.ts'
import { batchGet } from '../store/batch.ts'
import { keyOf, ProductRow } from './entity.ts'
import { dropdownsOf } from './rules.ts'

/** Reads the products of an order whose stock may be tracked. Returns null if one of them is damaged. */
export async function readFreeTextTest(order: OrderRow): Promise<IsFreeText | null> {
  const ids = [...new Set(order.content?.items.map(({ id }) => id))].filter(id => order.stockLedger[id] !== null)
  const keys = ids.map(id => keyOf(order, productIdOf(order, id)))
  const rows = await batchGet<ProductRow>(ProductRow, keys, true)
  return rows.every(choiceFieldsOf) ? freeTextTestOf(ids, rows) : null
}

/**
 * Returns the test for the products with the given ids, of which `products` are those that exist. Without its product, a
 * custom field is free text: there is no stock that it could change. The choices of other and of damaged products are
 * not known, so they have no free text. If a choice were erased, goods would seem to return to stock.
 */
export function freeTextTestOf(userDefinedIds: readonly string[], products: readonly ProductRow[]): IsFreeText {
  const none = new Set<string | null>()
  const choices = new Map<string, Set<string | null> | null>(userDefinedIds.map(id => [id, none]))
  for (const row of products) choices.set(row.userDefinedId, choiceFieldsOf(row))
  return (userDefinedId, fieldName) => choices.get(userDefinedId)?.has(fieldName) === false
}

/** Returns null if the row is damaged. */
function choiceFieldsOf(row: ProductRow): Set<string | null> | null {
  try {
    return new Set([...dropdownsOf(row), ...variationsOf(row)].map(({ name }) => name))
  } catch {
    return null
  }
}

const variationsOf = ({ inventory }: ProductRow) =>
  inventory?.method === 'Variant' ? inventory.variants.flatMap(({ variation }) => variation) : []
