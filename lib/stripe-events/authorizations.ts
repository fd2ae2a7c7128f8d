/**
 * Converts an authorization into a status change of the order. Stripe reports an authorization while the payment awaits
 * its capture.
 */

import * as z from 'zod'
import { parseInput } from '../core/validation.ts'
import { findOrderOfPayment } from '../payments/index.ts'
import { type Conversion, envelopeOfCheckoutEvent } from './conversion.ts'
import { stripeAmount, stripeId } from './fields.ts'

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
