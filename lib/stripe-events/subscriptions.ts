/** Converts subscriptions in Stripe to events of V1 subscriptions. */

import * as z from 'zod'
import { orderTokenOfStripe, subscriptionIdOfStripe } from '../core/ids.ts'
import type { Tenant } from '../core/tenant.ts'
import { parseInput } from '../core/validation.ts'
import { type Conversion, envelopeOfCheckoutEvent, type StripeEvent } from './conversion.ts'
import { fetchObjectsOfSubscription } from './fetch.ts'
import { addressOf, dateOf, decimalOf, idIn, Person, stripeId, text } from './fields.ts'
import { StripeProduct, storeProductIdOf } from './items.ts'
import {
  amountOf,
  firstItemTermsOf,
  idsOfPricesInOtherCurrency,
  PriceInCurrencies,
  StripeSubscription,
  scheduleOf,
} from './subscription-terms.ts'

/**
 * The objects that are fetched for a subscription. All fields of a customer and a product except `id` are optional,
 * because Stripe sends the object of a deleted customer or product without them.
 */
const SubscriptionContext = z.object({
  customer: Person.extend({ id: stripeId, email: text, shipping: Person.nullish() }).nullish(),
  product: StripeProduct.nullish(),
  firstInvoice: z.object({ id: stripeId }).nullish(),
  prices: z.array(PriceInCurrencies),
})
type SubscriptionContext = z.output<typeof SubscriptionContext>

/** A subscription with one of these statuses waits for its first payment, or was not paid in time. */
const hasNotBegun = ({ status }: Pausable) => status === 'incomplete' || status === 'incomplete_expired'

export const convertSubscription: Conversion = async (tenant, event) => {
  const subscription = parseInput(StripeSubscription, event.data.object, 'the subscription')
  if (hasNotBegun(subscription)) return []
  const context = await fetchContext(tenant, subscription)
  const content = { ...contentOf(tenant, subscription, context), modificationDate: dateOf(event.created) }
  const report = { ...envelopeOfCheckoutEvent(tenant, event), eventName: eventNameOf(event, subscription), content }
  if (!mayHaveNewMetadata(event)) return [report]
  const withMetadata = { ...report, content: { ...content, metadata: metadataOf(subscription) } }
  return isBackfillOfEnded(event, subscription)
    ? [{ ...withMetadata, createdOn: dateOf(subscription.created) }, report]
    : [withMetadata]
}

/**
 * The backfill reports a subscription that has ended with the time of its end. Its metadata is reported with the time
 * of its creation, so that changes of the metadata through this API meanwhile stay in effect. An event of the webhook
 * that creates a subscription never shows its end.
 */
const isBackfillOfEnded = ({ type }: StripeEvent, { ended_at }: StripeSubscription) =>
  type === 'customer.subscription.created' && !!ended_at

async function fetchContext(tenant: Tenant, subscription: StripeSubscription): Promise<SubscriptionContext> {
  const { id, created, customer } = subscription
  const product = idIn(firstItemTermsOf(subscription).product)
  const fetched = await fetchObjectsOfSubscription(tenant, {
    subscription: id,
    created,
    customer: customer ?? undefined,
    product,
    prices: idsOfPricesInOtherCurrency(subscription),
  })
  return parseInput(SubscriptionContext, fetched, 'the subscription')
}

interface Pausable {
  status?: string | null | undefined
  pause_collection?: object | null | undefined
}

const isPaused = ({ status, pause_collection }: Pausable) => status === 'paused' || !!pause_collection

const Previous = z.object({ status: text, pause_collection: z.looseObject({}).nullish() }).catch({})

/**
 * An event about a paused subscription pauses it, unless the previous values in the event show that it was paused
 * before. An event about another subscription resumes it only if these values show a pause, or if the type of the event
 * is `customer.subscription.resumed`. A subscription that this API has paused stays active in Stripe, with a coupon of
 * 100 percent, so other events must not resume it. One that had not begun was not paused.
 */
function eventNameOf({ type, data }: StripeEvent, subscription: StripeSubscription): string {
  if (subscription.status === 'canceled' || type === 'customer.subscription.deleted') return 'subscription.cancelled'
  const { previous_attributes: previous } = data
  const before = { ...subscription, ...Previous.parse(previous ?? {}) }
  const wasPaused = !!previous && isPaused(before) && !hasNotBegun(before)
  if (isPaused(subscription)) return wasPaused ? 'subscription.created' : 'subscription.paused'
  return wasPaused || type === 'customer.subscription.resumed' ? 'subscription.resumed' : 'subscription.created'
}

/** The key in Stripe's metadata at which this API stores the id of its last change. */
const ownKey = 'lastChange'

/**
 * Returns whether the metadata may be new or may have changed in Stripe. If not, the stored metadata is kept, because
 * it may contain changes through this API, which are not sent to Stripe. The event that creates a subscription is
 * ignored if the subscription has not begun yet, so the metadata is also taken from the event with which it begins.
 */
function mayHaveNewMetadata({ type, data }: StripeEvent): boolean {
  const { previous_attributes: previous } = data
  const changed = Object.keys(z.looseObject({}).catch({}).parse(previous?.metadata))
  const hasBegun = type === 'customer.subscription.created' || previous?.status === 'incomplete'
  return hasBegun || changed.some(key => key !== ownKey)
}

/** An empty object removes the stored metadata, which null would keep. */
function metadataOf({ metadata }: StripeSubscription) {
  const { [ownKey]: _, ...others } = metadata ?? {}
  return others
}

function contentOf(tenant: Tenant, subscription: StripeSubscription, context: SubscriptionContext) {
  const { id, created, canceled_at, ended_at } = subscription
  const { product, firstInvoice, prices } = context
  const terms = firstItemTermsOf(subscription)
  const { amount, quantity } = amountOf(subscription, prices)
  const endedAt = ended_at ?? canceled_at
  return {
    id: subscriptionIdOfStripe(tenant, id),
    gatewayId: id,
    user: userOf(context),
    schedule: scheduleOf(subscription),
    name: product?.name ?? terms.nickname ?? null,
    userDefinedId: storeProductIdOf(product ?? undefined) ?? terms.priceId,
    itemId: terms.itemId,
    initialOrderToken: firstInvoice ? orderTokenOfStripe(tenant, firstInvoice.id) : null,
    recurringShipping: product?.shippable ?? !!context.customer?.shipping,
    amount: decimalOf(amount, terms.currency),
    currency: terms.currency,
    quantity,
    nextBillingDate: terms.periodEnd ? dateOf(terms.periodEnd) : null,
    creationDate: dateOf(created),
    cancelledOn: endedAt ? dateOf(endedAt) : null,
  }
}

function userOf({ customer }: SubscriptionContext) {
  if (!customer) return null
  const { email, shipping } = customer
  const addresses = { billingAddress: addressOf(customer), shippingAddress: addressOf(shipping) }
  return { email, ...addresses, hasGatewayAddresses: true }
}
