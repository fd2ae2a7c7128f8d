/** Converts the invoices of subscriptions to orders and to invoices of V1 subscriptions. */

import * as z from 'zod'
import { guid } from '../core/fields.ts'
import { type OrderToken, orderTokenOfStripe, subscriptionIdOfStripe } from '../core/ids.ts'
import type { Tenant } from '../core/tenant.ts'
import { parseInput } from '../core/validation.ts'
import { type Conversion, type ConvertedEvent, envelopeOfCheckoutEvent, type StripeEvent } from './conversion.ts'
import { fetchInvoice } from './fetch.ts'
import { dateOf, decimalOf, relatedId, stripeId, text } from './fields.ts'
import { orderOfInvoice, taxesOfInvoice } from './invoice-content.ts'
import { FetchedInvoice } from './invoice-schema.ts'
import { changeByPayment, eventsOfLaterPayment } from './later-payments.ts'

/** Old versions of Stripe's API have no `parent`. In these versions, the invoice itself contains the subscription. */
const InvoiceReference = z.object({
  id: stripeId,
  subscription: relatedId,
  parent: z.object({ subscription_details: z.object({ subscription: relatedId }).nullish() }).nullish(),
  billing_reason: text,
})
type InvoiceReference = z.output<typeof InvoiceReference>

const subscriptionIn = ({ parent, subscription }: InvoiceReference) =>
  parent?.subscription_details?.subscription ?? subscription

/**
 * Ignores an invoice without a subscription. Such an invoice may belong to a Checkout session, which becomes an order
 * itself.
 */
export const convertSubscriptionInvoice: Conversion = async (tenant, event) => {
  const reference = parseInput(InvoiceReference, event.data.object, 'the invoice')
  const subscription = subscriptionIn(reference)
  if (!subscription) return []
  const fetched = parseInput(FetchedInvoice, await fetchInvoice(tenant, reference.id), 'the invoice')
  const isFirst = reference.billing_reason === 'subscription_create'
  if (fetched.invoice.total <= 0 && !isFirst) return []
  const context: Context = {
    tenant,
    event,
    fetched,
    isFirst,
    isPaid: event.type === 'invoice.paid',
    subscriptionId: subscriptionIdOfStripe(tenant, subscription),
    token: tokenOfOwnChange(event) ?? orderTokenOfStripe(tenant, reference.id),
  }
  return [...(await orderEvents(context)), invoiceEvent(context)]
}

interface Context {
  tenant: Tenant
  event: StripeEvent
  fetched: FetchedInvoice
  /**
   * Whether this is the first invoice of the subscription. The first invoice and the Checkout session that has started
   * the subscription become one order.
   */
  isFirst: boolean
  isPaid: boolean
  subscriptionId: string
  token: OrderToken
}

/**
 * Returns the id of the change through this API that caused the invoice, or undefined. This API stores the invoice of
 * such a change itself, with the id of the change as the order token. The order of Stripe's invoice gets the same
 * token, so that the invoice is not stored twice.
 */
function tokenOfOwnChange({ request }: StripeEvent): OrderToken | undefined {
  const [, id] = /^change-(.+)$/.exec(request?.idempotency_key ?? '') ?? []
  return guid.brand<'OrderToken'>().safeParse(id).data
}

const paid = { status: 'Processed', paymentStatus: 'Paid' }
/** If the payment failed, the order is pending, because Stripe tries again to collect the payment. */
const failed = { status: 'Pending', paymentStatus: 'Failed' }

async function orderEvents({ event, ...context }: Context): Promise<ConvertedEvent[]> {
  const { tenant, fetched, isFirst, isPaid, token } = context
  if (isFirst) return firstOrderEvents({ event, ...context })
  const payment = { token, ...(isPaid ? paid : failed) }
  /** The date of the invoice, because each repeated collection of the payment would move the sale to another day. */
  const order = orderOfInvoice(context, dateOf(fetched.invoice.created))
  return eventsOfLaterPayment(tenant, event, { payment, order, begun: fetched.invoice.created })
}

/**
 * The first invoice and its Checkout session become one order. The `order.completed` of the invoice has the time when
 * the invoice was created. The `order.completed` of the session is later, so its more detailed values replace the
 * values of the invoice. An `order.status.changed` with the time of Stripe's event reports whether the payment
 * succeeded. An unpaid first invoice does not become an order, because the subscription has not begun.
 */
function firstOrderEvents({ event, ...context }: Context): ConvertedEvent[] {
  const { tenant, fetched, isPaid, token } = context
  const payment = isPaid ? { token, ...paid } : { token, paymentStatus: failed.paymentStatus }
  const changed = changeByPayment(tenant, event, payment)
  if (!isPaid) return [changed]
  const createdOn = dateOf(fetched.invoice.created)
  const content = { ...orderOfInvoice(context, createdOn), token }
  return [changed, { ...changed, createdOn, eventName: 'order.completed', content }]
}

function invoiceEvent({ tenant, event, fetched, isPaid, subscriptionId, token }: Context): ConvertedEvent {
  const { invoice } = fetched
  const envelope = envelopeOfCheckoutEvent(tenant, event)
  const content = {
    subscriptionId,
    orderToken: token,
    creationDate: dateOf(invoice.created),
    modificationDate: envelope.createdOn,
    amount: decimalOf(Math.max(invoice.total, 0), invoice.currency),
    currency: invoice.currency,
    paid: isPaid,
    number: invoice.number,
    taxes: taxesOfInvoice(fetched),
  }
  return { ...envelope, eventName: 'subscription.invoice.created', content }
}
