/**
 * Tests the home screen in a real browser. The tests are skipped if Chromium is not installed.
 * @module-tag long
 */

import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { demoTenant } from '../../infra/local/demo/objects.ts'
import { issue } from '../../lib/keys/index.ts'
import { createV3, renew } from '../subscriptions/calls.ts'
import { completeOrder } from '../support/checkout.ts'
import { hasBrowser } from '../support/chromium.ts'
import { call } from '../support/store.ts'
import { updateAllTallies } from '../support/stream-worker.ts'
import { expectAccessible, fetchReply, screenshot, signIn, sizes, usePages } from './browser.ts'

const pages = usePages()

const daysAgo = (days: number) => new Date(Date.now() - days * 24 * 3600 * 1000).toISOString()

const sell = (days: number, finalGrandTotal: number, currency = 'EUR') =>
  completeOrder(demoTenant, { completionDate: daysAgo(days), finalGrandTotal, grandTotal: finalGrandTotal, currency })

/** Adds objects so that no task has the number zero. */
async function addTasks(): Promise<void> {
  await completeOrder(demoTenant, { status: 'Pending', paymentStatus: 'Authorized' })
  await renew(demoTenant, await createV3(demoTenant), 'failed')
  const [{ id }] = (await call('products.list', demoTenant)).body.items
  await call('products.update', demoTenant, { params: { id }, body: { stock: 4 } })
}

beforeAll(async () => {
  if (!hasBrowser) return
  await sell(0, 30)
  await sell(1, 20)
  await sell(3, 100.1, 'USD')
  await sell(3, 0.2, 'USD')
  await sell(9, 200)
  await sell(40, 55.5)
  await addTasks()
  await updateAllTallies(demoTenant)
})

const part = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

const euros = (value: number) => value.toLocaleString('en-US', { style: 'currency', currency: 'EUR' })

const report = async (query = {}) => (await call('reports.sales', demoTenant, { query })).body
const totalsOf = async (currency: string) => {
  const { groups } = await report()
  return groups.find((group: { currency: string }) => group.currency === currency)
}

interface Counts {
  [name: string]: { count: number; path: string }
}

async function counts(): Promise<Counts> {
  const total = async (name: 'orders.list' | 'subscriptions.dashboardList', query = {}) =>
    (await call(name, demoTenant, { query })).body.totalItems
  const { items } = (await call('products.list', demoTenant, { query: { limit: '100' } })).body
  const stocks = ({ stock, variants = [] }: { stock?: number; variants?: { stock: number }[] }) => [
    stock ?? 5,
    ...variants.map(variant => variant.stock),
  ]
  return {
    'To ship': { count: await total('orders.list', { status: 'Processed' }), path: '/orders?status=Processed' },
    'To capture': { count: await total('orders.list', { awaitsCapture: 'true' }), path: '/orders?payment=toCapture' },
    Withdrawals: {
      count: await total('orders.list', { hasPendingWithdrawal: true }),
      path: '/orders?withdrawals=pending',
    },
    'Declined subscriptions': {
      count: await total('subscriptions.dashboardList', { lastAttemptedInvoiceState: 'Declined' }),
      path: '/subscriptions?payment=Declined',
    },
    'Low stock': {
      count: items.filter((product: object) => stocks(product).some(stock => stock < 5)).length,
      path: '/products?only=low',
    },
  }
}

