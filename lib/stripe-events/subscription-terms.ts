/** Reads the price, the quantity and the schedule of a subscription in Stripe. */

import * as z from 'zod'
import {
  currencyCode,
  expandable,
  relatedId,
  stripeAmount,
  stripeDecimal,
  stripeId,
  stripeMetadata,
  text,
  unixTime,
} from './fields.ts'

const productReference = expandable(z.object({ id: stripeId }))
const interval = z.enum(['day', 'week', 'month', 'year'])
const intervalCount = z.int().min(1)
/** Stripe divides the quantity by `divide_by`, because the price is for packages of units. */
const packaging = z.object({ divide_by: z.int().min(1), round: z.enum(['up', 'down']) }).nullish()
const unitDecimal = stripeDecimal.pipe(z.number().min(0)).nullish()
const UnitAmount = z.object({ unit_amount: stripeAmount.nullish(), unit_amount_decimal: unitDecimal })

const Price = UnitAmount.extend({
  id: stripeId,
  currency: currencyCode,
  nickname: text,
  product: productReference,
  transform_quantity: packaging,
  recurring: z.object({ interval, interval_count: intervalCount, usage_type: text }),
})

/** Old versions of Stripe's API have a plan instead of a price. */
const Plan = z.object({
  id: stripeId,
  currency: currencyCode,
  nickname: text,
  product: productReference,
  amount: stripeAmount.nullish(),
  amount_decimal: unitDecimal,
  interval,
  interval_count: intervalCount,
  transform_usage: packaging,
  usage_type: text,
})

const priceOfPlan = ({ interval, interval_count, usage_type, ...plan }: z.output<typeof Plan>) => ({
  ...plan,
  unit_amount: plan.amount,
  unit_amount_decimal: plan.amount_decimal,
  transform_quantity: plan.transform_usage,
  recurring: { interval, interval_count, usage_type },
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
  currency_options: z.record(z.string(), UnitAmount).nullish(),
})
type PriceInCurrencies = z.output<typeof PriceInCurrencies>

type StripePrice = z.output<typeof Price>

/**
 * Returns the ids of the prices whose amounts are in another currency than the subscription. Stripe sends the amount of
 * a price with several currencies in its default currency.
 */
export const idsOfPricesInOtherCurrency = ({ items, currency }: StripeSubscription): string[] =>
  items.data.flatMap(({ price }) => (price.currency === (currency ?? price.currency) ? [] : price.id))

/** Stripe sends a unit amount with parts of a cent only as a decimal number. A metered price has no fixed amount. */
function unitAmountIn(currency: string, price: StripePrice, fetched: PriceInCurrencies[]): number | null {
  if (price.recurring.usage_type === 'metered') return 0
  const options = fetched.find(({ id }) => id === price.id)?.currency_options
  const amount = price.currency === currency ? price : options?.[currency]
  return amount?.unit_amount_decimal ?? amount?.unit_amount ?? null
}

function packagesOf(quantity: number, { transform_quantity: packaging }: StripePrice): number {
  if (!packaging) return quantity
  const packages = quantity / packaging.divide_by
  return packaging.round === 'up' ? Math.ceil(packages) : Math.floor(packages)
}

/** Rounds to whole cents as Stripe does. The decimals beyond 15 digits are an error of the multiplication. */
const billedFor = (unit: number, quantity: number) => Math.round(Number((unit * quantity).toPrecision(15)))

/**
 * Returns the unit amount of a single item, or the sum of several items, because a V1 subscription has one amount. A
 * price for packages, or with parts of a cent, is shown as the amount of all units, because a V1 subscription has
 * neither. The amount is 0 if a price has no fixed amount, for example because it has tiers. It is also 0 if the
 * quantity is 0, because a V1 subscription has a quantity of at least 1. `fetched` must contain the prices in other
 * currencies.
 */
export function amountOf({ items, currency }: StripeSubscription, fetched: PriceInCurrencies[]) {
  const amounts = items.data.map(({ price, quantity }) => ({
    unit: unitAmountIn(currency ?? price.currency, price, fetched),
    quantity: packagesOf(quantity ?? 1, price),
    isPackage: !!price.transform_quantity,
  }))
  const [first] = amounts
  const hasUnit = amounts.length === 1 && !first?.isPackage && Number.isInteger(first?.unit ?? 0)
  if (hasUnit && first?.quantity) return { amount: first.unit ?? 0, quantity: first.quantity }
  if (amounts.some(({ unit }) => unit === null)) return { amount: 0, quantity: 1 }
  return { amount: amounts.reduce((sum, { unit, quantity }) => sum + billedFor(unit ?? 0, quantity), 0), quantity: 1 }
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
