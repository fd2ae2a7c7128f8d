/** How the completion of orders is told in the demo store. */

import { itemOf } from './basket.ts'
import { userOf } from './buyers.ts'
import { guidOf, type Some } from './chance.ts'
import { type DemoEvent, eventAt } from './event.ts'
import type { State } from './fates.ts'
import { invoiceNumberOf } from './invoices.ts'
import { toldOffer } from './offers.ts'
import { basketOf, type DemoOrder, endOf, isOld, orders, wasSent } from './orders.ts'
import { iso, minute } from './time.ts'
import { totalsOf } from './totals.ts'
import { trackingOf } from './tracking.ts'

const notes: Some<string> = [
  'Please leave it with the neighbours.',
  'A gift: no invoice in the parcel, please.',
  'Doorbell is broken, please knock.',
  'Thank you for the quick answer on Monday!',
]

const remarks: Some<object> = [
  { packedBy: 'Ines' },
  { packedBy: 'Tom', shelf: 'B-12' },
  { heardOfUs: 'autumn market' },
  { giftCard: { text: 'Happy birthday!', isHandwritten: true } },
]

/** How the order stood when its completion was told. */
const stateOf = (order: DemoOrder): State => (isOld(order) ? endOf(order) : order.fate.begins)

function paymentOf({ fate, buyer, token, chance }: DemoOrder) {
  const { paymentMethod } = fate
  const card = {
    cardHolderName: buyer.address.fullName,
    creditCardLast4Digits: chance.pick(['4242', '1881', '0005']),
  }
  return {
    ...{ paymentMethod, willBePaidLater: paymentMethod === 'Invoice' },
    ...(paymentMethod === 'CreditCard' && card),
    paymentTransactionId: guidOf('payment', token),
  }
}

function addressesOf({ buyer, destination }: DemoOrder) {
  const [billingAddress, shippingAddress] = [buyer.address, destination.address]
  const shippingAddressSameAsBilling = billingAddress === shippingAddress
  return { billingAddress, shippingAddress, shippingAddressSameAsBilling }
}

/** The first payment of a subscription is made by the buyer; those after it come by themselves. */
function subscriptionIn({ subscription, time }: DemoOrder) {
  const isRecurringOrder = subscription !== null && time > subscription.payments[0]
  return { isRecurringOrder, subscriptionId: isRecurringOrder ? subscription.id : null }
}

function amountsOf(order: DemoOrder) {
  const { total, ...totals } = totalsOf(basketOf(order))
  const discounts = order.offer ? [toldOffer(order.offer)] : []
  return {
    ...{ ...totals, grandTotal: total, finalGrandTotal: total, currency: order.buyer.country.currency },
    ...{ discounts, promocodes: discounts.filter(({ code }) => code !== null) },
  }
}

/** A parcel's number is booked with the order: nothing that is told later has room for it. */
function contentOf(order: DemoOrder) {
  const { token, time, buyer, lines, chance } = order
  return {
    ...{ token, invoiceNumber: invoiceNumberOf(order), email: buyer.email, user: userOf(buyer) },
    ...{ creationDate: iso(time - (3 + chance.below(30)) * minute), modificationDate: iso(time) },
    completionDate: iso(time),
    ...{ ...stateOf(order), ...paymentOf(order), ...addressesOf(order), ...subscriptionIn(order) },
    notes: chance.oneIn(12) ? chance.pick(notes) : null,
    customFields: chance.oneIn(20) ? [{ name: 'Gift wrapping', value: 'Yes' }] : [],
    metadata: chance.oneIn(10) ? chance.pick(remarks) : null,
    ...{ ...(wasSent(order) && trackingOf(order)), items: lines.map(itemOf), ...amountsOf(order) },
  }
}

export const orderEvents: DemoEvent[] = orders.map(order =>
  eventAt(order.time, 'order.completed', contentOf(order)),
)