describe.skipIf(!hasBrowser)('Home', () => {
  test('shows the sales of today, 7 and 30 days beside the period before, in each currency', async () => {
    const page = await pages.open()
    await signIn(page, pages, '/home')
    const { total, previousTotal } = await totalsOf('eur')
    const month = part(page, '30 days')
    await month.getByText(euros(total.gross), { exact: true }).waitFor()
    await month.getByText(`The 30 days before: ${euros(previousTotal.gross)}`).waitFor()
    await month.getByText(`Orders: ${total.orders}, before: ${previousTotal.orders}`).waitFor()
    await month.getByText('$100.30', { exact: true }).waitFor()
    await part(page, '7 days').getByText('$100.30', { exact: true }).waitFor()
    await part(page, '7 days').getByText('The 7 days before: €200.00').waitFor()
    await part(page, 'Today').getByText('Yesterday, the whole day: €20.00').waitFor()
    await part(page, 'Today').getByText('+50%', { exact: true }).first().waitFor()
    expect(await part(page, 'Today').textContent()).not.toContain('$')
  })

  test('shows the best sellers of 30 days as the report has them', async () => {
    const page = await pages.open()
    await signIn(page, pages, '/home')
    const { items } = (await call('reports.products', demoTenant, { query: { limit: '5' } })).body
    const rows = part(page, 'Best sellers of 30 days').locator('tbody tr')
    await rows.first().waitFor()
    expect(await rows.count()).toBe(items.length)
    for (const [index, { name, units, gross }] of items.entries()) {
      const text = await rows.nth(index).textContent()
      for (const shown of [name, String(units), euros(gross)]) expect(text).toContain(shown)
    }
  })

  test('shows the value of the open carts as the report has it', async () => {
    const page = await pages.open()
    await signIn(page, pages, '/home')
    const { open } = (await call('reports.carts', demoTenant, { query: { interval: 'month' } })).body
    const card = part(page, 'Open carts')
    await card.getByText(`${open[0].carts} open`, { exact: true }).waitFor()
    await card.getByText(euros(open[0].value), { exact: true }).waitFor()
    await card.getByRole('link', { name: 'All carts' }).click()
    await page.getByRole('heading', { level: 1, name: 'Abandoned carts' }).waitFor()
  })

  test('counts what there is to do exactly, and links to the list of each', async () => {
    const page = await pages.open()
    await signIn(page, pages, '/home')
    for (const [name, { count, path }] of Object.entries(await counts())) {
      expect(count).toBeGreaterThan(0)
      const link = part(page, 'To do').getByRole('link', { name: `${name} ${count}`, exact: true })
      expect(await link.getAttribute('href')).toBe(`/admin${path}`)
    }
    const { count } = (await counts())['To ship']!
    await page.getByRole('link', { name: /^To ship/ }).click()
    await page.getByText(`of ${count}`, { exact: false }).waitFor()
    expect(page.url()).toBe(`${pages.url}/admin/orders?status=Processed`)
    await page.keyboard.press('g')
    await page.keyboard.press('h')
    await page.getByRole('heading', { name: 'Home' }).waitFor()
  })

  test('needs eight requests, and loads the chart after everything else', async () => {
    const page = await pages.open()
    const urls: string[] = []
    page.on('request', request => urls.push(request.url()))
    await signIn(page, pages, '/home')
    await page.getByRole('img', { name: /^Sales in EUR/ }).waitFor()
    await page.waitForLoadState('networkidle')
    expect(urls.filter(url => !url.includes('/admin') && !url.endsWith('/account'))).toHaveLength(8)
    const [chart] = urls.filter(url => url.includes('sales-chart') && url.endsWith('.js'))
    expect(urls.indexOf(chart!)).toBeGreaterThan(urls.findIndex(url => url.includes('/reports/sales')))
  })

  test('has a URL for each period, currency and table, which opens the same', async () => {
    const page = await pages.open()
    await signIn(page, pages, '/home')
    await page.getByRole('button', { name: '30 days' }).click()
    await page.getByRole('button', { name: 'USD' }).click()
    await page.getByRole('img', { name: 'Sales in USD, 30 days, beside the period before' }).waitFor()
    await page.getByRole('button', { name: 'Show as a table' }).click()
    await expect.poll(() => page.url()).toBe(`${pages.url}/admin/home?period=month&currency=usd&show=table`)
    await page.reload()
    const table = page.getByRole('table', { name: /^Sales in USD/ })
    const { intervals } = await totalsOf('usd')
    await table.waitFor()
    expect(await table.locator('tbody tr').count()).toBe(30)
    const sold = intervals.findIndex(({ gross }: { gross: number }) => gross > 0)
    expect(await table.locator('tbody tr').nth(sold).textContent()).toContain('$100.30')
    await page.goto(`${pages.url}/admin/home?period=year&show=x&currency=xyz`)
    await page.getByRole('img', { name: /^Sales in EUR, 7 days/ }).waitFor()
  })

  test('shows today by hour, without figures for hours to come', async () => {
    const page = await pages.openInNewContext()
    await page.clock.setFixedTime(`${daysAgo(0).slice(0, 10)}T10:30:00.000Z`)
    await signIn(page, pages, '/home?period=today&show=table')
    const rows = page.getByRole('table', { name: /^Sales in EUR, Today/ }).locator('tbody tr')
    await rows.first().waitFor()
    expect(await rows.count()).toBe(24)
    expect(await rows.nth(10).textContent()).toMatch(/^10:00 AM€/)
    expect(await rows.nth(11).textContent()).toMatch(/^11:00 AM–/)
  })

  test('shows the sentence of the API in the part that is refused, and the others as they are', async () => {
    const page = await pages.open()
    let isFaulty = true
    const problem = (sentence: string) => ({
      status: 500,
      contentType: 'application/problem+json',
      body: JSON.stringify({
        status: 500,
        code: 'internal_error',
        detail: sentence,
        title: sentence,
        message: sentence,
      }),
    })
    await page.route('**/reports/sales*', route =>
      isFaulty ? route.fulfill(problem('The report failed.')) : route.continue(),
    )
    await page.route('**/orders?status=Processed*', route =>
      isFaulty ? route.fulfill(problem('The list failed.')) : route.continue(),
    )
    await signIn(page, pages, '/home')
    await part(page, 'Sales').getByText('The report failed.').waitFor()
    await part(page, 'To do').getByText('The list failed.').waitFor()
    await part(page, 'To do')
      .getByRole('link', { name: /^To capture \d/ })
      .waitFor()
    await expectAccessible(page)
    await screenshot(page, 'home-refused')
    isFaulty = false
    await part(page, 'To do').getByRole('button', { name: 'Try again' }).click()
    await part(page, 'To do')
      .getByRole('link', { name: /^To ship \d/ })
      .waitFor()
    await part(page, 'Sales').getByRole('button', { name: 'Try again' }).click()
    await page.getByRole('img', { name: /^Sales in EUR/ }).waitFor()
  })

  test('offers a key for orders only the tasks of orders, and asks for nothing else', async () => {
    const { secret } = await issue({ ...demoTenant, scope: 'orders' })
    const page = await pages.open()
    const refused: string[] = []
    page.on('response', response => void (response.status() === 403 && refused.push(response.url())))
    await signIn(page, { ...pages, key: secret }, '/home')
    await page.getByRole('link', { name: /^Withdrawals \d/ }).waitFor()
    expect(await part(page, 'To do').getByRole('link').count()).toBe(3)
    expect(await page.getByRole('region').count()).toBe(1)
    expect(refused).toEqual([])
    await expectAccessible(page)
  })

  test('is shown in the chosen language, with the amounts of its readers', async () => {
    const page = await pages.open({ locale: 'de-DE' })
    await signIn(page, pages, '/home')
    await page.getByRole('button', { name: 'Store 1001' }).click()
    await page.getByRole('menuitemradio', { name: 'Deutsch' }).click()
    await part(page, 'Zu tun').getByText('Zu versenden').waitFor()
    await part(page, '7 Tage').getByText('Die 7 Tage davor: 200,00 €').waitFor()
    await screenshot(page, 'home-de')
  })

  test.each(sizes)('is accessible in %s at %i pixels, and does not scroll sideways', async (colorScheme, width) => {
    const page = await pages.open({ colorScheme, viewport: { width, height: 844 } })
    await signIn(page, pages, '/home')
    await page.getByRole('img', { name: /^Sales in EUR/ }).waitFor()
    await page.waitForLoadState('networkidle')
    await expectAccessible(page)
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width)
    await screenshot(page, `home-${colorScheme}-${width}`)
    await page.getByRole('button', { name: 'Show as a table' }).click()
    await page.getByRole('table', { name: /^Sales in EUR/ }).waitFor()
    await expectAccessible(page)
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width)
    await screenshot(page, `home-table-${colorScheme}-${width}`)
  })

  /** Replies with a report whose amounts are 2,500,000 times as large. */
  const enlargeAmounts = (page: Page) =>
    page.route('**/reports/sales*', async route => {
      const response = await fetchReply(route)
      const body = (await response.text()).replace(/"gross":([\d.]+)/g, (_, gross) => `"gross":${gross * 2_500_000}`)
      await route.fulfill({ response, body })
    })

  describe('that is left open', () => {
    const today = daysAgo(0).slice(0, 10)
    const openAt = async (time: string, path: string) => {
      const page = await pages.openInNewContext()
      await page.clock.install({ time: `${today}T${time}Z` })
      await signIn(page, pages, path)
      await page.getByText('30 days', { exact: true }).first().waitFor()
      return page
    }

    test('shows no figures for hours that began after they were loaded', async () => {
      const page = await openAt('07:50:00', '/home?period=today&show=table')
      const rows = page.getByRole('table', { name: /^Sales in EUR, Today/ }).locator('tbody tr')
      await rows.first().waitFor()
      await page.route('**/reports/sales*', route => route.abort('connectionreset'))
      await page.clock.fastForward('02:00:00')
      await page.getByRole('button', { name: '7 days' }).click()
      await page.getByRole('table', { name: /^Sales in EUR, 7 days/ }).waitFor()
      await page.getByRole('button', { name: 'Today' }).click()
      await rows.nth(23).waitFor()
      expect(await rows.nth(7).textContent()).toMatch(/^7:00 AM€/)
      expect(await rows.nth(8).textContent()).toMatch(/^8:00 AM–/)
    })

    test('loads its figures again after some minutes', async () => {
      const page = await openAt('07:50:00', '/home')
      await part(page, 'Today').getByText('Yesterday, the whole day: €20.00').waitFor()
      await enlargeAmounts(page)
      await page.clock.fastForward('05:00')
      await part(page, 'Today').getByText('Yesterday, the whole day: €50,000,000.00').waitFor({ timeout: 10_000 })
    })

    test('begins the next day at midnight', async () => {
      const page = await openAt('23:58:00', '/home')
      await part(page, 'Today').getByText('Yesterday, the whole day: €20.00').waitFor()
      await page.clock.fastForward('03:00')
      await part(page, 'Today').getByText('Yesterday, the whole day: €30.00').waitFor({ timeout: 10_000 })
      await part(page, 'Today').getByText('€0.00', { exact: true }).first().waitFor()
    })
  })

  /** Returns the texts of the elements that are not completely within the element around them. */
  const cutTexts = (page: Page, inner: string, outer: string) =>
    page.evaluate<string[]>(`[...document.querySelectorAll('${inner}')]
      .filter(element => {
        const [own, around] = [element, element.closest('${outer}')].map(one => one.getBoundingClientRect())
        return own.left < around.left || own.right > around.right
      })
      .map(element => element.textContent)`)

  test.each([390, 992, 1100])('shows large amounts completely at %i pixels', async width => {
    const page = await pages.open({ viewport: { width, height: 844 } })
    await enlargeAmounts(page)
    await signIn(page, pages, '/home')
    await page
      .getByText(/,\d{3},\d{3}/)
      .first()
      .waitFor()
    await page.locator('.recharts-yAxis-tick-labels text').first().waitFor()
    await screenshot(page, `home-large-${width}`)
    expect(await cutTexts(page, '.recharts-yAxis-tick-labels text', 'svg')).toEqual([])
    expect(
      await cutTexts(page, ':is(.numbers, .mantine-Badge-root):is(.mantine-SimpleGrid-root *)', 'section'),
    ).toEqual([])
  })

  test('shows in its own words that a number of tasks needs a connection', async () => {
    const page = await pages.open()
    await page.route('**/orders?status=Processed*', route => route.abort('connectionreset'))
    await signIn(page, pages, '/home')
    await part(page, 'To do').getByRole('alert').getByText('No connection').waitFor()
  })

  test('asks no other server, keeps to its content security policy, and has no errors', () => {
    expect(pages.faults).toEqual([])
  })
})
