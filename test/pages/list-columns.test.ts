/**
 * Tests the widths of tables in a real browser, with long names, large amounts and all languages. The tests are skipped
 * if Chromium is not installed.
 * @module-tag long
 */

import { beforeAll, describe, expect, test } from 'vitest'
import { demoTenant } from '../../infra/local/demo/objects.ts'
import { createV1 } from '../subscriptions/calls.ts'
import { address, completeOrder } from '../support/checkout.ts'
import { hasBrowser } from '../support/chromium.ts'
import { updateAllTallies } from '../support/stream-worker.ts'
import { hiddenWidth, screenshot, signIn, usePages } from './browser.ts'

const pages = usePages()

beforeAll(async () => {
  if (!hasBrowser) return
  const billingAddress = address({ firstName: 'Maximilian', name: 'Schwarzenberger' })
  const email = 'maximilian@example.com'
  await completeOrder(demoTenant, { invoiceNumber: 'INV-7001', finalGrandTotal: 1234.5, email, billingAddress })
  const schedule = { interval: 'Week', intervalCount: 2, startsOn: '2026-08-01T00:00:00Z' }
  await createV1(demoTenant, { amount: 1188, schedule })
  await updateAllTallies(demoTenant)
})

describe.skipIf(!hasBrowser)('no column is cut off', () => {
  test.each(['en', 'fr', 'de', 'es'])('at 390 and at 1280 pixels in %s', async language => {
    const page = await pages.open()
    await signIn(page, pages)
    await page.evaluate(`localStorage.setItem('language', '"${language}"')`)
    for (const list of ['orders', 'customers', 'subscriptions', 'products', 'carts']) {
      await page.goto(`${pages.url}/admin/${list}`)
      await page.locator('tbody tr').first().waitFor()
      for (const width of [390, 1280]) {
        await page.setViewportSize({ width, height: 844 })
        await expect.poll(() => hiddenWidth(page), { message: `${list} at ${width} pixels` }).toBe(0)
        await screenshot(page, `columns-${list}-${language}-${width}`)
      }
    }
  })
})
