/**
 * Decides which fields a discount has, depending on its trigger and type. Browsers use this file too, so it imports
 * nothing.
 */

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

export type Trigger = (typeof triggers)[number]
export type Type = (typeof types)[number]

/** The fields of a discount that its trigger or its type uses. */
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

/** The trigger or the type is undefined if its value in the request is unknown. */
interface DiscountKind {
  trigger: Trigger | undefined
  type: Type | undefined
}

/** Returns which fields the trigger and the type require, and which fields they do not use. */
const rulesOf = ({ trigger, type }: DiscountKind) => [
  ...(trigger ? [ruleIn(byTrigger, trigger, `trigger is ${trigger}`)] : []),
  ...(type ? [ruleIn(byType, type, `type is ${type}`)] : []),
]

const fieldsOf = ({ required, optional = [] }: Fields) => [...required, ...optional]

export const fieldsOfTrigger = (trigger: Trigger) => fieldsOf(byTrigger[trigger])
export const fieldsOfType = (type: Type) => fieldsOf(byType[type])

function ruleIn<K extends string>(table: Record<K, Fields>, own: K, condition: string) {
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

export const missingFields = (kind: DiscountKind, body: Record<string, unknown>) =>
  rulesOf(kind).flatMap(({ condition, required }) =>
    required.filter(field => body[field] == null).map(field => ({ field, fault: `is required when ${condition}` })),
  )
