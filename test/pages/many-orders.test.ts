/**
 * Tests lists of many orders in a real browser: search, selection and CSV files. The tests are skipped if Chromium is
 * not installed.
 * @module-tag long
 */

import { readFileSync } from 'node:fs'
import Papa from 'papaparse'
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { demoTenant } from '../../infra/local/demo/objects.ts'
import type { Tenant } from '../../lib/core/tenant.ts'
import { completeOrder } from '../support/checkout.ts'
import { hasBrowser } from '../support/chromium.ts'
import { call } from '../support/store.ts'
import { updateAllTallies } from '../support/stream-worker.ts'
import { expectAccessible, screenshot, signIn, usePages } from './browser.ts'
import { useOrdersToShip } from './orders-to-ship.ts'

const pages = usePages()
const orders = useOrdersToShip(pages)

const list = async (query = {}, tenant: Tenant = demoTenant) => (await call('orders.list', tenant, { query })).body
const rows = (page: Page) => page.locator('tbody tr')
const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })

const searchFor = async (text: string) => {
  const box = orders.page.getByRole('textbox', { name: /Invoice number/ })
  await box.fill(text)
  await box.press('Enter')
}

describe.skipIf(!hasBrowser)('the search', () => {
  test.each([
    ['an invoice number with a sign before it', '#SHIP-1', 'SHIP-1'],
    ['an invoice number in lower case', 'ship-2', 'SHIP-2'],
    ['a name with the last name first', 'Doe, Jane', 'SHIP-1'],
    ['an e-mail address', 'Jane.Doe@example.com', 'SHIP-3'],
  ])('finds orders by %s', async (_, text, number) => {
    await searchFor(text)
    await orders.page.getByRole('link', { name: number, exact: true }).waitFor()
  })

  test('opens the order of a token without dashes, in capitals', async () => {
    await searchFor(`{${orders.token('SHIP-4').replaceAll('-', '').toUpperCase()}}`)
    await orders.page.getByRole('heading', { name: 'Order SHIP-4' }).waitFor()
  })
})

describe.skipIf(!hasBrowser)('the selection', () => {
  test('is made with the keyboard alone, and leads to the actions', async () => {
    await orders.page.goto(`${pages.url}/admin/orders?status=Processed`)
    await rows(orders.page).first().locator('a').focus()
    await orders.page.keyboard.press('Space')
    await orders.page.keyboard.press('Shift+ArrowDown')
    await orders.page.keyboard.press('Shift+ArrowDown')
    await orders.page.getByText('3 selected').waitFor()
    await orders.page.getByRole('button', { name: 'Store 1001' }).click()
    await orders.page.getByRole('menu').waitFor()
    await orders.page.keyboard.press('Escape')
    await orders.page.getByRole('menu').waitFor({ state: 'detached' })
    expect(await orders.page.getByText('3 selected').count()).toBe(1)
    await orders.page.keyboard.press('a')
    expect(await orders.page.locator(':focus').textContent()).toBe('Mark as shipped')
    await orders.page.getByLabel('All on this page').check()
    const { totalItems } = await list({ status: 'Processed', limit: 1 })
    await orders.page.getByText(`${Math.min(50, totalItems)} selected`).waitFor()
    await orders.page.keyboard.press('Escape')
    await orders.page.getByText(/\d selected/).waitFor({ state: 'detached' })
  })

  test('is a range with Shift and a click', async () => {
    await rows(orders.page).nth(0).getByRole('checkbox').click()
    await rows(orders.page)
      .nth(3)
      .getByRole('checkbox')
      .click({ modifiers: ['Shift'] })
    await orders.page.getByText('4 selected').waitFor()
    await orders.page.getByRole('button', { name: 'Clear' }).click()
  })
})

/** Clicks a button, and returns the lines of the file that the browser saves. */
async function download(name: string | RegExp): Promise<Record<string, string>[]> {
  const saved = orders.page.waitForEvent('download')
  await orders.page.getByRole('button', { name }).last().click()
  const text = readFileSync(await (await saved).path(), 'utf8')
  return Papa.parse<Record<string, string>>(text.replace('\uFEFF', '').trim(), { header: true }).data
}

