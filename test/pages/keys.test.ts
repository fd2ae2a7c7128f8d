/**
 * Tests what the pages show and offer with keys of each scope and mode, in a real browser. The tests are skipped if
 * Chromium is not installed.
 * @module-tag long
 */

import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { demoTenant } from '../../infra/local/demo/objects.ts'
import type { KeyScope } from '../../lib/core/key-scopes.ts'
import type { Mode } from '../../lib/core/tenant.ts'
import { issue } from '../../lib/keys/index.ts'
import { addProducts, update } from '../products/calls.ts'
import { completeOrder } from '../support/checkout.ts'
import { hasBrowser } from '../support/chromium.ts'
import { authorizedOrder, orderOf, paidOrder } from '../support/payments.ts'
import { expectAccessible, holdRequest, screenshot, signIn, usePages } from './browser.ts'
import { orderFields } from './order-screen.ts'

const pages = usePages()

const liveTenant = { ...demoTenant, mode: 'Live' as const }

async function keyOf(scope: KeyScope, mode: Mode = 'Test'): Promise<string> {
  return (await issue({ account: demoTenant.account, mode, scope })).secret
}

async function openWith(key: string, path: string): Promise<Page> {
  const page = await pages.open()
  await signIn(page, { ...pages, key }, path)
  return page
}

const goTo = async (page: Page, path: string) => {
  await page.goto(`${pages.url}/admin${path}`)
  await page.getByRole('heading', { level: 1 }).waitFor()
}
const screens = (page: Page) => page.getByRole('navigation').locator('a .mantine-NavLink-label').allTextContents()
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true })
const forbidden = (page: Page) => page.getByRole('heading', { name: 'Your key does not allow this' })

describe.skipIf(!hasBrowser)('a key for orders', () => {
  let page: Page
  let token: string

  beforeAll(async () => {
    if (!hasBrowser) return
    token = await paidOrder(demoTenant, { ...orderFields, invoiceNumber: 'SCOPE-1', subscriptionId: 'sub-1' })
    page = await openWith(await keyOf('orders'), '/home')
  })

  test('has only the screens that it can read in the navigation', async () => {
    expect(await screens(page)).toEqual(['Home', 'Orders', 'Settings'])
    await page.getByRole('link', { name: /To ship/ }).waitFor()
    expect(await page.getByRole('link', { name: /Low stock/ }).count()).toBe(0)
    await page.keyboard.press('g')
    await page.keyboard.press('c')
    await page.keyboard.press('g')
    await page.keyboard.press('o')
    await page.getByRole('heading', { name: 'Orders' }).waitFor()
  })

  test.each(['/customers', '/products', '/subscriptions', '/carts', '/discounts/new', '/shipping/new'])(
    'shows at %s that it does not allow this screen, and offers nothing there',
    async path => {
      await goTo(page, path)
      await forbidden(page).waitFor()
      await page.getByText('Your key allows orders only').waitFor()
      expect(await page.getByRole('main').getByRole('button').count()).toBe(0)
      await expectAccessible(page)
    },
  )

  test('shows an order without links to what it cannot read, and changes it', async () => {
    await goTo(page, '/orders?search=SCOPE-1')
    await page.getByRole('link', { name: 'SCOPE-1' }).click()
    const customer = page.getByRole('region', { name: 'Customer' })
    await customer.getByText('Jane Doe').waitFor()
    expect(await customer.getByRole('link').count()).toBe(0)
    expect(await page.getByRole('region', { name: 'Subscription' }).textContent()).toContain('sub-1')
    await button(page, 'Mark as shipped').click()
    await page.getByText('The order is marked as shipped.').waitFor()
    expect((await orderOf(demoTenant, token)).status).toBe('Shipped')
    await button(page, 'Refund').click()
    await button(page, 'Continue').click()
    await button(page, 'Refund €60.59').click()
    await page.getByText(/€60\.59 is refunded/).waitFor()
    expect((await orderOf(demoTenant, token)).refundsAmount).toBe(60.59)
  })

  test('searches for an e-mail address without asking for customers, which it cannot read', async () => {
    await goTo(page, '/orders?search=jane.doe%40example.com')
    await page.getByText('Nothing found').waitFor()
  })
})

describe.skipIf(!hasBrowser)('a key for reading', () => {
  let page: Page

  beforeAll(async () => {
    if (!hasBrowser) return
    page = await openWith(await keyOf('read'), '/orders')
  })

  test('shows the list of orders, and no change of several', async () => {
    expect(await screens(page)).toContain('Customers')
    expect(await page.getByRole('link', { name: /Ship several|Mark as shipped/ }).count()).toBe(0)
    await page.getByLabel('All on this page').check()
    await page.getByRole('link', { name: 'Packing slips' }).waitFor()
    expect(await page.getByRole('link', { name: 'Mark as shipped' }).count()).toBe(0)
    await goTo(page, '/orders/ship')
    await forbidden(page).waitFor()
    expect(await page.getByRole('textbox').count()).toBe(0)
  })

  test('shows an order, and no button or URL that changes it', async () => {
    const token = await authorizedOrder(demoTenant, orderFields)
    await goTo(page, `/orders/${token}`)
    await page.getByRole('link', { name: 'Jane Doe' }).or(page.getByText('Jane Doe')).first().waitFor()
    for (const name of [/^Capture/, 'Refund', 'Mark as shipped', 'Edit'])
      expect(await button(page, name).count()).toBe(0)
    await button(page, 'More').click()
    await page.getByRole('menuitem', { name: 'Packing slip' }).waitFor()
    expect(await page.getByRole('menuitem', { name: /status|Cancel/ }).count()).toBe(0)
    for (const dialog of ['refund', 'capture', 'cancel', 'status', 'metadata']) {
      await goTo(page, `/orders/${token}?dialog=${dialog}`)
      await page.getByRole('region', { name: 'Payment' }).waitFor()
      expect(await page.getByRole('dialog').count(), dialog).toBe(0)
    }
    await screenshot(page, 'order-read-only')
  })
})

