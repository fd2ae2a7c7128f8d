/** Validates the variants of a product, finds the variant that was bought, and applies the changes of a request. */

import { jsonBytes } from '../core/json.ts'
import { type FieldErrors, validationProblem } from '../core/problem.ts'
import { choiceNameOf, choiceNamesIn } from './custom-field-choices.ts'
import type { Dropdown } from './rules.ts'
import type { Product, ProductChange } from './schemas.ts'

export type Variant = NonNullable<Product['variants']>[number]

type SentVariant = NonNullable<ProductChange['variants']>[number]

interface ProductSettings {
  dropdowns: readonly Dropdown[]
  allowOutOfStockPurchases: boolean
}

/** Changes or adds the sent variants. All other variants stay as they are. */
export function variantsAfterChange(
  before: readonly Variant[],
  sent: readonly SentVariant[],
  settings: ProductSettings,
): Variant[] {
  const variants = new Map(before.map(variant => [variationKey(variant), variant]))
  requireValidVariants(sent, variants, settings)
  for (const one of sent) variants.set(variationKey(one), merge(variants.get(variationKey(one)), one, settings))
  return [...variants.values()]
}

const merge = (current: Variant | undefined, sent: SentVariant, settings: ProductSettings): Variant => ({
  variation: sent.variation.map(({ name, option }) => ({ name, option: choiceNameOf(option) })),
  stock: sent.stock ?? current?.stock ?? 0,
  allowOutOfStockPurchases: allowsOutOfStock(current, sent, settings),
})

const allowsOutOfStock = (current: Variant | undefined, sent: SentVariant, settings: ProductSettings) =>
  sent.allowOutOfStockPurchases ?? current?.allowOutOfStockPurchases ?? settings.allowOutOfStockPurchases

/**
 * Requests may set a negative stock only if out-of-stock purchases are allowed. Sales may always make the stock
 * negative.
 */
export const stockFault = (stock: number | null | undefined, allowOutOfStockPurchases: boolean) =>
  (stock ?? 0) < 0 && !allowOutOfStockPurchases ? 'must be at least 0 unless allowOutOfStockPurchases is true' : null

const choiceKey = (name: string | null, option: string | null) => JSON.stringify([name, choiceNameOf(option)])
const choiceKeysOf = ({ variation }: Pick<Variant, 'variation'>) =>
  variation.map(({ name, option }) => choiceKey(name, option))

/** Returns a key that does not depend on the sequence of the choices. */
const variationKey = (variant: Pick<Variant, 'variation'>) => choiceKeysOf(variant).toSorted().join()

type CustomFields = readonly { name: string | null; value: string | null }[]

/**
 * A variant matches if the custom fields contain all of its choices. If several variants match, the variant with the
 * most choices is used. If several variants have the most choices, the newest of them is used, because older variants
 * may have choices of dropdown fields that were removed.
 */
export function createBoughtVariantFinder(
  variants: readonly Variant[],
): (customFields: CustomFields) => Variant | undefined {
  const ranked = variants
    .map(variant => ({ variant, choices: choiceKeysOf(variant) }))
    .toReversed()
    .toSorted((one, other) => other.choices.length - one.choices.length)
  return customFields => {
    const chosen = new Set(customFields.map(({ name, value }) => choiceKey(name, value)))
    return ranked.find(({ choices }) => choices.every(choice => chosen.has(choice)))?.variant
  }
}

export function requireDropdowns(dropdowns: readonly Dropdown[]): void {
  if (dropdowns.length === 0)
    throw validationProblem({ inventoryManagementMethod: ['must not be Variant: the product has no dropdown fields'] })
}

/** The maximum size of a product's variants. A row has at most 400 KB, and the description may need half of that. */
const maxBytes = 150 * 1024

export function requireVariantsSize(variants: Variant[]): Variant[] {
  if (jsonBytes(variants) > maxBytes) throw validationProblem({ variants: ['must not exceed 150 KB in total'] })
  return variants
}

/**
 * Throws if a variant is invalid. An existing variant stays valid even if the product no longer offers its choices, so
 * that its stock can be changed.
 */
function requireValidVariants(
  sent: readonly SentVariant[],
  existing: ReadonlyMap<string, Variant>,
  settings: ProductSettings,
): void {
  if (sent.some(one => !existing.has(variationKey(one)))) requireDropdowns(settings.dropdowns)
  const faultOf = variationValidator(settings.dropdowns)
  const faults: FieldErrors = {}
  const seenKeys = new Set<string>()
  for (const [n, one] of sent.entries()) {
    const key = variationKey(one)
    const current = existing.get(key)
    const fault = (!current && faultOf(one.variation)) || (seenKeys.has(key) && 'is a duplicate')
    if (fault) faults[`variants[${n}].variation`] = [fault]
    const wrongStock = stockFault(one.stock, allowsOutOfStock(current, one, settings))
    if (wrongStock) faults[`variants[${n}].stock`] = [wrongStock]
    seenKeys.add(key)
  }
  if (Object.keys(faults).length > 0) throw validationProblem(faults)
}

/**
 * Returns a function that finds the fault of a variation. The options of the dropdown fields are parsed only once, for
 * all variations.
 */
function variationValidator(dropdowns: readonly Dropdown[]): (variation: Variant['variation']) => string | null {
  const options = optionsIn(dropdowns)
  const names = [...options.keys()]
  const rule = `must name each of the dropdown fields once: ${names.join(', ')}`
  return variation => {
    const isComplete =
      variation.length === names.length && names.every(name => variation.some(one => one.name === name))
    if (!isComplete) return rule
    const invalid = variation.find(({ name, option }) => !options.get(name)?.has(choiceNameOf(option)))
    return invalid ? `"${invalid.option}" is not a choice of ${invalid.name}` : null
  }
}

function optionsIn(dropdowns: readonly Dropdown[]): Map<string, Set<string>> {
  const byName = Map.groupBy(dropdowns, ({ name }) => name)
  return new Map(
    [...byName].map(([name, fields]) => [name, new Set(fields.flatMap(({ options }) => choiceNamesIn(options)))]),
  )
}
