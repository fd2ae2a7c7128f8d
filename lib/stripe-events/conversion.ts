/** Defines the conversion of an event of Stripe to checkout events. */

import * as z from 'zod'
import type { Tenant } from '../core/tenant.ts'
import { dateOf, stripeId, unixTime } from './fields.ts'

export const StripeEvent = z.object({
  id: stripeId,
  type: z.string(),
  livemode: z.boolean(),
  created: unixTime,
  data: z.object({
    /** The fields of this object depend on the type of the event. */
    object: z.looseObject({}),
    /** The previous values of the changed fields. Only events about a change have previous values. */
    previous_attributes: z.looseObject({}).nullish(),
  }),
  /** The request to Stripe's API that caused the event. */
  request: z.looseObject({ idempotency_key: z.string().nullish() }).nullish().catch(null),
})
export type StripeEvent = z.output<typeof StripeEvent>

/** A checkout event about a payment whose order is not known yet. */
export interface ReportOfPayment {
  id: string
  eventName: string
  account: Tenant['account']
  mode: Tenant['mode']
  createdOn: string
  content: { id: string }
}

export interface ConvertedEvent extends Omit<ReportOfPayment, 'content'> {
  content: object
}

export type Conversion = (tenant: Tenant, event: StripeEvent) => Promise<ConvertedEvent[]>

/**
 * Several events of an object often have the same time, because Stripe's times are whole seconds. These milliseconds
 * are added to keep the events in order. For other types of events, nothing is added.
 */
const millisecondsOf: Record<string, number> = {
  'checkout.session.completed': 1,
  'checkout.session.expired': 1,
  'invoice.payment_failed': 2,
  'invoice.paid': 3,
  'checkout.session.async_payment_failed': 4,
  'checkout.session.async_payment_succeeded': 4,
  'customer.subscription.updated': 1,
  'customer.subscription.paused': 2,
  'customer.subscription.resumed': 2,
  'customer.subscription.deleted': 3,
  'charge.dispute.updated': 1,
  'charge.dispute.closed': 2,
}

type Envelope = Pick<StripeEvent, 'id' | 'type' | 'created'>

export const envelopeOfCheckoutEvent = (tenant: Tenant, { id, type, created }: Envelope) => ({
  id,
  ...tenant,
  createdOn: dateOf(created, millisecondsOf[type]),
})