test.skipIf(!hasBrowser)('a key for events shows why it opens nothing, and gives way to another key', async () => {
  const page = await openWith(await keyOf('events'), '/orders')
  await forbidden(page).waitFor()
  await expectAccessible(page)
  await screenshot(page, 'key-for-events')
  await page.reload()
  await button(page, 'Use another key').click()
  await page.getByLabel('Secret key').fill(pages.key)
  await button(page, 'Sign in').click()
  await page.getByRole('table').waitFor()
})

describe.skipIf(!hasBrowser)('a live key', () => {
  const bar = (page: Page, mode: Mode) => page.locator(`[data-mode=${mode}]`)
  const color = (page: Page, mode: Mode) =>
    page.evaluate<string>(`getComputedStyle(document.querySelector('[data-mode=${mode}]')).backgroundColor`)
  const live = (page: Page) => page.getByText('Live: real orders, real money').waitFor()

  beforeAll(async () => {
    if (!hasBrowser) return
    await completeOrder(liveTenant, { invoiceNumber: 'LIVE-1' })
  })

  test.each(['light', 'dark'] as const)('has another bar, color and title than a test key in %s', async colorScheme => {
    const page = await pages.open({ colorScheme })
    await signIn(page, { ...pages, key: await keyOf('all', 'Live') })
    await live(page)
    expect(await page.title()).toBe('Orders · Demo store')
    await expectAccessible(page)
    await screenshot(page, `live-${colorScheme}`)
    const other = await pages.open({ colorScheme })
    await signIn(other, pages)
    await other.getByText('Test mode: no real orders, no real money').waitFor()
    expect(await other.title()).toBe('[Test] Orders · Demo store')
    expect(await color(page, 'Live')).not.toBe(await color(other, 'Test'))
  })

  test('shows only live orders, and none of them remains after a test key has signed in', async () => {
    const page = await openWith(await keyOf('all', 'Live'), '/orders')
    await page.getByRole('link', { name: 'LIVE-1' }).waitFor()
    await page.getByText('1 to 1 of 1').waitFor()
    await page.getByRole('button', { name: 'Store 1001' }).click()
    await page.getByRole('menuitem', { name: 'Sign out' }).click()
    await page.getByLabel('Secret key').fill(pages.key)
    await button(page, 'Sign in').click()
    await bar(page, 'Test').waitFor()
    await page.getByRole('table').waitFor()
    expect(await page.getByRole('link', { name: 'LIVE-1' }).count()).toBe(0)
    expect(await bar(page, 'Live').count()).toBe(0)
  })

  test.each([
    ['a change is done', 200],
    ['the key is revoked', 401],
  ])('is not affected by a late reply for the former key: %s', async (_, status) => {
    await addProducts(demoTenant, [{ id: 'BELT', name: 'Leather belt', price: 35 }])
    await update(demoTenant, 'BELT', { inventoryManagementMethod: 'Single', stock: 12 })
    const page = await openWith(pages.key, '/products/BELT')
    if (status === 401)
      await page.route('**/products/BELT', route =>
        route.request().method() === 'PUT' ? route.fulfill({ status, json: { detail: 'Revoked.' } }) : route.fallback(),
      )
    const release = await holdRequest(page, '**/products/BELT')
    const reply = page.waitForResponse(response => response.request().method() === 'PUT')
    const stock = page.getByRole('textbox', { name: 'Stock of the product' })
    await stock.fill('98')
    await stock.press('Enter')
    await button(page, 'Store 1001').click()
    await page.getByRole('menuitem', { name: 'Sign out' }).click()
    await page.getByLabel('Secret key').fill(await keyOf('all', 'Live'))
    await button(page, 'Sign in').click()
    await live(page)
    release()
    await (await reply).finished()
    await page.getByRole('navigation').getByText('Orders', { exact: true }).click()
    await page.getByRole('heading', { name: 'Orders' }).waitFor()
    expect(await bar(page, 'Live').count()).toBe(1)
    expect(await button(page, 'Undo').count()).toBe(0)
  })

  test('replaces a test key if its link is opened in the same tab', async () => {
    const key = await keyOf('all', 'Live')
    const page = await openWith(pages.key, '/orders')
    await bar(page, 'Test').waitFor()
    await page.goto(`${pages.url}/admin/orders#key=${key}`)
    await live(page)
    await page.getByRole('link', { name: 'LIVE-1' }).waitFor()
    expect(page.url()).not.toContain(key)
    expect(await page.getByRole('table').getByRole('link').count()).toBe(1)
  })
})

test.skipIf(!hasBrowser)('no key asks another server or shows an error', () => {
  expect(pages.faults).toEqual([])
})
