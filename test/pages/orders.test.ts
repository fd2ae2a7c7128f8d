/**
 * Tests the list of orders and the screen of an order in a real browser. The tests are skipped if Chromium is not
 * installed.
 * @module-tag long
 */

import type { Page, Response } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { demoTenant } from '../../infra/local/demo/objects.ts'
import { findStage } from '../../infra/stages.ts'
import { hasBrowser } from '../support/chromium.ts'
import { call } from '../support/store.ts'
import { expectAccessible, hiddenWidth, screenshot, signIn, sizes, usePages } from './browser.ts'

const pages = usePages()

const orders = async (query = {}) => (await call('orders.list', demoTenant, { query })).body
const rows = (page: Page) => page.locator('tbody tr')

describe.skipIf(!hasBrowser)('the list of orders', () => {
  test('shows what the API lists, with the exact total', async () => {
    const page = await pages.open()
    await signIn(page, pages)
    const { items, totalItems } = await orders()
    await page.getByText(`1 to ${items.length} of ${totalItems}`).waitFor()
    expect(await rows(page).count()).toBe(items.length)
    for (const { invoiceNumber } of items) await page.getByRole('link', { name: invoiceNumber, exact: true }).waitFor()
  })

  test('is shown after loading at most 350 KB, none of them for charts, in few requests', async () => {
    const page = await pages.openInNewContext()
    const responses: Response[] = []
    page.on('response', response => void (response.url().includes('/admin/') && responses.push(response)))
    await signIn(page, pages)
    await rows(page).first().waitFor()
    const bodies = await Promise.all(responses.map(response => response.text()))
    const lengths = await Promise.all(responses.map(response => response.headerValue('content-length')))
    expect(bodies.join()).toContain('createElement')
    expect(bodies.join()).not.toContain('recharts')
    expect(lengths.reduce((sum, length) => sum + Number(length), 0)).toBeLessThan(350_000)
    /** Five people may open it at the same moment before API Gateway rejects a request of the smallest stage. */
    expect(responses.length).toBeLessThanOrEqual(findStage('dev').publicBurst / 5)
  })

  test('has a URL for each view and search, which opens the same', async () => {
    const page = await pages.open()
    await signIn(page, pages)
    await page.getByRole('button', { name: 'To ship' }).click()
    await expect.poll(() => page.url()).toBe(`${pages.url}/admin/orders?status=Processed`)
    const [{ invoiceNumber }] = (await orders()).items
    await page.keyboard.press('/')
    await page.keyboard.type(invoiceNumber)
    await page.keyboard.press('Enter')
    await expect.poll(() => page.url()).toBe(`${pages.url}/admin/orders?search=${invoiceNumber}`)
    await page.reload()
    await expect.poll(() => rows(page).count()).toBe(1)
    await page.goto(`${pages.url}/admin/orders?status=Nonsense&page=x`)
    await expect.poll(() => rows(page).count()).toBeGreaterThan(1)
  })

  test('shows the refunded orders, of an e-mail address and city, too', async () => {
    const page = await pages.open()
    await signIn(page, pages)
    const { items, totalItems } = await orders({ hasRefunds: 'true' })
    expect(totalItems).toBeGreaterThan(0)
    expect(totalItems).toBeLessThan((await orders()).totalItems)
    await page.getByRole('button', { name: 'Refunded', exact: true }).click()
    await page.getByText(`1 to ${totalItems} of ${totalItems}`).waitFor()
    expect(new URL(page.url()).search).toBe('?payment=refunded')
    const [{ email, shippingAddressCity }] = items
    const found = items.filter(
      (one: (typeof items)[0]) => one.email === email && one.shippingAddressCity === shippingAddressCity,
    )
    await page.goto(`${pages.url}/admin/orders?payment=refunded&city=${shippingAddressCity}&search=${email}`)
    await page.getByText(`1 to ${found.length} of ${found.length}`).waitFor()
    await page.getByText(`Shipping city: ${shippingAddressCity}`).waitFor()
    await page.getByRole('button', { name: 'Remove the filter Payment' }).press('Enter')
    await expect.poll(() => page.evaluate('document.activeElement.textContent')).toBe('Filter')
  })

  test('finds the orders of an e-mail address, and opens an order by its token', async () => {
    const page = await pages.open()
    await signIn(page, pages)
    const [{ email, token, invoiceNumber }] = (await orders()).items
    const search = page.getByRole('textbox', { name: /Invoice number/ })
    await search.fill(email)
    await search.press('Enter')
    await page.getByRole('link', { name: invoiceNumber, exact: true }).waitFor()
    await search.fill(token)
    await search.press('Enter')
    await page.getByRole('heading', { name: `Order ${invoiceNumber}` }).waitFor()
  })

  test('says how an e-mail address is searched if it finds nothing', async () => {
    const page = await pages.open()
    await signIn(page, pages, '/orders?search=earlier@example.com')
    await page.getByText('Orders are found by the present address of their customer.').waitFor()
    await expectAccessible(page)
    await page.goto(`${pages.url}/admin/orders?search=NO-SUCH-NUMBER`)
    await page.getByText('Remove a filter or search for something else.').waitFor()
  })

  test('leads back to the first page from a page that it does not have', async () => {
    const page = await pages.open()
    const { totalItems } = await orders({ status: 'Processed' })
    await signIn(page, pages, '/orders?status=Processed&page=2')
    await page.getByText(`There are only ${totalItems}.`).waitFor()
    await page.getByRole('button', { name: 'Page 1', exact: true }).click()
    await page.getByText(`1 to ${totalItems} of ${totalItems}`).waitFor()
    expect(await rows(page).count()).toBe(totalItems)
  })

  test('can be used with the keyboard alone', async () => {
    const page = await pages.open()
    await signIn(page, pages)
    await rows(page).first().locator('a').focus()
    await page.keyboard.press('ArrowDown')
    const [, { invoiceNumber }] = (await orders()).items
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: `Order ${invoiceNumber}` }).waitFor()
    expect(await page.evaluate('document.activeElement.textContent')).toBe(`Order ${invoiceNumber}`)
    await page.keyboard.press('g')
    await page.keyboard.press('o')
    await page.getByRole('heading', { name: 'Orders' }).waitFor()
  })

  test('opens an order with a click anywhere in its row, or in a new tab with Ctrl', async () => {
    const page = await pages.open()
    await signIn(page, pages)
    const { invoiceNumber } = (await orders()).items[1]
    const cell = rows(page).nth(1).locator('td').nth(2)
    const opened = page.context().waitForEvent('page')
    await cell.click({ modifiers: ['Control'] })
    await expect.poll(async () => (await opened).url()).toContain('/admin/orders/')
    expect(page.url()).toBe(`${pages.url}/admin/orders`)
    await cell.click()
    await page.getByRole('heading', { name: `Order ${invoiceNumber}` }).waitFor()
  })

  test.each(sizes)('is accessible in %s at %i pixels, and does not scroll sideways', async (colorScheme, width) => {
    const page = await pages.open({ colorScheme, viewport: { width, height: 844 } })
    await signIn(page, pages)
    await rows(page).first().waitFor()
    await rows(page).first().hover()
    await expectAccessible(page)
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width)
    expect(await hiddenWidth(page)).toBe(0)
    await screenshot(page, `orders-${colorScheme}-${width}`)
    await page.getByRole('button', { name: 'Filter' }).click()
    await page.getByLabel('Shipping country code').waitFor()
    await screenshot(page, `orders-filter-${colorScheme}-${width}`)
    await expectAccessible(page)
  })
})

