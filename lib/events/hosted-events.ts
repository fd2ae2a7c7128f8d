/** Converts the webhooks of the hosted service to checkout events, by the names of its events. */

import * as z from 'zod'
import type { EventName } from '../checkout/events.ts'
import { caseInsensitiveEnum, nonBlank, preciseDateTime } from '../core/fields.ts'
import { modes } from '../core/tenant.ts'

/**
 * Does not check the content. An event with invalid content is accepted, and later becomes a dead letter, like an
 * invalid event that was put directly on the bus.
 */
export const HostedEvent = z.looseObject({
  eventName: nonBlank(100),
  mode: caseInsensitiveEnum(modes),
  createdOn: preciseDateTime,
  content: z.looseObject({}),
})
export type HostedEvent = z.output<typeof HostedEvent>

interface Conversion {
  eventName: EventName
  /** Returns the content of the checkout event. `hash` is that of the webhook's body. */
  contentOf: (event: HostedEvent, hash: string) => Record<string, unknown>
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
  /** The service sends no id of the refund. This one is used only if its API does not list the refund. */
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

export const conversionOf = (eventName: string): Conversion | undefined =>
  Object.hasOwn(conversions, eventName) ? conversions[eventName as keyof typeof conversions] : undefined

/**
 * With these webhooks, the service asks for shipping rates or taxes. If the reply has no body, the service does not
 * change the rates and taxes that it has.
 */
const questions: readonly string[] = ['shippingrates.fetch', 'taxes.calculate']
export const isQuestion = (eventName: string) => questions.includes(eventName)

/** The names of webhooks for which there is no checkout event. */
const ignoredNames: readonly string[] = ['order.notification.created']
export const isIgnoredOnPurpose = (eventName: string) => ignoredNames.includes(eventName)
