/** Decides which fields a discount has, depending on its trigger and type, and which codes are equal. */

import { createHash } from 'node:crypto'
import { isBlank } from '../core/fields.ts'
import { decimalsOf, withRounded } from '../core/money.ts'
import { validationProblem } from '../core/problem.ts'

export const triggers = ['Total', 'Code', 'Product'] as const

export const types = [
  'FixedAmount',
  'FixedAmountOnItems',
  'Rate',
  'AlternatePrice',
  'Shipping',
  'AmountOnSubscription',
  'RateOnSubscription',
  'RateOnItems',
  'RateOnCategory',
] as const

type Trigger = (typeof triggers)[number]
type Type = (typeof types)[number]

/** The fields that a trigger or a type uses. */
interface Fields {
  required: readonly string[]
  optional?: readonly string[]
}

const byTrigger: Record<Trigger, Fields> = {
  Code: { required: ['code'] },
  Product: { required: ['itemId'] },
  Total: { required: [], optional: ['totalToReach'] },
}

const byType: Record<Type, Fields> = {
  FixedAmount: { required: ['amount'] },
  FixedAmountOnItems: { required: ['amount', 'productIds'] },
  AmountOnSubscription: { required: ['amount'] },
  Rate: { required: ['rate'] },
  RateOnItems: { required: ['rate'], optional: ['productIds'] },
  RateOnCategory: { required: ['rate'], optional: ['categories'] },
  RateOnSubscription: { required: ['rate'] },
  AlternatePrice: { required: ['alternatePrice'] },
  Shipping: { required: ['shippingDescription', 'shippingCost'], optional: ['shippingGuaranteedDaysToDelivery'] },
}

/** Undefined means that the request contains an unknown trigger or type. */
interface DiscountKind {
  trigger: Trigger | undefined
  type: Type | undefined
}

/** Returns which fields the trigger and the type require, and which fields they do not use. */
const rulesOf = ({ trigger, type }: DiscountKind) => [
  ...(trigger ? [ruleIn(byTrigger, trigger, `trigger is ${trigger}`)] : []),
  ...(type ? [ruleIn(byType, type, `type is ${type}`)] : []),
]

function ruleIn<K extends string>(table: Record<K, Fields>, own: K, condition: string) {
  const fieldsOf = ({ required, optional = [] }: Fields) => [...required, ...optional]
  const used = fieldsOf(table[own])
  const unused = Object.values<Fields>(table).flatMap(fieldsOf)
  return { condition, required: table[own].required, unused: unused.filter(field => !used.includes(field)) }
}

/** Returns the fields that the trigger and the type do not use, with the reason for each field. */
export const reasonsOfUnused = (kind: DiscountKind): Record<string, string> =>
  Object.fromEntries(
    rulesOf(kind).flatMap(({ condition, unused }) => unused.map(field => [field, `is not used when ${condition}`])),
  )

export const unusedFields = (kind: DiscountKind): string[] => Object.keys(reasonsOfUnused(kind))

/** Returns the required fields that the discount does not have. */
export const missingFields = (kind: DiscountKind, body: Record<string, unknown>) =>
  rulesOf(kind).flatMap(({ condition, required }) =>
    required.filter(field => body[field] == null).map(field => ({ field, fault: `is required when ${condition}` })),
  )

const amounts = ['amount', 'totalToReach', 'shippingCost'] as const

/** Rounds amounts to the decimals of the currency. Rejects an amount that is rounded to zero. */
export function roundAmounts<D extends Record<(typeof amounts)[number], number | null>>(discount: D, currency: string) {
  const rounded = withRounded(discount, amounts, currency)
  if (rounded.amount === 0) throw validationProblem({ amount: [`must be at least ${10 ** -decimalsOf(currency)}`] })
  return rounded
}

/** Removes blanks and duplicates from a list: `" TEE, MUG,,TEE"` becomes `TEE,MUG`. */
export function normalizeList(list: string): string {
  const texts = list.split(',').map(text => text.trim())
  return [...new Set(texts.filter(text => !isBlank(text)))].join(',')
}

export const newDiscountState = { combinable: true, archived: false, numberOfUsages: 0, numberOfUsagesUncompleted: 0 }

type Change = Record<string, unknown> & { trigger: Trigger; type: Type }

/**
 * Changes a discount. Fields that the change does not contain keep their value. Fields that the trigger and the type do
 * not use become null.
 */
export function applyChange<D extends object, C extends Change>(current: D, change: C): D & C {
  const sent = Object.entries(change).filter(([, value]) => value !== undefined)
  const unused = unusedFields(change).map(field => [field, null])
  const merged = { ...current, ...Object.fromEntries([...sent, ...unused]) }
  const faults = missingFields(change, merged).map(({ field, fault }) => [field, [fault]])
  if (faults.length > 0) throw validationProblem(Object.fromEntries(faults))
  return merged
}

/**
 * Codes are equal regardless of case and Unicode form, because buyers type them. Codes are hashed, because a normalized
 * code may be too long for a key.
 */
const codeHash = (code: string) =>
  createHash('sha256').update(code.normalize('NFKC').toUpperCase().toLowerCase()).digest('base64url')

/** Returns the hash of the code that a discount reserves, or null. An archived discount reserves no code. */
export const reservedCode = ({ code, archived }: { code: string | null; archived: boolean }) =>
  code === null || archived ? null : codeHash(code)
