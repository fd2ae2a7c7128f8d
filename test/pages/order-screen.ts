/**
 * Opens the screen of an order in the browser, and takes the steps that a person takes there. Also defines an order
 * with items, a discount, shipping, taxes, notes and metadata.
 */

import type { Page, Route } from 'playwright-core'
import { beforeAll } from 'vitest'
import { item } from '../support/checkout.ts'
import { hasBrowser } from '../support/chromium.ts'
import { fetchReply, type Pages, signIn } from './browser.ts'

export const customField = { name: 'Size', type: 'dropdown', options: 'S|M', required: true, value: 'M' }

/** An order with 52.00 for items, less 5.20 of discounts, plus 4.90 of shipping and 8.89 of taxes. */
export const orderFields = {
  invoiceNumber: 'INV-7001',
  cardType: 'Visa',
  creditCardLast4Digits: '4242',
  paymentGatewayUsed: 'Stripe',
  items: [
    item({
      uniqueId: 'tee',
      name: 'Classic tee, black',
      quantity: 2,
      unitPrice: 20,
      totalPrice: 40,
      taxable: true,
      image: 'https://shop.example.com/images/tee.jpg',
      customFields: [customField],
    }),
    item({ uniqueId: 'mug', id: 'MUG', name: 'Speckled mug', price: 12, unitPrice: 12, totalPrice: 12, taxable: true }),
  ],
  itemsTotal: 52,
  discounts: [{ name: 'Summer: 10 %', amountSaved: 5.2 }],
  rebateAmount: 5.2,
  shippingFees: 4.9,
  shippingMethod: 'Standard parcel',
  taxes: [{ taxName: 'VAT', taxRate: 0.19, amount: 8.89 }],
  grandTotal: 60.59,
  finalGrandTotal: 60.59,
  notes: 'Please leave it with the neighbours.',
  metadata: { source: 'newsletter' },
}

export interface OrderScreen {
  page: Page
  show: (token: string, query?: string) => Promise<void>
  /** Clicks a button of the screen, or of the dialog that is open. */
  click: (name: string | RegExp) => Promise<void>
  /** Waits for a text. */
  text: (value: string | RegExp) => Promise<void>
  section: (name: string | RegExp) => ReturnType<Page['getByRole']>
  /** Opens a dialog from the menu of less frequent changes. */
  choose: (item: string) => Promise<void>
  inDialog: (name: string) => ReturnType<Page['getByRole']>
}

/** Signs in before the tests of a file, which share one page. */
export function useOrderScreen(pages: Pages): OrderScreen {
  const screen = {} as OrderScreen
  beforeAll(async () => {
    if (!hasBrowser) return
    const page = await pages.open()
    await signIn(page, pages)
    Object.assign(screen, { page, ...stepsOn(page, pages) })
  })
  return screen
}

function stepsOn(page: Page, { url }: Pages): Omit<OrderScreen, 'page'> {
  const click = (name: string | RegExp) => page.getByRole('button', { name, exact: true }).click()
  return {
    show: async (token, query = '') => {
      await page.goto(`${url}/admin/orders/${token}${query}`)
      await page.getByRole('heading', { level: 1 }).waitFor()
    },
    click,
    text: value => page.getByText(value).first().waitFor(),
    section: name => page.getByRole('region', { name }),
    choose: async name => {
      await click('More')
      await page.getByRole('menuitem', { name }).click()
    },
    inDialog: name => page.getByRole('dialog').getByRole('button', { name, exact: true }),
  }
}

/**
 * Loses the replies to changes of orders and to refunds: the API executes the request, but the page does not get the
 * reply. This affects the first `count` requests for single orders and refunds. Read requests are among them, but get
 * their replies.
 */
export async function loseReplies(page: Page, count: number): Promise<void> {
  let lost = 0
  await page.route('**/orders/*/refunds', async route => loseReply(route, ++lost <= count && 'POST'))
  await page.route('**/orders/*', async route => loseReply(route, ++lost <= count && 'PUT'))
}

async function loseReply(route: Route, method: string | false): Promise<void> {
  if (route.request().method() !== method) return route.fallback()
  await fetchReply(route)
  await route.abort('connectionreset')
}
