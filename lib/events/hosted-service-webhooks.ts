/** Converts webhooks of the hosted service to checkout events. The event name determines the conversion. */

import * as z from 'zod'
import type { EventName } from '../checkout/events.ts'
import { caseInsensitiveEnum, nonBlank, preciseDateTime } from '../core/fields.ts'
import { modes } from '../core/tenant.ts'

/**
 * A webhook of the hosted service. The schema does not check the content. If the content is invalid, the event goes to
 * the dead-letter queue later, like an invalid event that was put directly on the bus.
 */
export const HostedServiceWebhook = z.looseObject({
  eventName: nonBlank(100),
  mode: caseInsensitiveEnum(modes),
  createdOn: preciseDateTime,
  content: z.looseObject({}),
})
export type HostedServiceWebhook = z.output<typeof HostedServiceWebhook>

interface Conversion {
  eventName: EventName
  /** Returns the content of the checkout event. `hash` is the hash of the webhook's body. */
  contentOf: (event: HostedServiceWebhook, hash: string) => Record<string, unknown>
}

const as = (eventName: EventName, contentOf: Conversion['contentOf'] = ({ content }) => content): Conversion => ({
  eventName,
  contentOf,
})

const conversions = {
  'order.completed': as('order.completed'),
  'order.status.changed': as('order.status.changed', ({ content: { token }, to }) => ({ token, status: to })),
  'order.paymentStatus.changed': as('order.status.changed', ({ content: { token }, to }) => ({
    token,
    paymentStatus: to,
  })),
  'order.trackingNumber.changed': as('order.status.changed', ({ content: { token }, trackingNumber, trackingUrl }) => ({
    token,
    trackingNumber,
    trackingUrl,
  })),
  /**
   * The webhook has no refund id, so the hash of its body becomes the id. If the service's API has a list of refunds,
   * `identifyRefunds` replaces the hash by the ids from the list.
   */
  'order.refund.created': as('order.refund.created', ({ content, createdOn }, hash) => ({
    creationDate: createdOn,
    ...content,
    id: hash,
  })),
  'order.withdrawal.created': as('order.withdrawal.created'),
  'subscription.created': as('subscription.created'),
  'subscription.paused': as('subscription.paused'),
  'subscription.resumed': as('subscription.resumed'),
  'subscription.cancelled': as('subscription.cancelled'),
  'subscription.invoice.created': as('subscription.invoice.created'),
  'v3/subscription.invoice.payment.succeeded': as('v3/subscription.invoice.payment.succeeded'),
  'v3/subscription.invoice.payment.failed': as('v3/subscription.invoice.payment.failed'),
  'v3/subscription.state.cancellationRequested': as('v3/subscription.state.cancellationRequested'),
  'v3/subscription.state.cancelled': as('v3/subscription.state.cancelled'),
  'customauth:customer_updated': as('customer.updated'),
} as const satisfies Record<string, Conversion>

export const findHostedConversion = (eventName: string): Conversion | undefined =>
  Object.hasOwn(conversions, eventName) ? conversions[eventName as keyof typeof conversions] : undefined

/**
 * These webhooks ask for shipping rates or taxes. After a reply without a body, the hosted service uses its own rates
 * and taxes.
 */
const questions: readonly string[] = ['shippingrates.fetch', 'taxes.calculate']
export const asksForRates = (eventName: string) => questions.includes(eventName)

/** No checkout event exists for these webhooks. */
const ignoredNames: readonly string[] = ['order.notification.created']
export const isIgnoredOnPurpose = (eventName: string) => ignoredNames.includes(eventName)
