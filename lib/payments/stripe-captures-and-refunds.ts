/** Captures and refunds payments in Stripe. A payment is a PaymentIntent (`pi_…`) or a charge (`ch_…`, `py_…`). */

import type Stripe from 'stripe'
import { type CaptureOrRefundRequest, type GatewayResult, refused, succeeded } from './gateway.ts'
import { fromStripeAmount, isStripeAmount, toStripeAmount } from './stripe-amount.ts'

type Send = (stripe: Stripe, request: CaptureOrRefundRequest) => Promise<GatewayResult>
type Find = (stripe: Stripe, request: CaptureOrRefundRequest) => Promise<GatewayResult | null>

const isPaymentIntent = (id: string) => id.startsWith('pi_')
const isPayment = (id: string) => /^(pi|ch|py)_/.test(id)

export const sendCaptureOrRefund: Send = async (stripe, request) => {
  const { kind, transactionId, amount, currency } = request
  if (!isPayment(transactionId)) return refused(`"${transactionId}" is not the id of a payment in Stripe.`)
  if (!isStripeAmount(amount, currency)) return refused(`Stripe does not take such small parts of ${currency}.`)
  return (kind === 'refund' ? refund : capture)(stripe, request)
}

export const findCaptureOrRefund: Find = async (stripe, request) => {
  if (!isPayment(request.transactionId)) return null
  return (request.kind === 'refund' ? findRefund : findCapture)(stripe, request)
}

/** Loads the payment first, because Stripe takes the amount of a refund in the currency of the payment. */
const refund: Send = async (stripe, request) => {
  const { id, order, transactionId, amount, currency } = request
  const payment = await loadPayment(stripe, transactionId)
  if (!hasCurrency(payment, request)) return refusedCurrency(payment, request)
  const created = await stripe.refunds.create(
    {
      ...paymentOf(transactionId),
      amount: toStripeAmount(amount, currency),
      metadata: { refundId: id, orderToken: order },
    },
    { idempotencyKey: `refund-${id}` },
  )
  return isAccepted(created)
    ? succeeded
    : refused(`The refund ${created.status}: ${created.failure_reason ?? 'Stripe gave no reason'}.`)
}

const takenBack = ({ status, failure_reason: reason }: Stripe.Refund): GatewayResult => ({
  state: 'succeeded',
  failure: { status: status === 'canceled' ? 'Cancelled' : 'Failed', reason: reason ?? null },
})

const paymentOf = (id: string) => (isPaymentIntent(id) ? { payment_intent: id } : { charge: id })

/**
 * Returns whether Stripe has accepted the refund. A pending refund counts as accepted, although it may take days. If it
 * fails in the end, the webhook reports the failure.
 */
const isAccepted = ({ status }: Stripe.Refund) => status !== 'failed' && status !== 'canceled'

/**
 * Finds a refund by our id in its metadata, because Stripe deletes idempotency keys after a day. A failed refund is
 * returned as well, so that it is not requested again.
 */
const findRefund: Find = async (stripe, { id, transactionId }) => {
  let failed: Stripe.Refund | undefined
  for await (const found of stripe.refunds.list({ ...paymentOf(transactionId), limit: 100 })) {
    if (found.metadata?.refundId !== id) continue
    if (isAccepted(found)) return succeeded
    failed = found
  }
  return failed ? takenBack(failed) : null
}

type Payment = Stripe.PaymentIntent | Stripe.Charge

/**
 * Loads a payment. If a charge belongs to a PaymentIntent, loads the PaymentIntent, because the charge can be captured
 * only through it.
 */
async function loadPayment(stripe: Stripe, id: string): Promise<Payment> {
  if (isPaymentIntent(id)) return stripe.paymentIntents.retrieve(id)
  const charge = await stripe.charges.retrieve(id, { expand: ['payment_intent'] })
  const { payment_intent: intent } = charge
  return typeof intent === 'string' ? stripe.paymentIntents.retrieve(intent) : (intent ?? charge)
}

/** Returns the captured amount. Refunds do not reduce it. */
const capturedStripeAmount = (payment: Payment) =>
  payment.object === 'charge' ? payment.amount_captured : payment.amount_received

/** Returns true if nothing more can be captured. Stripe usually releases the rest after the first capture. */
const isFinal = (payment: Payment) => (payment.object === 'charge' ? payment.captured : payment.status === 'succeeded')

const missingStripeAmount = (payment: Payment, { amount, currency }: CaptureOrRefundRequest) =>
  toStripeAmount(amount, currency) - capturedStripeAmount(payment)

const isDone = (payment: Payment, request: CaptureOrRefundRequest) =>
  isFinal(payment) || missingStripeAmount(payment, request) <= 0

/**
 * Captures the part of the requested amount that is not captured yet. Another part may already have been captured in
 * Stripe's dashboard, or by a request whose answer was lost.
 */
const capture: Send = async (stripe, request) => {
  const payment = await loadPayment(stripe, request.transactionId)
  return isOpen(payment, request)
    ? resultOf(await captureRest(stripe, payment, request), request)
    : resultOf(payment, request)
}

function captureRest(stripe: Stripe, payment: Payment, request: CaptureOrRefundRequest): Promise<Payment> {
  const { id, object } = payment
  const amount = missingStripeAmount(payment, request)
  const options = { idempotencyKey: `capture-${request.id}` }
  return object === 'charge'
    ? stripe.charges.capture(id, { amount }, options)
    : stripe.paymentIntents.capture(id, { amount_to_capture: amount }, options)
}

const findCapture: Find = async (stripe, request) => {
  const payment = await loadPayment(stripe, request.transactionId)
  return isOpen(payment, request) ? null : resultOf(payment, request)
}

const isOpen = (payment: Payment, request: CaptureOrRefundRequest) =>
  hasCurrency(payment, request) && !isDone(payment, request) && !isProcessing(payment)

/** Returns whether Stripe is still processing the capture. For some payment methods, this takes a while. */
const isProcessing = ({ status }: Payment) => status === 'processing'

const hasCurrency = (payment: Payment, { currency }: CaptureOrRefundRequest) =>
  payment.currency === currency.toLowerCase()

const refusedCurrency = (payment: Payment, { currency }: CaptureOrRefundRequest) =>
  refused(`The payment has the currency ${payment.currency}, and the order ${currency.toLowerCase()}.`)

function resultOf(payment: Payment, request: CaptureOrRefundRequest): GatewayResult {
  const { currency } = request
  if (!hasCurrency(payment, request)) return refusedCurrency(payment, request)
  if (isDone(payment, request))
    return { state: 'succeeded', captured: fromStripeAmount(capturedStripeAmount(payment), currency) }
  return isProcessing(payment) ? { state: 'unknown' } : refused(`The payment is ${payment.status} after the capture.`)
}
