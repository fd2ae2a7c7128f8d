/** Changes, pauses, resumes and cancels subscriptions in Stripe. */

import type Stripe from 'stripe'
import { type GatewayResult, refused, type SubscriptionRequest, type SubscriptionTerms, succeeded } from './gateway.ts'
import { isMissingInStripe } from './gateway-faults.ts'
import { fromStripeAmount, isStripeAmount, toStripeAmount } from './stripe-amount.ts'

/** A paused subscription has a coupon of 100 percent. Stripe continues to create its invoices, with an amount of 0. */
const pauseCoupon = 'back-office-pause'

const expand = ['discounts', 'latest_invoice']

export async function sendSubscriptionChange(stripe: Stripe, request: SubscriptionRequest): Promise<GatewayResult> {
  const { kind, id, gatewayId } = request
  if (!isSubscription(gatewayId)) return refused(`"${gatewayId}" is not the id of a subscription in Stripe.`)
  if (kind === 'change' && !isStripeAmount(request.terms.amount, request.terms.currency))
    return refused(`Stripe does not take such small parts of ${request.terms.currency}.`)
  const before = await stripe.subscriptions.retrieve(gatewayId, { expand })
  if (isMade(before, request)) return resultIn(before, request)
  const obstacle = obstacleTo(request, before)
  if (obstacle) return refused(obstacle)
  const options = { idempotencyKey: `${kind}-${id}` }
  if (kind === 'cancel') return cancel(stripe, request, options)
  const changes = { ...changesFor(before, request), metadata: { lastChange: id }, expand }
  if (kind === 'pause') await ensurePauseCoupon(stripe)
  return resultIn(await stripe.subscriptions.update(gatewayId, changes, options), request)
}

/**
 * Returns why Stripe must not be asked for the change, or null. New terms replace the price of one item. The API shows
 * several items or packages as one amount, and a price without a fixed amount as 0, so none of them can be replaced by
 * the amount shown.
 */
function obstacleTo({ kind }: SubscriptionRequest, { items, status }: Stripe.Subscription): string | null {
  if (kind === 'resume' && status === 'paused')
    return 'The trial has ended without a payment method. Resume the subscription in Stripe.'
  if (kind !== 'change') return null
  if (items.data.length > 1) return 'The subscription has several items. Change it in Stripe.'
  if (items.data.some(({ price }) => price.transform_quantity))
    return 'The price of the subscription is for packages of units. Change it in Stripe.'
  if (items.data.some(({ price }) => price.unit_amount === null || price.recurring?.usage_type === 'metered'))
    return 'The price of the subscription has no fixed amount. Change it in Stripe.'
  return null
}

/**
 * Cancels the subscription. Stripe ignores the idempotency key of a cancellation, and does not find a subscription to
 * cancel that is already canceled, such as by an earlier attempt of the SDK whose answer was lost.
 */
async function cancel(
  stripe: Stripe,
  request: SubscriptionRequest,
  options: Stripe.RequestOptions,
): Promise<GatewayResult> {
  try {
    await stripe.subscriptions.cancel(request.gatewayId, {}, options)
    return succeeded
  } catch (fault) {
    const found = isMissingInStripe(fault) ? await findSubscriptionChange(stripe, request) : null
    if (found) return found
    throw fault
  }
}

export async function findSubscriptionChange(
  stripe: Stripe,
  request: SubscriptionRequest,
): Promise<GatewayResult | null> {
  if (!isSubscription(request.gatewayId)) return null
  const found = await stripe.subscriptions.retrieve(request.gatewayId, { expand })
  return isMade(found, request) ? resultIn(found, request) : null
}

const isSubscription = (id: string) => id.startsWith('sub_')

/**
 * Returns whether the change was made. Each change except a cancellation stores its id in the metadata of the
 * subscription, because Stripe cannot look up earlier requests. A canceled subscription counts as cancelled by the
 * request, because Stripe would reject a second cancellation.
 */
const isMade = ({ status, metadata }: Stripe.Subscription, { kind, id }: SubscriptionRequest) =>
  kind === 'cancel' ? status === 'canceled' : metadata.lastChange === id

/**
 * Returns the result. The charged amount is read from the latest invoice, because it depends on discounts and taxes.
 * New terms have a new price. If the latest invoice does not contain this price, the change has charged nothing.
 */
