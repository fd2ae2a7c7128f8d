/** Captures and refunds by Stripe. A payment is a PaymentIntent (`pi_…`) or a charge (`ch_…`, `py_…`). */

import type Stripe from 'stripe'
import { type GatewayResult, type PaymentRequest, refused, succeeded } from './gateway.ts'
import { isStripeAmount, toStripeAmount } from './stripe-amount.ts'

type Do = (stripe: Stripe, request: PaymentRequest) => Promise<GatewayResult>
type Find = (stripe: Stripe, request: PaymentRequest) => Promise<boolean>

const isPaymentIntent = (id: string) => id.startsWith('pi_')
const isPayment = (id: string) => /^(pi|ch|py)_/.test(id)

export const sendPayment: Do = async (stripe, request) => {
  const { kind, transactionId, amount, currency } = request
  if (!isPayment(transactionId)) return refused(`"${transactionId}" is not the id of a payment in Stripe.`)
  if (!isStripeAmount(amount, currency))
    return refused(`Stripe does not take such small parts of ${currency}.`)
  return (kind === 'refund' ? refund : capture)(stripe, request)
}

export async function findPayment(stripe: Stripe, request: PaymentRequest): Promise<GatewayResult | null> {
  if (!isPayment(request.transactionId)) return null
  const isDone = await (request.kind === 'refund' ? isRefunded : isCaptured)(stripe, request)
  return isDone ? succeeded : null
}

const refund: Do = async (stripe, { id, order, transactionId, amount, currency }) => {
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

const paymentOf = (id: string) => (isPaymentIntent(id) ? { payment_intent: id } : { charge: id })

/**
 * A refund that is pending or waits for the buyer's bank details may take days, but Stripe has taken it on and counts it
 * against the payment. If it fails in the end, the webhook reports it.
 */
const isAccepted = ({ status }: Stripe.Refund) => status !== 'failed' && status !== 'canceled'

/** Compares our own id: Stripe forgets idempotency keys after a day. */
const isRefunded: Find = async (stripe, { id, transactionId }) => {
  for await (const found of stripe.refunds.list({ ...paymentOf(transactionId), limit: 100 }))
    if (found.metadata?.refundId === id && isAccepted(found)) return true
  return false
}

/** A payment may already have been captured, in Stripe's dashboard or by a lost request. */
const capture: Do = async (stripe, request) => {
  if (await isCaptured(stripe, request)) return succeeded
  const { id, transactionId, amount, currency } = request
  const options = { idempotencyKey: `capture-${id}` }
  const units = toStripeAmount(amount, currency)
  if (isPaymentIntent(transactionId))
    return resultOf(await stripe.paymentIntents.capture(transactionId, { amount_to_capture: units }, options))
  await stripe.charges.capture(transactionId, { amount: units }, options)
  return succeeded
}

/** With some payment methods a capture is processed for a while. */
function resultOf({ status }: Stripe.PaymentIntent): GatewayResult {
  if (status === 'succeeded') return succeeded
  return status === 'processing'
    ? { state: 'unknown' }
    : refused(`The payment is ${status} after the capture.`)
}

const isCaptured: Find = async (stripe, { transactionId }) => {
  if (!isPaymentIntent(transactionId)) return (await stripe.charges.retrieve(transactionId)).captured
  const { status } = await stripe.paymentIntents.retrieve(transactionId)
  if (status === 'processing') throw new Error('Stripe has not finished processing the payment.')
  return status === 'succeeded'
}
