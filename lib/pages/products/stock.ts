/** Calculates the stock of a product and its variants, before and after a change. */

import type { Product, ProductChange } from '../../client/index.ts'

export type Variant = NonNullable<Product['variants']>[number]
export type Method = NonNullable<Product['inventoryManagementMethod']>

/**
 * Returns the stock of the product, or the lowest stock of its variants if each variant has its own stock. It returns
 * null if the stock is not tracked.
 */
function lowestStock({ stock, variants = [] }: Product): number | null {
  if (stock !== undefined) return stock
  return variants.length > 0 ? Math.min(...variants.map(variant => variant.stock)) : null
}

/** The default limit for low stock. A stock below this number is low. */
export const defaultLowStock = 5

export const isLowInStock = (product: Product, below = defaultLowStock): boolean =>
  (lowestStock(product) ?? Number.POSITIVE_INFINITY) < below

type Variation = Variant['variation']

/** Returns a text that identifies a variant. The text does not depend on the sequence of the options. */
export const variationKey = (variation: Variation) =>
  JSON.stringify(variation.map(({ name, option }) => [name, option]).toSorted())

export const variationName = (variation: Variation) => variation.map(({ option }) => option).join(', ')

/** Returns the dropdown fields of a product. A variant has one option of each dropdown field. */
export const dropdownFieldsOf = ({ customFields }: Product) =>
  customFields.filter(({ name, type }) => name && type.toLowerCase() === 'dropdown')

/**
 * The maximum number of combinations of options that the page lists. If a product has more combinations, the page lists
 * only the variants that exist, because nobody would fill in that many stocks by hand.
 */
const maxCombinations = 500

/** Returns the combinations of options for which the product has no variant with a stock yet. */
export function missingVariations(product: Product): Variation[] {
  const known = new Set((product.variants ?? []).map(({ variation }) => variationKey(variation)))
  return combinations(product).filter(variation => !known.has(variationKey(variation)))
}

function combinations(product: Product): Variation[] {
  const dropdowns = dropdownFieldsOf(product)
  const count = dropdowns.reduce((product, { optionsArray }) => product * optionsArray.length, 1)
  if (dropdowns.length === 0 || count > maxCombinations) return []
  return dropdowns.reduce<Variation[]>(
    (all, { name, optionsArray }) =>
      all.flatMap(variation => optionsArray.map(option => [...variation, { name, option }])),
    [[]],
  )
}

function methodAfter({ inventoryManagementMethod: method }: Product, change: ProductChange): Method {
  if (change.inventoryManagementMethod) return change.inventoryManagementMethod
  if (method && method !== 'Disabled') return method
  if (change.variants) return 'Variant'
  return change.stock == null ? 'Disabled' : 'Single'
}

function variantsAfter({ variants = [], allowOutOfStockPurchases = false }: Product, change: ProductChange): Variant[] {
  const after = new Map(variants.map(variant => [variationKey(variant.variation), variant]))
  for (const { variation, stock, allowOutOfStockPurchases: allowed } of change.variants ?? []) {
    const before = after.get(variationKey(variation)) ?? { variation, stock: 0, allowOutOfStockPurchases }
    const { stock: stockBefore, allowOutOfStockPurchases: allowedBefore } = before
    const changed = { stock: stock ?? stockBefore, allowOutOfStockPurchases: allowed ?? allowedBefore }
    after.set(variationKey(variation), { ...before, ...changed })
  }
  return [...after.values()]
}

const totalOf = (variants: readonly Variant[]) => variants.reduce((total, { stock }) => total + stock, 0)

/** Predicts the product after the change. */
export function predictProduct(product: Product, change: ProductChange): Product {
  const { stock: _, variants: __, totalStock: ___, ...rest } = product
  const method = methodAfter(product, change)
  const allowOutOfStockPurchases = change.allowOutOfStockPurchases ?? product.allowOutOfStockPurchases ?? false
  const changed = { ...rest, inventoryManagementMethod: method, allowOutOfStockPurchases }
  if (method === 'Disabled') return changed
  if (method === 'Single') {
    const stock = change.stock ?? product.stock ?? 0
    return { ...changed, stock, totalStock: stock }
  }
  const variants = variantsAfter(product, change)
  return { ...changed, variants, totalStock: totalOf(variants) }
}

/** Returns the product with only those variants that `change` sets, and with only those of their fields that it sets. */
export function asInput(product: Product, { variants: sent }: ProductChange): object {
  if (!sent) return product
  const stored = new Map(product.variants?.map(variant => [variationKey(variant.variation), variant]))
  const variants = sent.map(variant => {
    const current = stored.get(variationKey(variant.variation))
    return Object.fromEntries(Object.keys(variant).map(name => [name, current?.[name as keyof Variant]]))
  })
  return { ...product, variants }
}

/**
 * Returns the change that undoes `change`. If `change` adds a variant, the function returns undefined, because the API
 * cannot remove variants.
 */
export function reverseChange(before: Product, change: ProductChange): ProductChange | undefined {
  const { inventoryManagementMethod = 'Disabled', stock, variants, allowOutOfStockPurchases } = before
  const allowed = allowOutOfStockPurchases === undefined ? {} : { allowOutOfStockPurchases }
  if (change.inventoryManagementMethod)
    return {
      inventoryManagementMethod,
      ...allowed,
      ...(stock !== undefined && { stock }),
      ...(variants && { variants }),
    }
  if (change.variants) return reverseVariantChange(before, change.variants)
  return change.stock == null ? allowed : { ...(stock !== undefined && { stock }) }
}

function reverseVariantChange({ variants = [] }: Product, changed: readonly { variation: Variation }[]) {
  const keys = new Set(changed.map(({ variation }) => variationKey(variation)))
  const found = variants.filter(({ variation }) => keys.has(variationKey(variation)))
  return found.length === keys.size ? { variants: found } : undefined
}
