/** Converts completed Checkout sessions to orders, and expired Checkout sessions to abandoned carts. */

import { orderTokenOfStripe } from '../core/ids.ts'
import type { Tenant } from '../core/tenant.ts'
import { parseInput } from '../core/validation.ts'
import { type Conversion, envelopeOfCheckoutEvent } from './conversion.ts'
import { fetchCheckoutSession } from './fetch.ts'
import { dateOf, decimalOf, expanded } from './fields.ts'
import { eventsOfLaterPayment } from './later-payments.ts'
import { cartOfSession, orderOfSession } from './session-content.ts'
import { FetchedSession, SessionReference } from './session-schema.ts'

const sellsNothing = ({ mode }: SessionReference) => mode === 'setup'

async function fetchSession(tenant: Tenant, { id }: SessionReference): Promise<FetchedSession> {
  return parseInput(FetchedSession, await fetchCheckoutSession(tenant, id), 'the Checkout session')
}

/** Fetches the session, because its format in the event depends on the API version of the webhook endpoint. */
export const convertSession: Conversion = async (tenant, event) => {
  const reference = parseInput(SessionReference, event.data.object, 'the Checkout session')
  if (sellsNothing(reference)) return []
  const fetched = await fetchSession(tenant, reference)
  const { status, paymentStatus, ...captured } = paymentOf(event.type, reference, fetched)
  const order = { ...orderOfSession(tenant, fetched), ...captured, completionDate: chargeDateOf(fetched) }
  const payment = { token: order.token, status, paymentStatus }
  const begun = Math.max(fetched.session.created, firstInvoiceOf(fetched)?.created ?? 0)
  if (event.type !== 'checkout.session.completed') return eventsOfLaterPayment(tenant, event, { payment, order, begun })
  const envelope = envelopeOfCheckoutEvent(tenant, { ...event, created: Math.max(event.created, begun) })
  const completionDate = order.completionDate ?? envelope.createdOn
  return [{ ...envelope, eventName: 'order.completed', content: { ...order, ...payment, completionDate } }]
}

/**
 * Returns the first invoice if the session has started a subscription. The session's events have a later time than this
 * invoice, so that the content of the session replaces the content of the invoice.
 */
const firstInvoiceOf = ({ session }: FetchedSession) =>
  session.mode === 'subscription' ? expanded(session.invoice) : undefined

/**
 * Returns when the payment was charged, or null. A debit is charged when the buyer completes the session. A voucher is
 * charged when it is paid. The session of a subscription has no PaymentIntent, so the time is that of the first invoice,
 * which is created when the buyer completes the session.
 */
function chargeDateOf(fetched: FetchedSession): string | null {
  const begun = firstInvoiceOf(fetched) ?? expanded(expanded(fetched.session.payment_intent)?.latest_charge)
  return begun?.created ? dateOf(begun.created) : null
}

interface PaymentStatuses {
  status: string
  paymentStatus: string
  /** Only set if less than the total was captured. */
  capturedAmount?: number
}

const paid: PaymentStatuses = { status: 'Processed', paymentStatus: 'Paid' }
const pending: PaymentStatuses = { status: 'Pending', paymentStatus: 'Pending' }
const failed: PaymentStatuses = { status: 'Cancelled', paymentStatus: 'Failed' }

const authorized: PaymentStatuses = { status: 'Pending', paymentStatus: 'Authorized' }

/**
 * The statuses of an order whose session is unpaid, by the status of the PaymentIntent. For any other status except
 * `requires_capture`, the payment is pending, because some payment methods take days.
 */
const byPaymentIntent: Record<string, PaymentStatuses> = {
  succeeded: paid,
  requires_payment_method: failed,
  canceled: failed,
}

function paymentOf(type: string, { payment_status }: SessionReference, { session }: FetchedSession): PaymentStatuses {
  const { status: intentStatus = '', amount, amount_received: received } = expanded(session.payment_intent) ?? {}
  if (type === 'checkout.session.async_payment_failed') return failed
  if (intentStatus === 'requires_capture') return authorized
  if (intentStatus === 'succeeded' && received && amount && received < amount)
    return { ...authorized, capturedAmount: decimalOf(received, session.currency) }
  if (type === 'checkout.session.async_payment_succeeded' || payment_status !== 'unpaid') return paid
  return byPaymentIntent[intentStatus] ?? pending
}

/** Ignores a cart without an e-mail address, because nobody can be reminded of the cart. */
export const convertExpiredSession: Conversion = async (tenant, event) => {
  const reference = parseInput(SessionReference, event.data.object, 'the Checkout session')
  const email = reference.customer_details?.email ?? reference.customer_email
  if (sellsNothing(reference) || !email) return []
  const fetched = await fetchSession(tenant, reference)
  const token = orderTokenOfStripe(tenant, reference.id)
  const content = { ...cartOfSession(fetched), token, email }
  return [{ ...envelopeOfCheckoutEvent(tenant, event), eventName: 'cart.updated', content }]
}
