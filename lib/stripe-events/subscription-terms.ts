/** Reads the price, the quantity and the schedule of a subscription in Stripe. */

import * as z from 'zod'
import {
  currencyCode,
  expandable,
  relatedId,
  stripeAmount,
  stripeId,
  stripeMetadata,
  text,
  unixTime,
} from './fields.ts'

const productReference = expandable(z.object({ id: stripeId }))
const interval = z.enum(['day', 'week', 'month', 'year'])
const intervalCount = z.int().min(1)

const Price = z.object({
  id: stripeId,
  currency: currencyCode,
  nickname: text,
  product: productReference,
  unit_amount: stripeAmount.nullish(),
  recurring: z.object({ interval, interval_count: intervalCount }),
})

/** Old versions of Stripe's API have a plan instead of a price. */
const Plan = z.object({
  id: stripeId,
  currency: currencyCode,
  nickname: text,
  product: productReference,
  amount: stripeAmount.nullish(),
  interval,
  interval_count: intervalCount,
})

const priceOfPlan = ({ interval, interval_count, amount, ...plan }: z.output<typeof Plan>) => ({
  ...plan,
  unit_amount: amount,
  recurring: { interval, interval_count },
})

const Item = z
  .object({
    id: stripeId,
    price: Price.nullish(),
    plan: Plan.nullish(),
    quantity: z.int().min(0).nullish(),
    current_period_end: unixTime.nullish(),
  })
  .transform(({ price, plan, ...item }, context) => {
    const known = price ?? (plan && priceOfPlan(plan))
    if (known) return { ...item, price: known }
    context.addIssue({ code: 'custom', path: ['price'], message: 'is required' })
    return z.NEVER
  })

/** Old versions of Stripe's API have `current_period_end` in the subscription instead of in each item. */
export const StripeSubscription = z.object({
  id: stripeId,
  status: z.string(),
  created: unixTime,
  start_date: unixTime.nullish(),
  currency: currencyCode.nullish(),
  customer: relatedId,
  items: z.object({ data: z.tuple([Item], Item) }),
  canceled_at: unixTime.nullish(),
  ended_at: unixTime.nullish(),
  trial_start: unixTime.nullish(),
  trial_end: unixTime.nullish(),
  current_period_end: unixTime.nullish(),
  pause_collection: z.looseObject({}).nullish(),
  metadata: stripeMetadata,
})
export type StripeSubscription = z.output<typeof StripeSubscription>

/** Returns the terms of the first item, which decides the name and the schedule of the subscription. */
export function firstItemTermsOf({ items, currency, current_period_end }: StripeSubscription) {
  const { id, price, current_period_end: itemPeriodEnd } = items.data[0]
  return {
    itemId: id,
    priceId: price.id,
    currency: currency ?? price.currency,
    nickname: price.nickname,
    product: price.product,
    periodEnd: itemPeriodEnd ?? current_period_end,
  }
}

/** A price that was fetched with its amounts in all currencies. */
export const PriceInCurrencies = z.object({
  id: stripeId,
  currency_options: z.record(z.string(), z.object({ unit_amount: stripeAmount.nullish() })).nullish(),
})
type PriceInCurrencies = z.output<typeof PriceInCurrencies>

type StripePrice = z.output<typeof Price>

/**
 * Returns the ids of the prices whose amounts are in another currency than the subscription. Stripe sends the amount of
 * a price with several currencies in its default currency.
 */
export const idsOfPricesInOtherCurrency = ({ items, currency }: StripeSubscription): string[] =>
  items.data.flatMap(({ price }) => (price.currency === (currency ?? price.currency) ? [] : price.id))

function unitAmountIn(currency: string, price: StripePrice, fetched: PriceInCurrencies[]): number | null {
  if (price.currency === currency) return price.unit_amount ?? null
  return fetched.find(({ id }) => id === price.id)?.currency_options?.[currency]?.unit_amount ?? null
}

/**
 * Returns the unit amount of a single item, or the sum of several items, because a V1 subscription has one amount. The
 * amount is 0 if a price has no fixed amount, for example because it has tiers. It is also 0 if the quantity is 0,
 * because a V1 subscription has a quantity of at least 1. `fetched` must contain the prices in other currencies.
 */
export function amountOf({ items, currency }: StripeSubscription, fetched: PriceInCurrencies[]) {
  const amounts = items.data.map(({ price, quantity }) => ({
    unit: unitAmountIn(currency ?? price.currency, price, fetched),
    quantity: quantity ?? 1,
  }))
  const [first] = amounts
  if (amounts.length === 1 && first?.quantity) return { amount: first.unit ?? 0, quantity: first.quantity }
  if (amounts.some(({ unit }) => unit === null)) return { amount: 0, quantity: 1 }
  return { amount: amounts.reduce((sum, { unit, quantity }) => sum + (unit ?? 0) * quantity, 0), quantity: 1 }
}

const intervals = { day: 'Day', week: 'Week', month: 'Month', year: 'Year' } as const

const dayInSeconds = 24 * 3600

export function scheduleOf({ items, start_date, created, trial_start, trial_end }: StripeSubscription) {
  const { interval, interval_count } = items.data[0].price.recurring
  const trialSeconds = trial_start && trial_end ? trial_end - trial_start : 0
  return {
    interval: intervals[interval],
    intervalCount: interval_count,
    trialPeriodInDays: trialSeconds > 0 ? Math.round(trialSeconds / dayInSeconds) : null,
    startsOn: new Date((start_date ?? created) * 1000).toISOString(),
  }
}
