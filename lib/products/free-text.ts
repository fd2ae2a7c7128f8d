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
  return rows.every(choiceFieldsOf) ? freeTextTestOf(rows) : null
}

/**
 * Without its product, a custom field is free text: there is no stock that it could change. The choices of a damaged
 * product are not known, so it has no free text.
 */
export function freeTextTestOf(products: readonly ProductRow[]): IsFreeText {
  const fields = new Map(products.map(row => [row.userDefinedId, choiceFieldsOf(row)]))
  return (userDefinedId, fieldName) => {
    const choices = fields.get(userDefinedId)
    return choices === undefined || choices?.has(fieldName) === false
  }
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