describe.skipIf(!hasBrowser)('a CSV file', () => {
  test('has all orders that the filters find, as spreadsheets read them, without formulas', async () => {
    await orders.page.goto(`${pages.url}/admin/orders`)
    const lines = await download('Download CSV')
    const { totalItems } = await list({ limit: 1 })
    await orders.page.getByText(`${totalItems} orders are in the file.`).waitFor()
    await expectAccessible(orders.page)
    await screenshot(orders.page, 'download')
    await orders.page.keyboard.press('Escape')
    expect(lines).toHaveLength(totalItems)
    const line = lines.find(found => found.Number === 'SHIP-DE')
    expect(line).toMatchObject({ Total: '76.3', Refunded: '16.3', Date: '2026-08-30 18:16:58', City: 'Köln' })
    const refunded = lines.filter(({ Customer }) => Customer?.startsWith('Jane =Doe'))
    expect(refunded).toHaveLength(1)
  })

  test.each([
    ['=1+1', "'=1+1"],
    ['Max;=1+1', "Max;'=1+1"],
  ])('has only the selected orders, and a guard before the formula in %s', async (number, guarded) => {
    await orders.add(number)
    await updateAllTallies(demoTenant)
    await orders.page.goto(`${pages.url}/admin/orders?search=${encodeURIComponent(number)}`)
    await row(orders.page, number).getByRole('checkbox').check()
    const lines = await download('Download CSV')
    expect(lines).toMatchObject([{ Number: guarded }])
    await orders.page.keyboard.press('Escape')
  })

  const addOrder = async () => {
    await completeOrder(demoTenant, { creationDate: new Date().toISOString() })
    await updateAllTallies(demoTenant)
  }
  const shipFourOrders = async () => {
    for (const { token } of (await list({ status: 'Processed', limit: 4 })).items)
      await call('orders.update', demoTenant, { params: { token }, body: { status: 'Shipped' } })
    await updateAllTallies(demoTenant)
  }

  test.each([
    ['an order came in', addOrder],
    ['orders left the list', shipFourOrders],
  ])('has each order once if it was interrupted, and %s before it was continued', async (_, change) => {
    const { items } = await list({ status: 'Processed', limit: 100 })
    let isBroken = true
    await orders.page.route(/orders\?.*limit=100/, route => {
      const url = route.request().url().replace('limit=100', 'limit=3')
      return isBroken && url.includes('offset=6') ? route.abort('connectionreset') : route.continue({ url })
    })
    await orders.page.goto(`${pages.url}/admin/orders?status=Processed`)
    await orders.page.getByRole('button', { name: 'Download CSV' }).click()
    await orders.page.getByRole('alert').getByText('No connection').waitFor()
    await change()
    isBroken = false
    const tokens = (await download('Continue')).map(({ Token }) => Token)
    expect(tokens.toSorted()).toEqual(items.map(({ token }: { token: string }) => token).toSorted())
    await orders.page.unroute(/orders\?.*limit=100/)
    await orders.page.keyboard.press('Escape')
  })

  test('has the orders of one list if Back has opened another list after an interruption', async () => {
    await orders.page.goto(`${pages.url}/admin/orders?status=Shipped`)
    await orders.page.getByRole('button', { name: 'To ship' }).click()
    await expect.poll(() => orders.page.url()).toContain('status=Processed')
    await orders.page.route(/orders\?.*limit=100/, route => {
      const url = route.request().url()
      if (!url.includes('status=Processed')) return route.fallback()
      return url.includes('offset=6') ? route.abort() : route.continue({ url: url.replace('limit=100', 'limit=3') })
    })
    await orders.page.getByRole('button', { name: 'Download CSV' }).click()
    await orders.page.getByRole('alert').getByText('No connection').waitFor()
    await orders.page.goBack()
    await expect.poll(() => orders.page.url()).toContain('status=Shipped')
    await orders.page.getByRole('dialog').waitFor({ state: 'detached' })
    const { items } = await list({ status: 'Shipped', limit: 100 })
    await orders.page.getByText(`of ${items.length}`).waitFor()
    const tokens = (await download('Download CSV')).map(({ Token }) => Token)
    expect(tokens.toSorted()).toEqual(items.map(({ token }: { token: string }) => token).toSorted())
    await orders.page.unroute(/orders\?.*limit=100/)
    await orders.page.keyboard.press('Escape')
  })

  test('has commas in amounts where people write them', async () => {
    const german = await pages.open({ locale: 'de-DE' })
    await signIn(german, pages, '/orders?search=SHIP-DE')
    await german.evaluate("localStorage.setItem('language', JSON.stringify('de'))")
    await german.reload()
    const saved = german.waitForEvent('download')
    await german.getByRole('button', { name: 'CSV herunterladen' }).click()
    const text = readFileSync(await (await saved).path(), 'utf8')
    expect(text).toContain('Nummer;Token;Datum')
    expect(text).toContain(';76,3;16,3;')
  })
})

test.skipIf(!hasBrowser)(
  'the screens ask no other server, keep to their content security policy, and have no errors',
  () => {
    expect(pages.faults).toEqual([])
  },
)
