/** Defines the fields of discounts that depend on the type or the trigger, and a discount with a code. */

export const code = (value: string) => ({
  name: 'Ten off',
  trigger: 'Code',
  code: value,
  type: 'FixedAmount',
  amount: 10,
})

export const bodyOfType = {
  FixedAmount: { amount: 10 },
  FixedAmountOnItems: { amount: 2.5, productIds: 'TEE,MUG' },
  AmountOnSubscription: { amount: 5 },
  Rate: { rate: 12.5 },
  RateOnItems: { rate: 20, productIds: 'TEE' },
  RateOnCategory: { rate: 30, categories: 'Tees' },
  RateOnSubscription: { rate: 40 },
  AlternatePrice: { alternatePrice: 'wholesale' },
  Shipping: { shippingDescription: 'Free shipping', shippingCost: 0, shippingGuaranteedDaysToDelivery: 3 },
} as const

export const bodyOfTrigger = {
  Total: { totalToReach: 100 },
  Code: { code: 'WELCOME' },
  Product: { itemId: 'TEE' },
} as const

export const types = Object.keys(bodyOfType) as (keyof typeof bodyOfType)[]
export const triggers = Object.keys(bodyOfTrigger) as (keyof typeof bodyOfTrigger)[]
