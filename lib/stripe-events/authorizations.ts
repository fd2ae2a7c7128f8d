/**
 * Converts an authorization, and its release, into a status change of the order. An authorization is released if it
 * expires or is cancelled before its capture.
 */

import * as z from 'zod'
import type { OrderToken } from '../core/ids.ts'
import type { Tenant } from '../core/tenant.ts'
import { parseInput } from '../core/validation.ts'
import * as orders from '../orders/index.ts'
import { findOrderOfPayment } from '../payments/index.ts'
import { type Conversion, type ConvertedEvent, envelopeOfCheckoutEvent, type StripeEvent } from './conversion.ts'
import { relatedId, stripeAmount, stripeId } from './fields.ts'
import { addOrderOrStoreReport, type Payment } from './report-of-payment.ts'

const PaymentIntent = z.object({ id: stripeId, status: z.string(), amount_capturable: stripeAmount })

/**
 * Returns no event if the order does not exist yet. The order will be created from its Checkout session, whose
 * conversion reads the status of the payment.
 */
export const convertAuthorization: Conversion = async (tenant, event) => {
  const intent = parseInput(PaymentIntent, event.data.object, 'the PaymentIntent')
  if (intent.status !== 'requires_capture' || intent.amount_capturable === 0) return []
  const token = await findOrderOfPayment(tenant, [intent.id])
  const content = { token, status: 'Pending', paymentStatus: 'Authorized' }
  return token ? [{ ...envelopeOfCheckoutEvent(tenant, event), eventName: 'order.status.changed', content }] : []
}

const CanceledIntent = z.object({ id: stripeId, latest_charge: relatedId })

/**
 * Ignores a PaymentIntent without a charge, because nothing was authorized, for example in an abandoned session. Also
 * returns no event if the order does not exist yet, because a charge may have been declined.
 */
export const convertCanceledPayment: Conversion = async (tenant, event) => {
  const { id, latest_charge: charge } = parseInput(CanceledIntent, event.data.object, 'the PaymentIntent')
  const token = charge && (await findOrderOfPayment(tenant, [id, charge]))
  const release = releaseOf(tenant, event)
  return token ? whileAuthorized(tenant, [{ ...release, content: { ...release.content, token } }]) : []
}

const releaseOf = (tenant: Tenant, event: StripeEvent) => ({
  ...envelopeOfCheckoutEvent(tenant, event),
  eventName: 'order.status.changed',
  content: { id: event.id, paymentStatus: 'Cancelled' },
})

/** Returns a status change of the order of a payment whose authorization was released. */
export const convertRelease = async (tenant: Tenant, event: StripeEvent, payment: Payment): Promise<ConvertedEvent[]> =>
  whileAuthorized(tenant, await addOrderOrStoreReport(tenant, payment, releaseOf(tenant, event)))

/**
 * Leaves out orders that are not authorized any more, for example because they were paid in another way. An order may
 * not have its payment status yet.
 */
async function whileAuthorized(tenant: Tenant, events: ConvertedEvent[]): Promise<ConvertedEvent[]> {
  const payments = await Promise.all(
    events.map(({ content }) => orders.readPaymentStatusWithGuard(tenant, (content as { token: OrderToken }).token)),
  )
  return events.filter((_, index) => (payments[index]?.status ?? 'Authorized') === 'Authorized')
}
