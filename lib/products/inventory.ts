/** Defines the inventory of a product, and how sales and requests change it. */

import { type FieldErrors, validationProblem } from '../core/problem.ts'
import type { StockLine } from '../orders/index.ts'
import type { Dropdown } from './rules.ts'
import type { ProductChange } from './schemas.ts'
import {
  createBoughtVariantFinder,
  requireDropdowns,
  requireVariantsSize,
  stockFault,
  type Variant,
  variantsAfterChange,
} from './variants.ts'

/** The stock of a product: not tracked, a single number, or a number for each variant. */
export type Inventory = (
  | { method: 'Disabled' }
  | { method: 'Single'; stock: number; allowOutOfStockPurchases: boolean }
  | { method: 'Variant'; variants: Variant[]; allowOutOfStockPurchases: boolean }
) & {
  /**
   * The marks of the stock movements that are already applied to the stock (see `markOf` in apply-stock-movements.ts). The
   * rows of these movements may still exist, and must not be applied again.
   */
  moved?: string[] | undefined
  /**
   * A hash of the modification date and the stock that the product had at the source of its last import. A later import
   * replaces the stock if they have changed since. Absent if a request has set the stock since. If this hash were made
   * in another way, the next import would undo all sales.
   */
  importedAs?: string | undefined
  /** True in rows of an earlier release while the stock is as it was imported. */
  asImported?: true | undefined
}

/** A product sells fast if `moved` has at least this many marks, because `moved` has marks of recent movements only. */
const busyMovements = 8

export function stockTrackingOf({ inventory }: { inventory?: Inventory | undefined }) {
  if (!tracksStock({ inventory })) return 'untracked'
  return (inventory?.moved?.length ?? 0) < busyMovements ? 'tracked' : 'busy'
}

export const tracksStock = ({ inventory }: { inventory?: Inventory | undefined }) =>
  inventory !== undefined && inventory.method !== 'Disabled'

export function inventoryAfterSale({ asImported: _, ...inventory }: Inventory, lines: readonly StockLine[]): Inventory {
  if (inventory.method === 'Single') return { ...inventory, stock: inventory.stock - unitsIn(lines) }
  if (inventory.method === 'Variant') return { ...inventory, variants: variantsAfterSale(inventory.variants, lines) }
  return inventory
}

const unitsIn = (lines: readonly StockLine[]) => lines.reduce((units, { quantity }) => units + quantity, 0)

/**
 * Subtracts the units of each line from the variant that was bought. A line that matches no variant changes no stock.
 */
function variantsAfterSale(variants: readonly Variant[], lines: readonly StockLine[]): Variant[] {
  const variantOf = createBoughtVariantFinder(variants)
  const bought = Map.groupBy(lines, ({ customFields }) => variantOf(customFields))
  return variants.map(variant => ({ ...variant, stock: variant.stock - unitsIn(bought.get(variant) ?? []) }))
}

/** A stock is oversold if it is negative although out-of-stock purchases are not allowed. */
export const isOversold = (inventory: Inventory) =>
  (inventory.method === 'Single' && inventory.stock < 0 && !inventory.allowOutOfStockPurchases) ||
  (inventory.method === 'Variant' &&
    inventory.variants.some(({ stock, allowOutOfStockPurchases }) => stock < 0 && !allowOutOfStockPurchases))

interface InventoryChange {
  current: Inventory | undefined
  wanted: ProductChange
  dropdowns: readonly Dropdown[]
}

export function inventoryAfterChange(change: InventoryChange): Inventory | undefined {
  const inventory = configure(change)
  const moved = change.current?.moved
  return inventory && moved ? { ...inventory, moved } : inventory
}

/** If a request sets another inventory management method, the stock of the previous method is dropped. */
function configure(change: InventoryChange): Inventory | undefined {
  const { current, wanted } = change
  const method = wanted.inventoryManagementMethod ?? impliedMethod(wanted, current)
  if (!method) return undefined
  requireStockOfMethod(wanted, method)
  if (method === 'Disabled') return { method }
  const allowOutOfStockPurchases = wanted.allowOutOfStockPurchases ?? outOfStockSetting(current) ?? false
  if (method === 'Variant')
    return { method, variants: variantsFor(change, allowOutOfStockPurchases), allowOutOfStockPurchases }
  return { method, stock: stockFor(change, allowOutOfStockPurchases), allowOutOfStockPurchases }
}

function stockFor({ current, wanted }: InventoryChange, allowOutOfStockPurchases: boolean): number {
  const fault = stockFault(wanted.stock, allowOutOfStockPurchases)
  if (fault) throw validationProblem({ stock: [fault] })
  return wanted.stock ?? (current?.method === 'Single' ? current.stock : 0)
}

const outOfStockSetting = (inventory: Inventory | undefined) =>
  inventory && inventory.method !== 'Disabled' ? inventory.allowOutOfStockPurchases : undefined

/**
 * Returns the inventory management method for a request that does not set one. A product whose stock is tracked keeps
 * its method. For other products, `stock` implies Single, and `variants` implies Variant.
 */
function impliedMethod({ stock, variants }: ProductChange, current: Inventory | undefined) {
  if (current && current.method !== 'Disabled') return current.method
  if (stock != null && variants != null)
    throw validationProblem({ inventoryManagementMethod: ['is required with both stock and variants'] })
  if (stock != null) return 'Single'
  return variants != null ? 'Variant' : current?.method
}

/**
 * If the request does not set the inventory management method, the sent stock and variants must fit the product's
 * method.
 */
function requireStockOfMethod({ inventoryManagementMethod, stock, variants }: ProductChange, method: string): void {
  if (inventoryManagementMethod) return
  const faults: FieldErrors = {}
  if (stock != null && method !== 'Single') faults.stock = [misplaced('Single', method)]
  if (variants != null && method !== 'Variant') faults.variants = [misplaced('Variant', method)]
  if (Object.keys(faults).length > 0) throw validationProblem(faults)
}

const misplaced = (needed: string, method: string) =>
  `requires the inventoryManagementMethod ${needed}, but the product has ${method}`

/**
 * Setting the method to Variant, or adding a variant, requires that the product has dropdown fields. Changing existing
 * variants does not require this, because a product may lose its dropdown fields later.
 */
function variantsFor({ current, wanted, dropdowns }: InventoryChange, allowOutOfStockPurchases: boolean): Variant[] {
  const { inventoryManagementMethod, variants } = wanted
  const before = current?.method === 'Variant' ? current.variants : undefined
  if (inventoryManagementMethod || !before) requireDropdowns(dropdowns)
  return requireVariantsSize(variantsAfterChange(before ?? [], variants ?? [], { dropdowns, allowOutOfStockPurchases }))
}
