/** Decides which fields a discount has, depending on its trigger and type, and which codes are equal. */

import { createHash } from 'node:crypto'
import { isBlank } from '../core/fields.ts'
import { decimalsOf, roundMoney } from '../core/money.ts'
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

type Field =
  | 'code'
  | 'itemId'
  | 'totalToReach'
  | 'amount'
  | 'productIds'
  | 'categories'
  | 'rate'
  | 'alternatePrice'
  | 'shippingDescription'
  | 'shippingCost'
  | 'shippingGuaranteedDaysToDelivery'

interface Fields {
  required: readonly Field[]
  optional?: readonly Field[]
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

/** A property is undefined if the request contains an unknown value for it. */
interface DiscountKind {
  trigger: Trigger | undefined
  type: Type | undefined
}

const fieldsOf = ({ required, optional = [] }: Fields): string[] => [...required, ...optional]

/** Returns the fields that a trigger or type does not use; none if the trigger or type is unknown. */
function unusedIn<K extends string>(table: Record<K, Fields>, own: K | undefined): string[] {
  if (own === undefined) return []
  const used = fieldsOf(table[own])
  return Object.values<Fields>(table)
    .flatMap(fieldsOf)
    .filter(field => !used.includes(field))
}

/** Returns the fields that only other triggers and types use, each with the reason why it is not used. */
export const reasonsOfUnused = ({ trigger, type }: DiscountKind): Record<string, string> => ({
  ...reasonsIn(unusedIn(byTrigger, trigger), `trigger is ${trigger}`),
  ...reasonsIn(unusedIn(byType, type), `type is ${type}`),
})

const reasonsIn = (fields: string[], reason: string) =>
  Object.fromEntries(fields.map(field => [field, `is not used when ${reason}`]))

export const unusedFields = (kind: DiscountKind): string[] => Object.keys(reasonsOfUnused(kind))

/** Returns the fields that the trigger and the type require, but that the discount does not have. */
export function missingFields({ trigger, type }: DiscountKind, body: { [F in Field]?: unknown }) {
  const rules = [
    { required: trigger ? byTrigger[trigger].required : [], fault: `is required when trigger is ${trigger}` },
    { required: type ? byType[type].required : [], fault: `is required when type is ${type}` },
  ]
  return rules.flatMap(({ required, fault }) =>
    required.filter(field => body[field] == null).map(field => ({ field, fault })),
  )
}

export interface Amounts {
  amount?: number | null | undefined
  totalToReach?: number | null | undefined
  shippingCost?: number | null | undefined
}

/** Rounds amounts to the decimals of the currency. Rejects an amount that is rounded to zero. */
export function roundAmounts({ amount, totalToReach, shippingCost }: Amounts, currency: string) {
  const round = (value: number | null | undefined) => (value == null ? null : roundMoney(value, currency))
  const rounded = { amount: round(amount), totalToReach: round(totalToReach), shippingCost: round(shippingCost) }
  if (rounded.amount === 0) throw validationProblem({ amount: [`must be at least ${10 ** -decimalsOf(currency)}`] })
  return rounded
}

/** Removes blanks and duplicates from a list: `" TEE, MUG,,TEE"` becomes `TEE,MUG`. */
export function normalizeList(list: string): string {
  const texts = list.split(',').map(text => text.trim())
  return [...new Set(texts.filter(text => !isBlank(text)))].join(',')
}

export const newDiscountState = { combinable: true, archived: false, numberOfUsages: 0, numberOfUsagesUncompleted: 0 }

type Change = { [F in Field]?: unknown } & { trigger: Trigger; type: Type }

/** Fields that are not in the change keep their value. Fields of other triggers and types become null. */
export function applyChange<D extends object, C extends Change>(current: D, change: C): D & C {
  const sent = Object.entries(change).filter(([, value]) => value !== undefined)
  const unused = unusedFields(change).map(field => [field, null])
  const merged = { ...current, ...Object.fromEntries([...sent, ...unused]) }
  const faults = missingFields(change, merged).map(({ field, fault }) => [field, [fault]])
  if (faults.length > 0) throw validationProblem(Object.fromEntries(faults))
  return merged
}

/**
 * Buyers type codes by hand, so codes are equal regardless of case and Unicode form. Codes are hashed, because
 * normalizing can make a text longer than a key may be.
 */
const codeHash = (code: string) =>
  createHash('sha256').update(code.normalize('NFKC').toUpperCase().toLowerCase()).digest('base64url')

/** Returns the hash of the code that a discount reserves, or null. An archived discount reserves no code. */
export const reservedCode = ({ code, archived }: { code: string | null; archived: boolean }) =>
  code === null || archived ? null : codeHash(code)
