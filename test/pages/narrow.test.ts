/**
 * Tests in a real browser that a window of 320 pixels, which is also one of 1280 at a zoom of 400 %, shows long names
 * and large amounts whole. The tests are skipped if Chromium is not installed.
 * @module-tag long
 */

import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { demoTenant } from '../../infra/local/demo/objects.ts'
import { addProducts } from '../products/calls.ts'
import { cart, completeOrder, item, sendEvent } from '../support/checkout.ts'
import { hasBrowser } from '../support/chromium.ts'
import { expectAccessible, screenshot, signIn, usePages } from './browser.ts'

const pages = usePages()
let page: Page

const width = 320

async function open(name: string, path: string) {
  await page.goto(`${pages.url}/admin${path}`)
  await page.getByRole('heading', { level: 1 }).waitFor()
  await expect.poll(() => page.locator('[aria-busy=true]').count()).toBe(0)
  await screenshot(page, `narrow-${name}`)
}

async function expectShownWhole() {
  await expectAccessible(page)
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width)
}

beforeAll(async () => {
  if (!hasBrowser) return
  page = await pages.open({ viewport: { width, height: 700 } })
  await signIn(page, pages)
  await page.evaluate("localStorage.setItem('language', 'de')")
})

describe.skipIf(!hasBrowser)('in a window of 320 pixels', () => {
  test.each([
    ['Swiss francs', 'CHF', 14_073],
    ['dinars with three decimals', 'KWD', 740_740.734],
  ])('the lines of an order in %s can be read', async (_, currency, unitPrice) => {
    const total = unitPrice * 2
    const items = [item({ name: 'Espresso machine', quantity: 2, unitPrice, totalPrice: total })]
    const token = await completeOrder(demoTenant, { currency, items, finalGrandTotal: total, grandTotal: total })
    await open(`order-${currency}`, `/orders/${token}`)
    await expectShownWhole()
  })

  test('the texts of a product break, also if a URL or a choice is long', async () => {
    const long = `https://shop.example.com/guides/${'care-and-'.repeat(9)}cleaning`
    const customFields = [
      { name: 'Material', type: 'dropdown', options: `${'Cotton'.repeat(12)}|Linen`, required: true },
    ]
    await addProducts(demoTenant, [{ id: 'LONG', name: 'Shirt', description: long, customFields }])
    await open('product', '/products/LONG')
    await page.getByText(long).first().waitFor()
    await expectShownWhole()
  })

  test('the total value of carts in several currencies breaks', async () => {
    const values = { EUR: 2710.87, USD: 1211.1, CHF: 12_100, KWD: 1_234_567.891 }
    for (const [currency, total] of Object.entries(values))
      await sendEvent(demoTenant, 'cart.updated', cart({ token: crypto.randomUUID(), currency, total }))
    await open('carts', '/carts')
    await page.getByText('KWD', { exact: false }).first().waitFor()
    await expectShownWhole()
  })

  test('the bar names the mode in full', async () => {
    const bar = page.locator('[data-mode=Test]')
    expect(await bar.textContent()).toContain('kein Geld')
    expect(await bar.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0)
    expect(await bar.evaluate(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight)).toBe(0)
  })
})
