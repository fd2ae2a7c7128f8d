/**
 * Tests the list of orders of a large store in a real browser. The tests are skipped if Chromium is not installed.
 * @module-tag long
 */

import { readFileSync } from 'node:fs'
import Papa from 'papaparse'
import type { Page } from 'playwright-core'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Tenant } from '../../lib/core/tenant.ts'
import { issue } from '../../lib/keys/index.ts'
import { loadStore } from '../bench/load.ts'
import { measure } from '../bench/meter.ts'
import { hasBrowser } from '../support/chromium.ts'
import { call, newTenant } from '../support/store.ts'
import { signIn, usePages } from './browser.ts'

const pages = usePages()

const list = async (tenant: Tenant, query = {}) => (await call('orders.list', tenant, { query })).body

/**
 * The number of orders. The tests need more than the 1,150 orders of the first 23 pages. `PAGES_ORDERS=50000` tests a
 * store that takes minutes to load.
 */
const orderCount = Number(process.env.PAGES_ORDERS ?? 1200)
const written = (n: number) => n.toLocaleString('en-US')
const total = written(orderCount)
const lastPage = Math.ceil(orderCount / 50)

/** The timeout in milliseconds. A file of all orders takes one request for each hundred orders. */
const downloadTimeout = 600_000

async function loadedStore(count: number) {
  const tenant = await newTenant()
  await loadStore(tenant, count)
  return { tenant, key: (await issue({ account: tenant.account, mode: tenant.mode })).secret }
}

describe.skipIf(!hasBrowser)(`a store with ${total} orders`, () => {
  let tenant: Tenant
  let key: string
  let many: Page
  let requests: string[] = []
  const shows = (range: string) => many.getByText(`${range} of ${total}`).waitFor()

  beforeAll(async () => {
    ;({ tenant, key } = await loadedStore(orderCount))
  })

  beforeEach(async () => {
    many = await pages.open()
    await signIn(many, { ...pages, key })
    await shows('1 to 50')
    requests = []
    many.on('request', request => {
      if (!request.url().includes('/admin/')) requests.push(new URL(request.url()).pathname)
    })
  })

  test('shows its first page, and any other page, after one request', async () => {
    await many.reload()
    await shows('1 to 50')
    await many.getByRole('button', { name: `Page ${written(lastPage)}`, exact: true }).click()
    await shows(`${written(orderCount - 49)} to ${total}`)
    await many.goto(`${pages.url}/admin/orders?page=23`)
    await shows('1,101 to 1,150')
    expect(requests).toEqual(['/account', '/orders', '/orders', '/account', '/orders'])
    const [first] = (await list(tenant, { offset: 1100, limit: 1 })).items
    await many.getByRole('link', { name: first.invoiceNumber, exact: true }).waitFor()
  })

  test('reads hardly more for its first and its last page than a store with 50 orders', async () => {
    const unitsOf = async (reader: Tenant, query: object) =>
      (await measure(() => list(reader, { limit: 50, ...query }))).cost.units
    const few = await unitsOf((await loadedStore(50)).tenant, {})
    const [first, last] = [await unitsOf(tenant, {}), await unitsOf(tenant, { offset: orderCount - 50 })]
    for (const units of [first, last]) expect(units).toBeLessThan(few * 1.5)
  })

  test('finds an order with one request, and saves what a filter shows', async () => {
    const [, { invoiceNumber }] = (await list(tenant, { limit: 2 })).items
    const box = many.getByRole('textbox', { name: /Invoice number/ })
    await box.fill(invoiceNumber)
    await box.press('Enter')
    await many.getByText('1 to 1 of 1').waitFor()
    expect(requests).toEqual(['/orders'])
    await many.getByRole('button', { name: 'Disputed' }).click()
    const { totalItems } = await list(tenant, { status: 'Disputed', limit: 1 })
    await many.getByText(`of ${written(totalItems)}`).waitFor()
    const saved = many.waitForEvent('download')
    await many.getByRole('button', { name: 'Download CSV' }).click()
    const text = readFileSync(await (await saved).path(), 'utf8')
    expect(text.match(/Disputed/g)).toHaveLength(totalItems)
  })

  test('keeps the selection over pages, up to what can be done at once', async () => {
    for (const next of [2, 3, 4, 5, 6]) {
      await many.getByLabel('All on this page').click()
      await many.getByText(`${Math.min(200, 50 * (next - 1))} selected`).waitFor()
      await many.getByRole('button', { name: `Page ${next}`, exact: true }).click()
      await shows(`${(next - 1) * 50 + 1} to ${next * 50}`)
    }
    await many.getByText('No more can be selected at once.').waitFor()
  })

  test('can be saved as a file, and a download can be interrupted, continued and cancelled', async () => {
    let isBroken = true
    await many.route(/orders\?.*offset=500(&|$)/, route =>
      isBroken ? route.abort('connectionreset') : route.continue(),
    )
    await many.getByRole('button', { name: 'Download CSV' }).click()
    await many.getByText('What was read is kept.').waitFor()
    await many.getByText(`500 of ${total} orders`).waitFor()
    isBroken = false
    const saved = many.waitForEvent('download', { timeout: downloadTimeout })
    await many.getByRole('button', { name: 'Continue' }).click()
    const text = readFileSync(await (await saved).path(), 'utf8')
    const { data } = Papa.parse<Record<string, string>>(text.replace('\uFEFF', '').trim(), { header: true })
    expect(new Set(data.map(({ Token }) => Token)).size).toBe(orderCount)
    await many.getByRole('button', { name: 'Close' }).last().click()
    let downloads = 0
    many.on('download', () => {
      downloads += 1
    })
    isBroken = true
    await many.getByRole('button', { name: 'Download CSV' }).click()
    await many.getByText('What was read is kept.').waitFor()
    await many.getByRole('button', { name: 'Cancel' }).click()
    await many.getByRole('dialog').waitFor({ state: 'detached' })
    expect(downloads).toBe(0)
  })
})
