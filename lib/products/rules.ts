/** How a product comes together from what is seen of it, and what a sale takes from its stock. */

import type { Metadata } from '../kit/metadata.ts'
import { type Facts, newest, type Stamp, timeOf } from '../kit/stamp.ts'

interface Field {
  name: string | null
  type: string | null
  options: string | null
  required: boolean
  value: string | null
}

/** What a shop's page says of a product, as the checkout saw it. */
export interface Description {
  name: string | null
  url: string | null
  price: number | null
  description: string | null
  image: string | null
  categories: string[]
  customFields: Field[]
  metadata: Metadata
  fileGuid: string | null
}

export interface Said {
  description: Description
}

/** What of a product changes when it is seen. */
interface Known {
  facts: Facts<Said>
  creationDate: string
  archivedAt?: string | undefined
}

export function seen<R extends Known>(row: R, description: Description, stamp: Stamp): R {
  const at = timeOf(stamp)
  return {
    ...row,
    facts: newest<Said>(row.facts, { description }, stamp),
    creationDate: at < row.creationDate ? at : row.creationDate,
  }
}

export const isArchived = ({ archivedAt, facts }: Known) =>
  archivedAt !== undefined && archivedAt >= timeOf(facts.description?.stamp ?? '')

interface Choice {
  name: string
  option: string
}

interface Variant {
  variation: Choice[]
  stock: number
  allowOutOfStockPurchases: boolean
}

/** Absent, disabled, one stock for all, or one for each variant. */
export type Inventory =
  | { method: 'Disabled' }
  | { method: 'Single'; stock: number; allowOutOfStockPurchases: boolean }
  | { method: 'Variant'; variants: Variant[]; allowOutOfStockPurchases: boolean }

export const hasStock = ({ inventory }: { inventory?: Inventory | undefined }) =>
  inventory !== undefined && inventory.method !== 'Disabled'

/** A line of an order: so many of the product, with these of its custom fields. */
export interface Line {
  quantity: number
  customFields: { name: string | null; value: string | null }[]
}

export function afterSale(inventory: Inventory, lines: readonly Line[]): Inventory {
  if (inventory.method === 'Single') return { ...inventory, stock: inventory.stock - unitsIn(lines) }
  if (inventory.method === 'Variant')
    return { ...inventory, variants: variantsAfter(inventory.variants, lines) }
  return inventory
}

const unitsIn = (lines: readonly Line[]) => lines.reduce((units, { quantity }) => units + quantity, 0)

const variantsAfter = (variants: readonly Variant[], lines: readonly Line[]) =>
  variants.map(variant => ({
    ...variant,
    stock: variant.stock - unitsIn(lines.filter(line => isOf(variant, line))),
  }))

/** `Medium[+5.00]` is the choice Medium. */
const bare = (option: string | null) => (option ?? '').replace(/\s*\[[^\]]*\]\s*$/, '').trim()

const isOf = ({ variation }: Variant, { customFields }: Line) =>
  variation.every(({ name, option }) =>
    customFields.some(field => field.name === name && bare(field.value) === bare(option)),
  )

/** Everything that has gone below nothing where that is not allowed. */
export const isOversold = (inventory: Inventory) =>
  (inventory.method === 'Single' && inventory.stock < 0 && !inventory.allowOutOfStockPurchases) ||
  (inventory.method === 'Variant' &&
    inventory.variants.some(({ stock, allowOutOfStockPurchases }) => stock < 0 && !allowOutOfStockPurchases))