describe.skipIf(!hasBrowser)('an order', () => {
  test('is marked as shipped, and set back by Undo', async () => {
    const { token } = (await orders({ status: 'Processed' })).items[0]
    const status = async () => (await call('orders.get', demoTenant, { params: { token } })).body.status
    const page = await pages.open()
    await signIn(page, pages, `/orders/${token}`)
    await page.getByRole('button', { name: 'Mark as shipped' }).click()
    await page.getByText('The order is marked as shipped.').waitFor()
    await expectAccessible(page)
    await screenshot(page, 'order-shipped')
    expect(await status()).toBe('Shipped')
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByText('The change is undone.').waitFor()
    expect(await status()).toBe('Processed')
  })

  test('is not overwritten if another person has changed it, and the new version can be loaded', async () => {
    const { token } = (await orders({ status: 'Processed' })).items[0]
    const page = await pages.open()
    await signIn(page, pages, `/orders/${token}`)
    const body = { status: 'Processed', trackingNumber: 'DE 77' }
    await call('orders.update', demoTenant, { params: { token }, body })
    await page.getByRole('button', { name: 'Mark as shipped' }).click()
    await page.getByText('Tracking: – → DE 77').waitFor()
    await screenshot(page, 'order-conflict')
    await page.getByRole('button', { name: 'Load the new version' }).click()
    await page.getByText('DE 77', { exact: true }).waitFor()
  })

  test('that does not exist has the sentence of the API', async () => {
    const page = await pages.open()
    await page.goto(`${pages.url}/admin/orders/01980000-0000-7000-8000-00000000ffff#key=${pages.key}`)
    await page.getByText('Not found').waitFor()
    await page.getByText(/^Request /).waitFor()
    await expectAccessible(page)
  })

  test.each(sizes)('is accessible in %s at %i pixels', async (colorScheme, width) => {
    const { token } = (await orders()).items[0]
    const page = await pages.open({ colorScheme, viewport: { width, height: 844 } })
    await signIn(page, pages, `/orders/${token}`)
    await expectAccessible(page)
    await screenshot(page, `order-${colorScheme}-${width}`)
  })

  test('asks no other server, keeps to its content security policy, and has no errors', () => {
    expect(pages.faults).toEqual([])
  })
})
