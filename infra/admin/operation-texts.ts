/** Describes an operation at a payment gateway, and what deciding it by hand means for the money. */

import { formatMoney, type MinorUnits, minorUnits } from '../../lib/core/money.ts'
import { gatewayNameOf } from '../../lib/payments/gateway.ts'
import type { Operation } from '../../lib/payments/index.ts'
import type { Inspection } from '../../lib/recovery/index.ts'

type Request = Operation['request']

const subjectOf = (request: Request) =>
  'order' in request ? `order ${request.order}` : `subscription ${request.subscription}`

/**
 * Returns the amount of a payment, or the amount that a change of a subscription charges at once; null if no money is
 * moved.
 */
export function amountOf(request: Request): { units: MinorUnits; currency: string } | null {
  if ('order' in request) return { units: request.amount, currency: request.currency }
  if (request.kind !== 'change') return null
  const { amount, quantity, currency, chargesNow, isPaused } = request.terms
  return chargesNow && !isPaused ? { units: minorUnits(amount * quantity), currency } : null
}

/** Returns a text such as `refund of 40.00 EUR, order 0198…`. */
export function nameOf(request: Request): string {
  const amount = amountOf(request)
  return [
    `${request.kind}${amount ? ` of ${formatMoney(amount.units, amount.currency)}` : ''}`,
    subjectOf(request),
  ].join(', ')
}

const isLastChange = (id: string, subscription: string) =>
  `whether ${id} is the lastChange in the metadata of ${subscription}`

const inStripe: Record<Request['kind'], (id: string, gatewayId: string) => string> = {
  refund: (id, payment) => `whether ${payment} has a refund with the refundId ${id} in its metadata`,
  capture: (_, payment) => `whether ${payment} was captured`,
  cancel: (_, subscription) => `whether ${subscription} is canceled`,
  pause: isLastChange,
  resume: isLastChange,
  change: isLastChange,
}

/** Tells what a person should look for at the gateway before deciding. */
export function lookFor({ gateway, request }: Operation): string {
  const gatewayId = 'order' in request ? request.transactionId : request.gatewayId
  if (gateway?.kind === 'sandbox') return 'Nothing: the sandbox always answers.'
  return `In Stripe, see ${inStripe[request.kind](request.id, gatewayId)}.`
}

const settled: Record<Request['kind'], string> = {
  refund: 'The order shows the refund, a credit note is numbered and the buyer gets a mail, where that was asked for.',
  capture: 'The order is shown as Paid.',
  pause: 'The subscription is shown as Paused.',
  resume: 'The subscription is shown as Active.',
  cancel: 'The subscription is shown as Canceled.',
  change: 'The subscription gets its new price and schedule, and an invoice of what was charged.',
}

const dropped: Record<Request['kind'], string> = {
  refund: 'The amount can be refunded again. If the gateway has made the refund, the buyer can get the money twice.',
  capture:
    'The order stays Authorized. If the gateway has captured the payment, the buyer has paid an order that is not shown as paid.',
  pause: 'The subscription stays as it was. If the gateway has paused it, the buyer is not charged.',
  resume: 'The subscription stays as it was. If the gateway has resumed it, the buyer is charged.',
  cancel: 'The subscription stays as it was. If the gateway has cancelled it, the buyer is not charged any more.',
  change:
    'The subscription stays as it was. If the gateway has changed it, the buyer is charged otherwise than it is shown.',
}

export const settleText = ({ request }: Operation) =>
  `${settled[request.kind]} No money moves: settle it only if the gateway has done it.`
export const dropText = ({ request }: Operation) =>
  `${dropped[request.kind]} No money moves: drop it only if the gateway has not done it.`

export function answerText({ result }: Inspection): string {
  switch (result?.state) {
    case undefined:
      return 'has not done it'
    case 'succeeded':
      return 'has done it'
    case 'unavailable':
      return `cannot be asked: ${result.reason}`
    default:
      return 'gives no answer'
  }
}

export const gatewayText = ({ gateway }: Operation) => gatewayNameOf(gateway)
