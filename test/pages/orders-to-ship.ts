/** Creates orders of the demo store that are to ship, for the screens that show several orders at once. */

import type { Page } from 'playwright-core'
import { beforeAll } from 'vitest'
import { demoTenant } from '../../infra/local/demo/objects.ts'
import { address, completeOrder, item } from '../support/checkout.ts'
import { hasBrowser } from '../support/chromium.ts'
import { call } from '../support/store.ts'
import { updateAllTallies } from '../support/stream-worker.ts'
import { type Pages, signIn } from './browser.ts'

export const hostile = '<img src=x onerror=alert(1)>'

/** An order of a buyer who reads German. The last name begins like a formula, and several texts contain HTML. */
const germanOrder = {
  lang: 'de',
  notes: `Bitte klingeln ${hostile}`,
  billingAddress: address({ name: `=Doe${hostile}`, vatNumber: 'DE123456789' }),
  shippingAddress: address({ city: 'Köln', firstName: 'Jörg', name: 'Ümit' }),
  shippingAddressSameAsBilling: false,
  items: [
    item({ name: `Tee ${hostile}`, quantity: 2, totalPrice: 40, shippable: true }),
    item({ name: 'Schnittmuster', shippable: false }),
  ],
  itemsTotal: 60,
  shippingFees: 4.9,
  taxes: [{ taxName: 'MwSt.', taxRate: 0.19, amount: 11.4, numberForInvoice: 'DE999' }],
  finalGrandTotal: 76.3,
  grandTotal: 76.3,
}

export interface OrdersToShip {
  page: Page
  /** Returns the token of the order with this invoice number. */
  token: (invoiceNumber: string) => string
  /** Adds an order that is to ship. */
  add: (invoiceNumber: string) => Promise<void>
}

/**
 * Creates the orders SHIP-1 to SHIP-6 and SHIP-DE before the tests of a file, and signs in. SHIP-DE is partly refunded.
 */
export function useOrdersToShip(pages: Pages): OrdersToShip {
  const tokens = new Map<string, string>()
  const add = async (invoiceNumber: string, fields = {}) =>
    void tokens.set(invoiceNumber, await completeOrder(demoTenant, { invoiceNumber, ...fields }))
  const token = (invoiceNumber: string) => tokens.get(invoiceNumber) ?? ''
  const orders = { add, token } as OrdersToShip
  beforeAll(async () => {
    if (!hasBrowser) return
    for (const n of [1, 2, 3, 4, 5, 6]) await add(`SHIP-${n}`)
    await add('SHIP-DE', germanOrder)
    const body = { amount: 16.3, comment: 'Loch' }
    await call('refunds.create', demoTenant, { params: { token: token('SHIP-DE') }, body })
    await updateAllTallies(demoTenant)
    orders.page = await pages.open()
    await signIn(orders.page, pages)
  })
  return orders
}
