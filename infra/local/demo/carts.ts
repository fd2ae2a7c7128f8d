/** What lies in the demo store's carts and was not ordered yet. */

import { itemOf, type Line, linesOf } from './basket.ts'
import { type Buyer, buyers } from './buyers.ts'
import { chanceOf, guidOf } from './chance.ts'
import { type DemoEvent, eventAt } from './event.ts'
import { type Offer, offerFor, toldOffer } from './offers.ts'
import { day, hour, iso, minute } from './time.ts'
import { totalsOf } from './totals.ts'

const kind = 4
const count = 25

/** The newest have just been filled, the oldest were left two months ago. */
const ageOf = (number: number) =>
  number < 8 ? (0.5 + number ** 2 * 0.45) * hour : (number - 6) ** 2 * 0.17 * day

const plain = { minQuantity: null, duplicatable: false, taxable: true, taxes: [], alternatePrices: {} }

const cartItem = (token: string, time: number) => (line: Line) => {
  const { weight, ...item } = itemOf(line)
  return {
    ...{ ...item, ...plain, token, addedOn: iso(time) },
    shippable: line.product.file === null,
    dimensions: { width: null, height: null, length: null, weight },
  }
}

const summaryTax = ({ taxName, taxRate, amount }: ReturnType<typeof totalsOf>['taxes'][number]) => ({
  ...{ taxId: null, name: taxName, rate: taxRate, amount, numberForInvoice: '' },
  ...{ includedInPrice: false, appliesOnShipping: false },
})

function amountsOf(buyer: Buyer, lines: Line[], offer: Offer | null) {
  const totals = totalsOf({ lines, offer, country: buyer.country })
  const { itemsTotal, subtotal, taxableTotal, shippingFees, shippingMethod, totalWeight, total } = totals
  return {
    ...{ itemsTotal, totalWeight, total, currency: buyer.country.currency },
    shippingInformation: { fees: shippingFees, method: shippingMethod, provider: null },
    summary: {
      ...{ subtotal, taxableTotal, total, payableNow: total, adjustedTotal: total, paymentMethod: 'None' },
      taxes: totals.taxes.map(summaryTax),
    },
  }
}

/** Half of them have got as far as the address, and every fourth visitor has not even said who they are. */
function visitorOf({ email, address }: Buyer, number: number) {
  const addresses = { billingAddress: address, shippingAddress: address, shipToBillingAddress: true }
  return { email: number % 4 === 3 ? null : email, ...(number % 2 === 0 && addresses) }
}

function cartOf(number: number, now: number): DemoEvent[] {
  const chance = chanceOf(kind, number)
  const buyer = buyers[(number * 7) % buyers.length]
  if (!buyer) return []
  const [token, time] = [guidOf('cart', number), now - Math.floor(ageOf(number))]
  const [lines, begun] = [linesOf(token, chance), time - (2 + chance.below(50)) * minute]
  const offer = offerFor(time, lines, chance)
  const content = {
    ...{ id: token, token, mode: 'Test', status: 'InProgress', completionDate: null },
    ...{ creationDate: iso(begun), modificationDate: iso(time) },
    ...visitorOf(buyer, number),
    ...amountsOf(buyer, lines, offer),
    items: lines.map(cartItem(token, begun)),
    ...{ discounts: offer ? [toldOffer(offer)] : [], customFields: [] },
    ...(number % 6 === 0 && { campaignId: 'autumn-reminder' }),
  }
  return [eventAt(time, 'cart.updated', content)]
}

/** Only carts of late are of interest, so that theirs is not the calendar of the orders: they are as old as they seem now. */
export const cartEventsAt = (now: number): DemoEvent[] =>
  Array.from({ length: count }, (_, number) => cartOf(number, now)).flat()
