/**
 * Tests abandoned carts in a real browser. The tests are skipped if Chromium is not installed.
 * @module-tag long
 */

import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { demoTenant } from '../../infra/local/demo/objects.ts'
import { get, list } from '../carts/calls.ts'
import { cart, item, sendEvent } from '../support/checkout.ts'
import { hasBrowser } from '../support/chromium.ts'
import { expectAccessible, screenshot, signIn, sizes, usePages } from './browser.ts'

const pages = usePages()
let page: Page

const count = 55
const email = 'many@example.com'

beforeAll(async () => {
  if (!hasBrowser) return
  for (let n = 0; n < count; n += 1)
    await sendEvent(
      demoTenant,
      'cart.updated',
      cart({ token: crypto.randomUUID(), email, items: [item({ id: 'CHAIR', name: 'Chair' })], total: n + 1 }),
    )
  page = await pages.open()
  await signIn(page, pages, '/carts')
})

const rows = () => page.locator('tbody tr')

describe.skipIf(!hasBrowser)('the list of abandoned carts', () => {
  test('shows more pages, which the URL names, and the value of all that are shown', async () => {
    await page.goto(`${pages.url}/admin/carts?email=${email}`)
    await expect.poll(() => rows().count()).toBe(50)
    await page.getByRole('button', { name: 'Show more' }).click()
    await expect.poll(() => rows().count()).toBe(count)
    const total = (count * (count + 1)) / 2
    await page.getByText(`${count} carts: €${total.toLocaleString('en')}.00`).waitFor()
    await page.reload()
    await expect.poll(() => rows().count()).toBe(count)
  })

  test('has the filters of the API', async () => {
    await page.getByRole('button', { name: 'Filter', exact: true }).click()
    await page.getByRole('textbox', { name: 'Value from' }).fill('54')
    await page.getByRole('button', { name: 'Apply' }).click()
    await expect.poll(() => rows().count()).toBe(2)
    const { items } = (await list(demoTenant, { email, minimalValue: '54' })).body
    expect(items).toHaveLength(2)
    await page.goto(`${pages.url}/admin/carts`)
    const search = page.getByRole('textbox', { name: /product id/ })
    await search.fill('MUG-BLUE')
    await search.press('Enter')
    await expect.poll(() => page.url()).toBe(`${pages.url}/admin/carts?product=MUG-BLUE`)
    await page.getByRole('link', { name: 'Lena Brandt' }).waitFor()
  })

  test.each([
    ['en-US', 'Filter', 'Value from', '1,000', 'Value from: 1,000.00'],
    ['de-DE', 'Filtern', 'Wert ab', '1.000', 'Wert ab: 1.000,00'],
  ])('reads the value of a filter with the separators of %s', async (locale, open, label, typed, chip) => {
    const other = await pages.open({ locale })
    await signIn(other, pages, '/carts')
    await other.evaluate(`localStorage.setItem('language', '"${locale.slice(0, 2)}"')`)
    await other.goto(`${pages.url}/admin/carts?email=${email}`)
    await other.locator('tbody tr').first().waitFor()
    await other.getByRole('button', { name: open, exact: true }).click()
    await other.getByRole('textbox', { name: label }).fill(typed)
    await other.keyboard.press('Enter')
    await other.getByText(chip).waitFor()
    expect(other.url()).toContain('value=1000')
    await expect.poll(() => other.locator('tbody tr').count()).toBe(0)
    await other.getByRole('button', { name: open, exact: true }).click()
    await other.getByRole('textbox', { name: label }).fill('50 €')
    await other.keyboard.press('Enter')
    await expect.poll(() => other.locator('tbody tr').count()).toBe(6)
  })

  test.each(['abc', '1,000.505'])('keeps the value %s of a filter, and says that it cannot be read', async typed => {
    await page.goto(`${pages.url}/admin/carts?value=12`)
    await page.getByText('Value from: 12.00').waitFor()
    await page.getByRole('button', { name: 'Filter', exact: true }).click()
    const value = page.getByRole('textbox', { name: 'Value from' })
    expect(await value.inputValue()).toBe('12')
    await value.fill(typed)
    await page.getByRole('button', { name: 'Apply' }).press('Enter')
    await page.getByText('Enter a number with at most 2 decimals (such as 1200.5)').waitFor()
    expect(await value.inputValue()).toBe(typed)
    await value.and(page.locator(':focus')).waitFor()
    expect(page.url()).toBe(`${pages.url}/admin/carts?value=12`)
  })

  test('opens a cart with its items, its value and its customer', async () => {
    await page.getByRole('link', { name: 'Lena Brandt' }).click()
    await page.getByRole('heading', { name: 'Cart of Lena Brandt' }).waitFor()
    const [, token = ''] = /carts\/([^?]*)/.exec(page.url()) ?? []
    const { items, total } = (await get(demoTenant, token)).body
    for (const { name } of items) await page.getByRole('link', { name }).waitFor()
    await page.getByRole('row', { name: `Total €${total}` }).waitFor()
    await page.getByRole('link', { name: 'Open the customer' }).waitFor()
  })

  test('has texts in French', async () => {
    await page.getByRole('button', { name: 'Store 1001' }).click()
    await page.getByRole('menuitemradio', { name: 'Français' }).click()
    await page.getByRole('heading', { name: 'Panier de Lena Brandt' }).waitFor()
  })

  test.each(sizes)('is accessible in %s at %i pixels', async (colorScheme, width) => {
    const other = await pages.open({ colorScheme, viewport: { width, height: 844 } })
    await signIn(other, pages, '/carts')
    await other.locator('tbody tr').first().waitFor()
    await expectAccessible(other)
    expect(await other.evaluate('document.documentElement.scrollWidth')).toBe(width)
    await screenshot(other, `carts-${colorScheme}-${width}`)
    await signIn(other, pages, '/carts/01980000-0000-7000-8000-0000000ca701')
    await other.getByRole('row', { name: /^Total/ }).waitFor()
    await expectAccessible(other)
    expect(await other.evaluate('document.documentElement.scrollWidth')).toBe(width)
    await screenshot(other, `cart-${colorScheme}-${width}`)
  })
})
