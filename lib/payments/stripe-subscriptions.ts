/** Changes of subscriptions by Stripe. */

import type Stripe from 'stripe'
import {
  type GatewayResult,
  refused,
  type SubscriptionRequest,
  type SubscriptionTerms,
  succeeded,
} from './gateway.ts'
import { isStripeAmount, toStripeAmount } from './stripe-amount.ts'

/** Pausing is a coupon of 100 percent: invoices go on, with an amount of 0. */
const pauseCoupon = 'back-office-pause'

export async function sendChange(stripe: Stripe, request: SubscriptionRequest): Promise<GatewayResult> {
  const { kind, id, gatewayId } = request
  if (!gatewayId.startsWith('sub_'))
    return refused(`"${gatewayId}" is not the id of a subscription in Stripe.`)
  const options = { idempotencyKey: `${kind}-${id}` }
  if (kind === 'cancel') {
    /** Stripe rejects a second cancellation, and a subscription may also be canceled in its dashboard. */
    if (!(await isChanged(stripe, request))) await stripe.subscriptions.cancel(gatewayId, {}, options)
    return succeeded
  }
  if (kind === 'pause') await ensurePauseCoupon(stripe)
  if (kind === 'change' && !isStripeAmount(request.terms.amount, request.terms.currency))
    return refused(`Stripe does not take such small parts of ${request.terms.currency}.`)
  const changes = await changesFor(stripe, request)
  await stripe.subscriptions.update(gatewayId, { ...changes, metadata: { lastChange: id } }, options)
  return succeeded
}

/** Stripe has no look-up of requests, so each change leaves its id in the subscription. */
export async function isChanged(
  stripe: Stripe,
  { kind, id, gatewayId }: SubscriptionRequest,
): Promise<boolean> {
  if (!gatewayId.startsWith('sub_')) return false
  const { status, metadata } = await stripe.subscriptions.retrieve(gatewayId)
  return kind === 'cancel' ? status === 'canceled' : metadata.lastChange === id
}

async function ensurePauseCoupon(stripe: Stripe): Promise<void> {
  const coupon = { id: pauseCoupon, percent_off: 100, duration: 'forever', name: 'Paused' } as const
  try {
    await stripe.coupons.create(coupon)
  } catch (error) {
    if ((error as Partial<Stripe.errors.StripeError>).code !== 'resource_already_exists') throw error
  }
}

async function changesFor(
  stripe: Stripe,
  request: SubscriptionRequest,
): Promise<Stripe.SubscriptionUpdateParams> {
  if (request.kind === 'pause') return { discounts: [{ coupon: pauseCoupon }] }
  if (request.kind !== 'change') return { discounts: '' }
  const { items } = await stripe.subscriptions.retrieve(request.gatewayId)
  const [item] = items.data
  if (!item) throw new Error('The subscription has no items in Stripe.')
  return { items: [itemAfter(item, request.terms)], ...timingOf(request.terms) }
}

/** The product stays, with a price of its own. */
const itemAfter = ({ id, price }: Stripe.SubscriptionItem, terms: SubscriptionTerms) => ({
  id,
  quantity: terms.quantity,
  price_data: {
    currency: terms.currency.toLowerCase(),
    product: typeof price.product === 'string' ? price.product : price.product.id,
    unit_amount: toStripeAmount(terms.amount, terms.currency),
    recurring: { interval: intervals[terms.interval], interval_count: terms.intervalCount },
  },
})

const intervals = { Year: 'year', Month: 'month', Week: 'week', Day: 'day' } as const

/**
 * Never in proportion. A price of another interval begins a new period at once and charges the whole amount, unless there
 * is a trial; an unpaid invoice would leave the subscription changed without the money.
 */
const timingOf = ({ chargesNow, trialEnd }: SubscriptionTerms): Stripe.SubscriptionUpdateParams => ({
  proration_behavior: 'none',
  ...(trialEnd && { trial_end: Math.floor(Date.parse(trialEnd) / 1000) }),
  ...(chargesNow && { payment_behavior: 'error_if_incomplete' }),
})
