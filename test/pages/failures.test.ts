/**
 * Tests what the pages show when the API rejects requests, is slow or cannot be reached. The tests are skipped if
 * Chromium is not installed.
 * @module-tag long
 */

import type { Page, Route } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { demoTenant } from '../../infra/local/demo/objects.ts'
import { hasBrowser } from '../support/chromium.ts'
import { call } from '../support/store.ts'
import { expectAccessible, maintenance, problem, screenshot, signIn, usePages } from './browser.ts'

const pages = usePages()

/** Opens the list of orders, whose requests are answered by `answer`. */
async function openList(answer: (route: Route) => Promise<void>): Promise<Page> {
  const page = await pages.open()
  await signIn(page, pages, '/orders?status=Disputed')
  await page.route('**/orders?*', answer)
  await page.getByRole('button', { name: 'To ship' }).click()
  return page
}

describe.skipIf(!hasBrowser)('the message in place of content', () => {
  test('of a 403 has the sentence of the API, and no button that cannot help', async () => {
    const sentence = 'The scope of this API key does not allow the request.'
    const page = await openList(route => route.fulfill(problem(403, 'insufficient_scope', sentence)))
    await page.getByText(sentence).waitFor()
    expect(await page.getByRole('button', { name: 'Try again' }).count()).toBe(0)
    await expectAccessible(page)
    await screenshot(page, 'placeholder-403')
  })

  test.each([
    ['account_disabled', 'The account is disabled.'],
    ['feature_not_enabled', 'The feature is not enabled for this account.'],
  ])('of a 403 with the code %s does not blame the key, and has a button that loads again', async (code, sentence) => {
    let isRefused = true
    const page = await openList(route => (isRefused ? route.fulfill(problem(403, code, sentence)) : route.continue()))
    await page.getByText(sentence).waitFor()
    expect(await page.getByText('Your key does not allow this').count()).toBe(0)
    isRefused = false
    await page.getByRole('button', { name: 'Try again' }).click({ timeout: 5000 })
    await page.getByRole('table').waitFor()
  })

  test('of a 429 says how long to wait, and loads by itself', async () => {
    let isLimited = true
    const page = await openList(route =>
      isLimited ? route.fulfill(problem(429, 'too_many_requests', 'Too many requests.', 1)) : route.continue(),
    )
    await page.getByText('The page loads again by itself in 1 s.').waitFor()
    await expectAccessible(page)
    await screenshot(page, 'placeholder-429')
    isLimited = false
    await page.getByRole('table').waitFor()
  })

  test('of a maintenance is shown at once, also after its expected end', async () => {
    let isMaintained = true
    const page = await openList(route => (isMaintained ? route.fulfill(maintenance) : route.continue()))
    await page.getByText('Back at noon UTC.').waitFor({ timeout: 10_000 })
    await expectAccessible(page)
    await screenshot(page, 'placeholder-maintenance')
    isMaintained = false
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByRole('table').waitFor()
  })

  test('of a fault has the request id, and a button that loads again', async () => {
    let isFaulty = true
    const sentence = 'Something went wrong.'
    const page = await openList(route =>
      isFaulty ? route.fulfill(problem(500, 'internal_error', sentence)) : route.continue(),
    )
    await page.getByText(sentence).waitFor()
    await page.getByText('Request request-1').waitFor()
    isFaulty = false
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByRole('table').waitFor()
  })

  test('of a lost connection says so, and loads when the connection is back', async () => {
    const page = await pages.openInNewContext()
    await signIn(page, pages, '/orders?status=Disputed')
    await page.context().setOffline(true)
    await page.getByRole('button', { name: 'To ship' }).click()
    await page.getByText('No connection').waitFor()
    await screenshot(page, 'placeholder-offline')
    await page.context().setOffline(false)
    await page.getByRole('table').waitFor()
  })

  test('of an unknown screen', async () => {
    const page = await pages.open()
    await page.goto(`${pages.url}/admin/no/such/screen#key=${pages.key}`)
    await page.getByText('There is no such page.').waitFor()
    await expectAccessible(page)
  })
})

