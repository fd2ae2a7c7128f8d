/** Tells choices in an order from free text. An erasure keeps choices, because they determine the variant that was sold. */

import { productIdOf } from '../core/ids.ts'
import type { IsFreeText, OrderRow } from '../orders/index.ts'
import { batchGet } from '../store/batch.ts'
import { keyOf, ProductRow } from './entity.ts'
import { dropdownsOf } from './rules.ts'

/** Reads the products whose stock the order changes. Without its product, a choice has no use and is free text, too. */
export async function createFreeTextTest(order: OrderRow): Promise<IsFreeText> {
  const ids = [...new Set(order.content?.items.map(({ id }) => id))].filter(id => order.stockLedger[id] !== null)
  const rows = await batchGet<ProductRow>(
    ProductRow,
    ids.map(id => keyOf(order, productIdOf(order, id))),
  )
  const fields = new Map([...ids.map(noChoices), ...rows.map(choiceFieldsOf)])
  return (userDefinedId, fieldName) => fields.get(userDefinedId)?.has(fieldName) === false
}

const noChoices = (userDefinedId: string) => [userDefinedId, new Set<string | null>()] as const

const choiceFieldsOf = (row: ProductRow) =>
  [
    row.userDefinedId,
    new Set<string | null>([...dropdownsOf(row), ...variationsOf(row)].map(({ name }) => name)),
  ] as const

const variationsOf = ({ inventory }: ProductRow) =>
  inventory?.method === 'Variant' ? inventory.variants.flatMap(({ variation }) => variation) : []
