/** What lies in the demo store's carts and was not ordered yet. */

import { centsOf, euros, itemOf, type Line, linesOf, unitCents } from './basket.ts'
import { type Buyer, buyers } from './buyers.ts'
import { chanceOf, guidOf } from './chance.ts'
import { type DemoEvent, eventAt } from './event.ts'
import { type Offer, offerFor, toldOffer } from './offers.ts'
import { day, hour, iso, minute, today } from './time.ts'
import { totalsOf } from './totals.ts'

const kind = 4
const count = 25

/** The newest have just been filled, the oldest were left two months ago. */
const ageOf = (number: number) => (number < 8 ? (1 + number * 3) * hour : (number - 6) ** 2 * 0.17 * day)

const plain = { minQuantity: null, duplicatable: false, taxable: true, taxes: [], alternatePrices: {} }

const cartItem = (token: string, time: number) => (line: Line) => {
  const { weight, ...item } = itemOf(line)
  return {
    ...{ ...item, ...plain, token, addedOn: iso(time) },
    unitPrice: euros(unitCents(line)),
    shippable: line.product.file === null,
    dimensions: { width: null, height: null, length: null, weight },
  }
}

function amountsOf(buyer: Buyer, lines: Line[], offer: Offer | null) {
  const totals = totalsOf({ lines, offer, country: buyer.country })
  const { itemsTotal, subtotal, taxableTotal, shippingFees, shippingMethod, totalWeight, total } = totals
  return {
    ...{ itemsTotal, totalWeight, total, currency: buyer.country.currency },
    shippingInformation: { fees: shippingFees, method: shippingMethod, provider: null },
    summary: {
      ...{ subtotal, taxableTotal, total, payableNow: total, adjustedTotal: total, paymentMethod: 'None' },
      taxes: totals.taxes.map(({ taxName, taxRate, amount }) => ({ name: taxName, rate: taxRate, amount })),
    },
  }
}

/** Half of them have got as far as the address, and every fourth visitor has not even said who they are. */
function visitorOf({ email, address }: Buyer, number: number) {
  const addresses = { billingAddress: address, shippingAddress: address, shipToBillingAddress: true }
  return { email: number % 4 === 3 ? null : email, ...(number % 2 === 0 && addresses) }
}

function cartOf(_: unknown, number: number): DemoEvent[] {
  const chance = chanceOf(kind, number)
  const buyer = buyers[(number * 7) % buyers.length]
  if (!buyer) return []
  const [token, time] = [guidOf('cart', number), today - Math.floor(ageOf(number))]
  const [lines, begun] = [linesOf(token, chance), time - (2 + chance.below(50)) * minute]
  const offer = offerFor(time, centsOf(lines), chance)
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

export const cartEvents: DemoEvent[] = Array.from({ length: count }, cartOf).flat()
