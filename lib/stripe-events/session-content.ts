/** Builds the content of an order, or of an abandoned cart, from a Checkout session. */

import { orderTokenOfStripe, subscriptionIdOfStripe } from '../core/ids.ts'
import type { Tenant } from '../core/tenant.ts'
import { toOrderDiscount, toOrderTaxes } from './discounts-and-taxes.ts'
import { addressOf, dateOf, decimalOf, expanded, idIn, paymentIdOfInvoice, shippingOf, vatNumberIn } from './fields.ts'
import { toOrderItem } from './items.ts'
import type { FetchedSession, StripeSession } from './session-schema.ts'

/**
 * Derives the token of a subscription's order from the first invoice, because an invoice does not contain the id of its
 * session. Therefore the invoice and the session become the same order, whichever arrives first.
 */
const tokenOf = (tenant: Tenant, { id, mode, invoice }: StripeSession) =>
  orderTokenOfStripe(tenant, (mode === 'subscription' && idIn(invoice)) || id)

export function orderOfSession(tenant: Tenant, { session, lines }: FetchedSession) {
  const { subscription, amount_total, currency } = session
  const total = decimalOf(amount_total, currency)
  return {
    ...sharedContent({ session, lines }),
    ...shippingOf(session.shipping_cost, currency),
    ...cardOf(session),
    token: tokenOf(tenant, session),
    email: emailOf(session),
    invoiceNumber: invoiceNumberOf(session),
    paymentTransactionId: paymentIdOf(session),
    paymentGatewayUsed: 'Stripe',
    finalGrandTotal: total,
    grandTotal: total,
    subtotal: decimalOf(session.amount_subtotal, currency),
    rebateAmount: decimalOf(session.total_details?.amount_discount ?? 0, currency),
    taxes: taxesIn(session),
    taxesTotal: decimalOf(session.total_details?.amount_tax ?? 0, currency),
    subscriptionId: subscription ? subscriptionIdOfStripe(tenant, subscription) : null,
  }
}

const emailOf = ({ customer_details, customer_email }: StripeSession) =>
  customer_details?.email ?? customer_email ?? null

function sharedContent({ session, lines }: FetchedSession) {
  const { currency, locale, customer_details: customer } = session
  const shipping = session.collected_information?.shipping_details ?? session.shipping_details
  return {
    creationDate: dateOf(session.created),
    currency,
    lang: locale === 'auto' ? null : locale,
    billingAddress: addressOf(customer, vatNumberIn(customer?.tax_ids)),
    shippingAddress: addressOf(shipping),
    items: lines.map(line => toOrderItem(line, { currency, hasShippingAddress: !!shipping })),
    itemsTotal: decimalOf(session.amount_subtotal, currency),
    total: decimalOf(session.amount_total, currency),
    discounts: discountsIn(session),
    customFields: customFieldsOf(session),
    metadata: metadataOf(session),
  }
}

export function cartOfSession(fetched: FetchedSession) {
  const { currency, shipping_cost, amount_subtotal, amount_total } = fetched.session
  const { shippingFees: fees, shippingMethod: method } = shippingOf(shipping_cost, currency)
  const total = decimalOf(amount_total, currency)
  return {
    ...sharedContent(fetched),
    status: 'InProgress',
    shippingInformation: { fees, method },
    summary: { subtotal: decimalOf(amount_subtotal, currency), total, payableNow: total },
  }
}

/**
 * Adds `client_reference_id`, the store's own reference, to the metadata. This reference is not used as the invoice
 * number, because several sessions may have the same reference.
 */
const metadataOf = ({ metadata, client_reference_id }: StripeSession) =>
  client_reference_id ? { ...metadata, client_reference_id } : (metadata ?? null)

const numberLength = 10

/**
 * Returns the number of the invoice in Stripe if the session has started a subscription. Otherwise, makes a number from
 * the last characters of the session's id, which are random.
 */
const invoiceNumberOf = ({ id, mode, invoice }: StripeSession) =>
  (mode === 'subscription' && expanded(invoice)?.number) || `CS-${id.slice(-numberLength)}`

function paymentIdOf({ payment_intent, invoice }: StripeSession): string | null {
  return idIn(payment_intent) ?? paymentIdOfInvoice(expanded(invoice)?.payments)
}

function cardOf({ payment_intent }: StripeSession) {
  const charge = expanded(expanded(payment_intent)?.latest_charge)
  const { type, card } = charge?.payment_method_details ?? {}
  return {
    paymentMethod: type === 'card' ? 'CreditCard' : (type ?? null),
    cardHolderName: charge?.billing_details?.name ?? null,
    cardType: card?.brand ?? null,
    creditCardLast4Digits: card?.last4 ?? null,
  }
}

const discountsIn = ({ total_details, discounts, currency }: StripeSession) =>
  (total_details?.breakdown?.discounts ?? []).map(applied => toOrderDiscount(applied, discounts ?? [], currency))

/** If Stripe sends only the sum of the taxes, the sum is shown as one tax. */
function taxesIn({ total_details, currency }: StripeSession) {
  const { breakdown, amount_tax = 0 } = total_details ?? {}
  const taxes = breakdown?.taxes?.map(({ amount, rate }) => ({
    amount,
    isIncluded: rate.inclusive,
    rate: { display_name: rate.display_name, percentage: rate.effective_percentage ?? rate.percentage },
  }))
  return toOrderTaxes(taxes ?? [{ amount: amount_tax, isIncluded: false, rate: undefined }], currency)
}

const customFieldsOf = ({ custom_fields }: StripeSession) =>
  (custom_fields ?? []).map(({ key, label, type, dropdown, numeric, text }) => ({
    name: label?.custom ?? key,
    type,
    value: (dropdown ?? numeric ?? text)?.value ?? null,
  }))
