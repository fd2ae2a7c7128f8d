/** Defines the envelope of checkout events, the schemas of their content, and the type of their handlers. */

import * as z from 'zod'
import type { Account } from '../accounts/schemas.ts'
import { CartUpdated } from '../carts/checkout-events.ts'
import type { StampedEvent } from '../core/event-stamp.ts'
import { caseInsensitiveEnum, integer, nonBlank, preciseDateTime } from '../core/fields.ts'
import { nameWithoutTypo } from '../core/nearest-name.ts'
import { modes } from '../core/tenant.ts'
import { parseInput } from '../core/validation.ts'
import { CustomerUpdated } from '../customers/checkout-events.ts'
import {
  CompletedOrder,
  DigitalDownloaded,
  StatusChanged,
  WithdrawalCreated,
  WithdrawalResolved,
} from '../orders/checkout-events.ts'
import { RefundCreated, RefundFailed } from '../refunds/checkout-events.ts'
import { SessionCreated } from '../sessions/checkout-events.ts'
import {
  InvoiceCreated,
  PaymentFailed,
  PaymentSucceeded,
  StateReported,
  SubscriptionCreated,
  SubscriptionReported,
} from '../subscriptions/index.ts'

/** An event id may be any text. The id is escaped, because DynamoDB keys must be valid Unicode. */
const eventId = z
  .string()
  .max(100)
  .refine(id => id !== '', { error: 'must not be empty' })
  .transform(id => JSON.stringify(id).slice(1, -1))

export const CheckoutEvent = z.object({
  id: eventId,
  eventName: nonBlank(100),
  account: integer({ min: 1 }).brand<'AccountId'>(),
  mode: caseInsensitiveEnum(modes),
  createdOn: preciseDateTime,
  /** The schema of the content depends on the event's name. */
  content: z.custom<unknown>(content => content !== undefined, { error: 'is required' }),
})
export type CheckoutEvent = z.output<typeof CheckoutEvent>

export const eventSchemas = {
  'cart.updated': CartUpdated,
  'order.completed': CompletedOrder,
  'order.status.changed': StatusChanged,
  'order.withdrawal.created': WithdrawalCreated,
  'order.withdrawal.resolved': WithdrawalResolved,
  'order.refund.created': RefundCreated,
  'order.refund.failed': RefundFailed,
  'order.digital.downloaded': DigitalDownloaded,
  'customer.updated': CustomerUpdated,
  'customer.session.created': SessionCreated,
  'subscription.created': SubscriptionReported,
  'subscription.paused': SubscriptionReported,
  'subscription.resumed': SubscriptionReported,
  'subscription.cancelled': SubscriptionReported,
  'subscription.invoice.created': InvoiceCreated,
  'v3/subscription.created': SubscriptionCreated,
  'v3/subscription.invoice.payment.succeeded': PaymentSucceeded,
  'v3/subscription.invoice.payment.failed': PaymentFailed,
  'v3/subscription.state.cancellationRequested': StateReported,
  'v3/subscription.state.cancelled': StateReported,
  'v3/subscription.state.finished': StateReported,
  'v3/subscription.state.paused': StateReported,
  'v3/subscription.state.resumed': StateReported,
} as const
export type EventName = keyof typeof eventSchemas

export const isKnownEventName = (eventName: string): eventName is EventName => Object.hasOwn(eventSchemas, eventName)

/**
 * Returns the known event name that a misspelt name probably means. Returns undefined if the name is known, or if it
 * resembles no known name.
 */
export const suggestEventName = (eventName: string): string | undefined =>
  isKnownEventName(eventName) ? undefined : nameWithoutTypo(eventName, Object.keys(eventSchemas))

/**
 * Parses the envelope and the content together, so that one error lists all faults. The paths in the error begin at the
 * event itself.
 */
export function parseEvent(event: unknown, isKnownAccount = true): CheckoutEvent {
  const named = CheckoutEvent.pick({ eventName: true }).safeParse(event)
  const name = named.data?.eventName ?? ''
  const { account, content } = CheckoutEvent.shape
  const schema = CheckoutEvent.extend({
    account: isKnownAccount ? account : account.refine(() => false, { error: 'is not an existing account' }),
    content: isKnownEventName(name) ? eventSchemas[name] : content,
  })
  return parseInput(schema, event, 'the event')
}

/** An event with its parsed content, and the account to which the event belongs. */
export interface Event<Content> extends StampedEvent<Content> {
  store: Account
  eventId: string
  /**
   * True if a backfill has loaded the event from the store's history. An order that such an event creates does not
   * change the stock.
   */
  isHistory: boolean
}

/** Applies an event. The function may run more than once for the same event. */
export type Handler<Content> = (event: Event<Content>) => Promise<unknown>
