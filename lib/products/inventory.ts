/** How much there is of a product: what a sale takes, and what a shop says anew. */

import { type Faults, validationProblem } from '../core/problem.ts'
import type { StockLine } from '../orders/index.ts'
import type { Dropdown } from './rules.ts'
import type { ProductChange } from './schemas.ts'
import { finderOf, requireDropdowns, requireRoom, type Variant, variantsWith } from './variants.ts'

/** Absent, disabled, one stock for all, or one for each variant. */
export type Inventory =
  | { method: 'Disabled' }
  | { method: 'Single'; stock: number; allowOutOfStockPurchases: boolean }
  | { method: 'Variant'; variants: Variant[]; allowOutOfStockPurchases: boolean }

export const hasStock = ({ inventory }: { inventory?: Inventory | undefined }) =>
  inventory !== undefined && inventory.method !== 'Disabled'

export function afterSale(inventory: Inventory, lines: readonly StockLine[]): Inventory {
  if (inventory.method === 'Single') return { ...inventory, stock: inventory.stock - unitsIn(lines) }
  if (inventory.method === 'Variant')
    return { ...inventory, variants: variantsAfter(inventory.variants, lines) }
  return inventory
}

const unitsIn = (lines: readonly StockLine[]) => lines.reduce((units, { quantity }) => units + quantity, 0)

/** Each line is of one variant, if it is of any. */
function variantsAfter(variants: readonly Variant[], lines: readonly StockLine[]): Variant[] {
  const variantOf = finderOf(variants)
  const bought = Map.groupBy(lines, ({ customFields }) => variantOf(customFields))
  return variants.map(variant => ({
    ...variant,
    stock: variant.stock - unitsIn(bought.get(variant) ?? []),
  }))
}

/** Everything that has gone below nothing where that is not allowed. */
export const isOversold = (inventory: Inventory) =>
  (inventory.method === 'Single' && inventory.stock < 0 && !inventory.allowOutOfStockPurchases) ||
  (inventory.method === 'Variant' &&
    inventory.variants.some(({ stock, allowOutOfStockPurchases }) => stock < 0 && !allowOutOfStockPurchases))

/** What is there by now, what is wanted, and what there is to choose from. */
interface Wish {
  current: Inventory | undefined
  wanted: ProductChange
  dropdowns: readonly Dropdown[]
}

/** What one method needs to know is forgotten when another one is chosen. */
export function inventoryAfter(wish: Wish): Inventory | undefined {
  const { current, wanted } = wish
  const method = wanted.inventoryManagementMethod ?? current?.method
  if (!method) return requireSilence(wanted)
  requireFitting(wanted, method)
  if (method === 'Disabled') return { method }
  const allowOutOfStockPurchases = wanted.allowOutOfStockPurchases ?? allowing(current) ?? false
  if (method === 'Variant')
    return { method, variants: variantsFor(wish, allowOutOfStockPurchases), allowOutOfStockPurchases }
  const known = current?.method === 'Single' ? current.stock : 0
  return { method, stock: wanted.stock ?? known, allowOutOfStockPurchases }
}

const allowing = (inventory: Inventory | undefined) =>
  inventory && inventory.method !== 'Disabled' ? inventory.allowOutOfStockPurchases : undefined

/** Where no method was ever chosen there is nothing that a stock could belong to. */
function requireSilence({ stock, variants }: ProductChange): undefined {
  if (stock != null || variants != null)
    throw validationProblem({ inventoryManagementMethod: ['is required with stock or variants'] })
}

/** Forms send everything back, and say by the method what of it they mean; who names none means the current one. */
function requireFitting({ inventoryManagementMethod, stock, variants }: ProductChange, method: string): void {
  if (inventoryManagementMethod) return
  const faults: Faults = {}
  if (stock != null && method !== 'Single') faults.stock = [misplaced('Single', method)]
  if (variants != null && method !== 'Variant') faults.variants = [misplaced('Variant', method)]
  if (Object.keys(faults).length > 0) throw validationProblem(faults)
}

const misplaced = (needed: string, method: string) =>
  `belongs to the inventoryManagementMethod ${needed}, and the product has ${method}`

/** A page may have lost its fields since: who chooses no method has nothing to do with that. */
function variantsFor({ current, wanted, dropdowns }: Wish, allowOutOfStockPurchases: boolean): Variant[] {
  const { inventoryManagementMethod, variants } = wanted
  if (inventoryManagementMethod) requireDropdowns(dropdowns)
  const before = current?.method === 'Variant' ? current.variants : []
  return requireRoom(variantsWith(before, variants ?? [], { dropdowns, allowOutOfStockPurchases }))
}
