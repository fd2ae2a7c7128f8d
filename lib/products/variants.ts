/** The variants of a product: which there may be, and what becomes of them when a shop says some of them anew. */

import { jsonBytes } from '../core/json.ts'
import { type Faults, validationProblem } from '../core/problem.ts'
import { bareName, namesIn } from './options.ts'
import type { Dropdown } from './rules.ts'
import type { ProductChange } from './schemas.ts'

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
  const variants = new Map(before.map(variant => [keyOf(variant), variant]))
  requireChoices(sent, variants, around.dropdowns)
  for (const one of sent) variants.set(keyOf(one), changed(variants.get(keyOf(one)), one, around))
  return [...variants.values()]
}

const changed = (known: Variant | undefined, sent: Sent, around: Surroundings): Variant => ({
  variation: sent.variation.map(({ name, option }) => ({ name, option: bareName(option) })),
  stock: sent.stock ?? known?.stock ?? 0,
  allowOutOfStockPurchases:
    sent.allowOutOfStockPurchases ?? known?.allowOutOfStockPurchases ?? around.allowOutOfStockPurchases,
})

const spelled = (name: string | null, option: string | null) => JSON.stringify([name, bareName(option)])
const choicesOf = ({ variation }: Pick<Variant, 'variation'>) =>
  variation.map(({ name, option }) => spelled(name, option))

/** The same choices in any order are the same variant. */
const keyOf = (variant: Pick<Variant, 'variation'>) => choicesOf(variant).toSorted().join()

type Bought = readonly { name: string | null; value: string | null }[]

/**
 * Finds the variant that was bought with some custom fields: of those whose choices they all name, the one with the
 * most, as other fields are no choices; among equals the one that was made last, as its fields are still there.
 */
export function finderOf(variants: readonly Variant[]): (customFields: Bought) => Variant | undefined {
  const ranked = variants
    .map(variant => ({ variant, choices: choicesOf(variant) }))
    .toReversed()
    .toSorted((one, other) => other.choices.length - one.choices.length)
  return customFields => {
    const named = new Set(customFields.map(({ name, value }) => spelled(name, value)))
    return ranked.find(({ choices }) => choices.every(choice => named.has(choice)))?.variant
  }
}

export function requireDropdowns(dropdowns: readonly Dropdown[]): void {
  if (dropdowns.length === 0)
    throw validationProblem({
      inventoryManagementMethod: ['must not be Variant: the product has no dropdown fields'],
    })
}

/** DynamoDB takes rows of 400 KB, of which the description may need half. */
const mostBytes = 150 * 1024

export function requireRoom(variants: Variant[]): Variant[] {
  if (jsonBytes(variants) > mostBytes)
    throw validationProblem({ variants: ['must not need more than 150 KB together'] })
  return variants
}

/** What is kept may name choices that are gone: what is left of it can still be counted. */
function requireChoices(
  sent: readonly Sent[],
  kept: ReadonlyMap<string, Variant>,
  dropdowns: readonly Dropdown[],
): void {
  if (sent.some(one => !kept.has(keyOf(one)))) requireDropdowns(dropdowns)
  const faultOf = judgeOf(dropdowns)
  const faults: Faults = {}
  const named = new Set<string>()
  for (const [n, one] of sent.entries()) {
    const key = keyOf(one)
    const fault = (!kept.has(key) && faultOf(one.variation)) || (named.has(key) && 'is there twice')
    if (fault) faults[`variants[${n}].variation`] = [fault]
    named.add(key)
  }
  if (Object.keys(faults).length > 0) throw validationProblem(faults)
}

/** A variation says of each dropdown field which of its choices it is; all of those are read once, as there may be many. */
function judgeOf(dropdowns: readonly Dropdown[]): (variation: readonly Choice[]) => string | null {
  const options = optionsIn(dropdowns)
  const names = [...options.keys()]
  const rule = `must name each of the dropdown fields once: ${names.join(', ')}`
  return variation => {
    const isWhole =
      variation.length === names.length && names.every(name => variation.some(one => one.name === name))
    if (!isWhole) return rule
    const wrong = variation.find(({ name, option }) => !options.get(name)?.has(bareName(option)))
    return wrong ? `"${wrong.option}" is no choice of ${wrong.name}` : null
  }
}

function optionsIn(dropdowns: readonly Dropdown[]): Map<string, Set<string>> {
  const byName = Map.groupBy(dropdowns, ({ name }) => name)
  return new Map(
    [...byName].map(([name, fields]) => [name, new Set(fields.flatMap(({ options }) => namesIn(options)))]),
  )
}
