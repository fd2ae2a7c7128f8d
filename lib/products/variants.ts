/** The variants of a product: which there may be, and what becomes of them when a shop says some of them anew. */

import { bytesOf } from '../kit/json.ts'
import { type Faults, invalid } from '../kit/problem.ts'
import { bareName, namesIn } from './options.ts'
import type { Dropdown } from './rules.ts'
import type { ProductChange } from './shapes.ts'

interface Choice {
  name: string
  option: string
}

export interface Variant {
  variation: Choice[]
  stock: number
  allowOutOfStockPurchases: boolean
}

type Sent = NonNullable<ProductChange['variants']>[number]

interface Surroundings {
  dropdowns: readonly Dropdown[]
  allowOutOfStockPurchases: boolean
}

/** Those that are not sent keep their stock. */
export function variantsWith(before: readonly Variant[], sent: readonly Sent[], around: Surroundings) {
  requireChoices(sent, around.dropdowns)
  const variants = new Map(before.map(variant => [keyOf(variant), variant]))
  for (const one of sent) variants.set(keyOf(one), changed(variants.get(keyOf(one)), one, around))
  return [...variants.values()]
}

const changed = (known: Variant | undefined, sent: Sent, around: Surroundings): Variant => ({
  variation: sent.variation.map(({ name, option }) => ({ name, option: bareName(option) })),
  stock: sent.stock ?? known?.stock ?? 0,
  allowOutOfStockPurchases:
    sent.allowOutOfStockPurchases ?? known?.allowOutOfStockPurchases ?? around.allowOutOfStockPurchases,
})

/** The same choices in any order are the same variant. */
const keyOf = ({ variation }: Pick<Variant, 'variation'>) =>
  variation
    .map(({ name, option }) => JSON.stringify([name, bareName(option)]))
    .toSorted()
    .join()

export function requireDropdowns(dropdowns: readonly Dropdown[]): void {
  if (dropdowns.length === 0)
    throw invalid({ inventoryManagementMethod: ['must not be Variant: the product has no dropdown fields'] })
}

/** DynamoDB takes rows of 400 KB, of which the description may need half. */
const mostBytes = 150 * 1024

export function requireRoom(variants: Variant[]): Variant[] {
  if (bytesOf(variants) > mostBytes) throw invalid({ variants: ['must not need more than 150 KB together'] })
  return variants
}

/** A variation says of each dropdown field which of its choices it is. */
function requireChoices(sent: readonly Sent[], dropdowns: readonly Dropdown[]): void {
  const faults: Faults = {}
  const named = new Set<string>()
  for (const [n, one] of sent.entries()) {
    const fault = faultOf(one.variation, dropdowns) ?? (named.has(keyOf(one)) ? 'is there twice' : null)
    if (fault) faults[`variants[${n}].variation`] = [fault]
    named.add(keyOf(one))
  }
  if (Object.keys(faults).length > 0) throw invalid(faults)
}

function faultOf(variation: readonly Choice[], dropdowns: readonly Dropdown[]): string | null {
  const names = dropdowns.map(({ name }) => name)
  const isWhole =
    variation.length === names.length && names.every(name => variation.some(one => one.name === name))
  if (!isWhole) return `must name each of the dropdown fields once: ${names.join(', ')}`
  const wrong = variation.find(({ name, option }) => !optionsOf(name, dropdowns).includes(bareName(option)))
  return wrong ? `"${wrong.option}" is no choice of ${wrong.name}` : null
}

const optionsOf = (name: string, dropdowns: readonly Dropdown[]) =>
  dropdowns.filter(field => field.name === name).flatMap(({ options }) => namesIn(options))