describe.skipIf(!hasBrowser)('a screen whose code is missing', () => {
  /** Opens the list of orders, and counts how often the page is loaded from then on. */
  async function openOrders() {
    const page = await pages.openInNewContext()
    const loaded = new Set<string>()
    page.on('response', response => void loaded.add(response.url()))
    await signIn(page, pages)
    await page.getByRole('table').waitFor()
    let reloads = 0
    page.on('load', () => {
      reloads += 1
    })
    const known = new Set(loaded)
    /** The files of other screens do not exist, as after a deployment. */
    const loseFiles = () =>
      page.route('**/admin/assets/*.js', route =>
        known.has(route.request().url()) ? route.fallback() : route.fulfill(problem(404, 'not_found', 'Not found.')),
      )
    return { page, loseFiles, reloadCount: () => reloads }
  }
  const discounts = (page: Page) => page.getByRole('heading', { name: 'Discounts', level: 1 })

  test('is loaded with the page if a deployment has replaced its file', async () => {
    const { page, loseFiles, reloadCount } = await openOrders()
    await loseFiles()
    await page.route('**/admin/discounts', async route => {
      await page.unroute('**/admin/assets/*.js')
      await route.fallback()
    })
    await page.getByRole('link', { name: 'Discounts' }).click()
    await discounts(page).waitFor()
    expect(reloadCount()).toBe(1)
  })

  test('reloads the page only once by itself, and again with the button', async () => {
    const { page, loseFiles, reloadCount } = await openOrders()
    await loseFiles()
    await page.getByRole('link', { name: 'Discounts' }).click()
    const again = page.getByRole('button', { name: 'Try again' })
    await page.getByText('Something is wrong on this page').waitFor()
    await expectAccessible(page)
    expect(reloadCount()).toBe(1)
    await page.unroute('**/admin/assets/*.js')
    await again.click()
    await discounts(page).waitFor()
    expect(reloadCount()).toBe(2)
  })

  test('is loaded when the connection is back', async () => {
    const { page } = await openOrders()
    await page.context().setOffline(true)
    await page.getByRole('link', { name: 'Discounts' }).click()
    await page.getByText('No connection').waitFor()
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByText('No connection').waitFor()
    await page.context().setOffline(false)
    await discounts(page).waitFor()
  })
})

describe.skipIf(!hasBrowser)('a change that is refused', () => {
  test('is taken back, with the sentence of the API', async () => {
    const { items } = (await call('orders.list', demoTenant, { query: { status: 'Processed' } })).body
    const page = await pages.open()
    await signIn(page, pages, `/orders/${items[0].token}`)
    const sentence = 'The payment gateway refused.'
    await page.route('**/orders/*', route =>
      route.request().method() === 'PUT' ? route.fulfill(problem(402, 'gateway_refused', sentence)) : route.continue(),
    )
    await page.getByRole('button', { name: 'Mark as shipped' }).click()
    await page.getByText(sentence).waitFor()
    await page.getByRole('button', { name: 'Mark as shipped' }).waitFor()
    await screenshot(page, 'change-refused')
    await expectAccessible(page)
  })

  test('by a maintenance is taken back at once, with its message', async () => {
    const { items } = (await call('orders.list', demoTenant, { query: { status: 'Processed' } })).body
    const page = await pages.open()
    await signIn(page, pages, `/orders/${items[0].token}`)
    await page.route('**/orders/*', route =>
      route.request().method() === 'PUT' ? route.fulfill(maintenance) : route.continue(),
    )
    await page.getByRole('button', { name: 'Mark as shipped' }).click()
    await page.getByText('Back at noon UTC.').waitFor({ timeout: 10_000 })
    await page.getByRole('button', { name: 'Mark as shipped' }).waitFor()
  })
})