function resultIn(
  { items, latest_invoice: invoice }: Stripe.Subscription,
  request: SubscriptionRequest,
): GatewayResult {
  if (request.kind !== 'change' || !request.terms.chargesNow) return succeeded
  const price = items.data[0]?.price.id
  if (!price || !invoice || typeof invoice === 'string' || !bills(invoice, price)) return succeeded
  return { state: 'succeeded', charged: fromStripeAmount(invoice.amount_paid, invoice.currency) }
}

const bills = ({ lines }: Stripe.Invoice, price: string) =>
  lines.data.some(({ pricing }) => {
    const billed = pricing?.price_details?.price
    return billed && idOf(billed) === price
  })

async function ensurePauseCoupon(stripe: Stripe): Promise<void> {
  const coupon = { id: pauseCoupon, percent_off: 100, duration: 'forever', name: 'Paused' } as const
  try {
    await stripe.coupons.create(coupon)
  } catch (error) {
    if ((error as Partial<Stripe.errors.StripeError>).code !== 'resource_already_exists') throw error
  }
}

function changesFor(before: Stripe.Subscription, request: SubscriptionRequest): Stripe.SubscriptionUpdateParams {
  if (request.kind === 'change') return newTermsOf(before, request.terms)
  const discounts = discountsAfter(request.kind, before)
  /** A pause of the collection, which was made in Stripe, ends too. */
  return request.kind === 'resume' ? { discounts, pause_collection: '' } : { discounts }
}

function newTermsOf(before: Stripe.Subscription, terms: SubscriptionTerms): Stripe.SubscriptionUpdateParams {
  const [item] = before.items.data
  if (!item) throw new Error('The subscription has no items in Stripe.')
  return {
    items: [itemAfter(item, terms)],
    proration_behavior: 'none',
    trial_end: trialEndOf(terms, before, item),
    ...(terms.chargesNow && { payment_behavior: 'error_if_incomplete' }),
  }
}

/**
 * Returns the discounts of a subscription that is paused or resumed. A repeated pause sends the coupon again, because
 * Stripe would reject other parameters with the same idempotency key.
 */
function discountsAfter(kind: SubscriptionRequest['kind'], { discounts }: Stripe.Subscription) {
  const others = discounts
    .filter(discount => couponOf(discount) !== pauseCoupon)
    .map(discount => ({ discount: idOf(discount) }))
  if (kind === 'pause') return [...others, { coupon: pauseCoupon }]
  /** An empty text removes all discounts. Stripe ignores an empty list. */
  return others.length > 0 ? others : ''
}

const couponOf = (discount: string | Stripe.Discount) =>
  typeof discount !== 'string' && discount.source.coupon && idOf(discount.source.coupon)

const idOf = (object: string | { id: string }) => (typeof object === 'string' ? object : object.id)

/** Returns the item with the quantity and the price of the new terms. The product stays the same. */
const itemAfter = ({ id, price }: Stripe.SubscriptionItem, terms: SubscriptionTerms) => ({
  id,
  quantity: terms.quantity,
  price_data: {
    currency: terms.currency.toLowerCase(),
    product: idOf(price.product),
    tax_behavior: price.tax_behavior ?? undefined,
    unit_amount: toStripeAmount(terms.amount, terms.currency),
    recurring: { interval: intervals[terms.interval], interval_count: terms.intervalCount },
  },
})

const intervals = { Year: 'year', Month: 'month', Week: 'week', Day: 'day' } as const

/**
 * Returns the end of the trial; undefined leaves it as it is. If `chargesNow` is true, the price has another interval,
 * so Stripe begins a new period and charges immediately. A trial is then ended, because Stripe would otherwise charge
 * only at its end. If the price was 0, Stripe would charge a new amount immediately, unless a trial lasts until the
 * next invoice.
 */
function trialEndOf(
  { chargesNow, trialEnd, amount }: SubscriptionTerms,
  { status }: Stripe.Subscription,
  { price, current_period_end }: Stripe.SubscriptionItem,
): number | 'now' | undefined {
  if (trialEnd) return Math.floor(Date.parse(trialEnd) / 1000)
  const isTrial = status === 'trialing'
  if (chargesNow) return isTrial ? 'now' : undefined
  return price.unit_amount === 0 && amount > 0 && !isTrial ? current_period_end : undefined
}
