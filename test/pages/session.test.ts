/**
 * Tests signing in and out in a real browser. The tests are skipped if Chromium is not installed.
 * @module-tag long
 */

import type { Page } from 'playwright-core'
import { describe, expect, onTestFinished, test } from 'vitest'
import { demoTenant } from '../../infra/local/demo/objects.ts'
import { issue, revoke } from '../../lib/keys/index.ts'
import { addProducts, update } from '../products/calls.ts'
import { createV1, get } from '../subscriptions/calls.ts'
import { hasBackForwardCache, hasBrowser, launchWithBackForwardCache } from '../support/chromium.ts'
import {
  enterKey,
  expectAccessible,
  holdRequest,
  maintenance,
  openPage,
  screenshot,
  signIn,
  sizes,
  usePages,
} from './browser.ts'

const pages = usePages()

async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Store 1001' }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await page.getByLabel('Secret key').waitFor()
}

async function openWithBackForwardCache(): Promise<Page> {
  const browser = await launchWithBackForwardCache()
  onTestFinished(() => browser.close())
  return await openPage(browser, pages)
}

/** Opens another document, as a bookmark does. A cookie then says whether Back shows the present one as it was left. */
async function leave(page: Page): Promise<void> {
  await page.context().clearCookies()
  await page.evaluate("addEventListener('pageshow', event => (document.cookie = 'persisted=' + event.persisted))")
  await page.goto(`${pages.url}/admin/customers`)
  await page.getByRole('heading', { name: 'Customers' }).waitFor()
}

const wasPersisted = async (page: Page) =>
  (await page.context().cookies()).some(({ name, value }) => name === 'persisted' && value === 'true')

/** Enters the key on the documentation page, which keeps it in the tab, and returns to the pages. */
async function openAndLeaveDocumentation(page: Page): Promise<void> {
  await signIn(page, pages)
  await page.goto(`${pages.url}/docs`)
  await page.locator('[data-placeholder=janedoe]').first().fill(pages.key)
  await page.waitForFunction(
    key => Object.entries(sessionStorage).some(([name, value]) => name !== 'back-office-key' && value.includes(key)),
    pages.key,
  )
  await leave(page)
}

describe.skipIf(!hasBrowser)('the session', () => {
  test('begins with a valid key, and shows the sentence of the API for any other', async () => {
    const page = await pages.open()
    await page.goto(`${pages.url}/admin/orders?status=Shipped`)
    await enterKey(page, 'sk_test_wrong')
    expect(await page.getByRole('alert').textContent()).toMatch(/API key/)
    await enterKey(page, pages.key)
    await page.getByRole('heading', { name: 'Orders' }).waitFor()
    expect(page.url()).toBe(`${pages.url}/admin/orders?status=Shipped`)
    expect(await page.title()).toBe('[Test] Orders · Demo store')
  })

  test('begins with the link of npm start, and the key is removed from the URL and the history', async () => {
    const page = await pages.open()
    const requested: string[] = []
    page.on('request', request => requested.push(request.url()))
    await page.goto(`${pages.url}/admin#key=${pages.key}`)
    await page.getByRole('heading', { name: 'Home' }).waitFor()
    expect(page.url()).not.toContain(pages.key)
    expect(requested.filter(url => url.includes(pages.key) && !url.includes('#'))).toEqual([])
    await page.reload()
    await page.getByRole('heading', { name: 'Home' }).waitFor()
    expect(await page.evaluate('JSON.stringify(localStorage)')).not.toContain(pages.key)
  })

  test('ends with the button, and with the tab', async () => {
    const page = await pages.open()
    await signIn(page, pages)
    await signOut(page)
    await signIn(page, pages)
    const otherTab = await page.context().newPage()
    await otherTab.goto(`${pages.url}/admin/orders`)
    await otherTab.getByLabel('Secret key').waitFor()
  })

  test('ends with its notices, also of a change that is done later, so that none of them can be undone', async () => {
    await addProducts(demoTenant, [{ id: 'BELT', name: 'Leather belt', price: 35 }])
    await update(demoTenant, 'BELT', { inventoryManagementMethod: 'Single', stock: 12 })
    const page = await pages.open()
    await signIn(page, pages, '/products/BELT')
    const stock = page.getByRole('textbox', { name: 'Stock of the product' })
    const undo = page.getByRole('button', { name: 'Undo' })
    await stock.fill('99')
    await stock.press('Enter')
    await undo.waitFor()
    const release = await holdRequest(page, '**/products/BELT')
    const reply = page.waitForResponse('**/products/BELT')
    await stock.fill('98')
    await page.getByRole('button', { name: 'Store 1001' }).click()
    await page.getByRole('menuitem', { name: 'Sign out' }).click()
    await page.getByLabel('Secret key').fill(pages.key)
    expect(await undo.count()).toBe(0)
    release()
    await (await reply).finished()
    expect(await undo.count()).toBe(0)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await expect.poll(() => stock.inputValue()).toBe('98')
    expect(await undo.count()).toBe(0)
  })

  test('ends with the repetitions of a change that has no answer, also if the same key signs in again', async () => {
    const id = await createV1(demoTenant, { name: 'Tea box', currency: 'eur' })
    const page = await pages.openInNewContext()
    await page.clock.install()
    await signIn(page, pages, `/subscriptions/V1/${id}`)
    await page.route('**/pause', route => route.abort('internetdisconnected'))
    await page.getByRole('button', { name: 'Pause' }).click()
    await page.getByText('The change has no answer yet').waitFor()
    await page.getByRole('button', { name: 'Store 1001' }).click()
    await page.getByRole('menuitem', { name: 'Sign out' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Sign out' }).click()
    await page.unroute('**/pause')
    await enterKey(page, pages.key)
    await page.getByRole('button', { name: 'Pause' }).waitFor()
    await page.clock.fastForward(60_000)
    /** A request that is sent again would arrive in this time. */
    await page.waitForTimeout(1000)
    expect((await get(demoTenant, id)).body.status).toBe('Active')
  })

  test('ends with the key that was entered on the documentation page of the same tab', async () => {
    const page = await pages.open()
    await openAndLeaveDocumentation(page)
    await signOut(page)
    expect(await page.evaluate('JSON.stringify(sessionStorage)')).not.toContain(pages.key)
    await page.goto(`${pages.url}/docs`)
    await page.locator('[data-placeholder=janedoe]').first().waitFor()
    expect(await page.textContent('body')).not.toContain(pages.key)
  })

  test('does not begin without a connection, and says so', async () => {
    const page = await pages.openInNewContext()
    await page.goto(`${pages.url}/admin/orders`)
    await page.getByLabel('Secret key').fill(pages.key)
    await page.context().setOffline(true)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByRole('alert').getByText('No connection').waitFor()
    await page.context().setOffline(false)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByRole('heading', { name: 'Orders' }).waitFor()
  })

  test('does not begin in a maintenance, and shows its message at once', async () => {
    const page = await pages.open()
    await page.route('**/account', route => route.fulfill(maintenance))
    await page.goto(`${pages.url}/admin/orders`)
    await enterKey(page, pages.key)
    await page.getByRole('alert').getByText('Back at noon UTC.').waitFor({ timeout: 10_000 })
  })

  test('ends after eight hours without use', async () => {
    const page = await pages.openInNewContext()
    await page.clock.install()
    await signIn(page, pages)
    await page.clock.fastForward('07:59:00')
    await page.getByRole('heading', { name: 'Orders' }).click()
    await page.clock.fastForward('07:59:00')
    await page.getByRole('heading', { name: 'Orders' }).waitFor()
    await page.clock.fastForward('00:02:00')
    await page.getByLabel('Secret key').waitFor()
    expect(await page.evaluate('JSON.stringify(sessionStorage)')).not.toContain(pages.key)
  })

  test('has ended in a tab that the browser restores after eight hours', async () => {
    const page = await pages.openInNewContext()
    await page.clock.install()
    await signIn(page, pages)
    await page.goto('about:blank')
    await page.clock.fastForward('08:01:00')
    await page.goto(`${pages.url}/admin/orders`)
    await page.getByLabel('Secret key').waitFor()
    expect(await page.evaluate('JSON.stringify(sessionStorage)')).not.toContain(pages.key)
  })

  test('of an earlier release, which stored no last use, ends after eight hours without use, too', async () => {
    const page = await pages.openInNewContext()
    await page.clock.install()
    await signIn(page, pages)
    await page.evaluate("sessionStorage.removeItem('back-office-last-use')")
    await page.reload()
    await page.getByRole('heading', { name: 'Orders' }).waitFor()
    await page.clock.fastForward('08:01:00')
    await page.getByLabel('Secret key').waitFor()
    expect(await page.evaluate('JSON.stringify(sessionStorage)')).not.toContain(pages.key)
  })

  test('does not begin with a key in a URL of another machine, but removes it from the URL', async () => {
    const url = 'http://api.example.com'
    const page = await openPage((await pages.open()).context().browser()!, { url, faults: [] })
    await page.route(`${url}/**`, async route => {
      const response = await route.fetch({ url: route.request().url().replace(url, pages.url) })
      await route.fulfill({ response })
    })
    await page.goto(`${url}/admin#key=${pages.key}`)
    await page.getByLabel('Secret key').waitFor()
    expect(page.url()).toBe(`${url}/admin`)
    expect(await page.evaluate('JSON.stringify(sessionStorage)')).not.toContain(pages.key)
  })

  test('leaves no customers in the cache of the browser', async () => {
    const page = await pages.open()
    const reply = page.waitForResponse(response => new URL(response.url()).pathname === '/customers')
    await signIn(page, pages, '/customers')
    const url = (await reply).url()
    await signOut(page)
    const options = "{ cache: 'force-cache', credentials: 'omit' }"
    expect(await page.evaluate(`fetch('${url}', ${options}).then(reply => reply.status)`)).toBe(401)
  })

  test('ends when the API no longer accepts the key, and says so', async () => {
    const { secret, id } = await issue(demoTenant)
    const page = await pages.open()
    await signIn(page, { ...pages, key: secret })
    await revoke(demoTenant.account, id)
    await page.route('**/orders?*', route =>
      route.continue({ headers: { ...route.request().headers(), authorization: 'Basic x' } }),
    )
    await page.getByRole('button', { name: 'To ship' }).click()
    expect(await page.getByRole('alert').textContent()).toMatch(/API key/)
  })

  test.each(sizes)('is accessible in %s at %i pixels', async (colorScheme, width) => {
    const page = await pages.open({ colorScheme, viewport: { width, height: 844 } })
    await page.goto(`${pages.url}/admin/orders`)
    await page.getByLabel('Secret key').waitFor()
    await expectAccessible(page)
    await screenshot(page, `sign-in-${colorScheme}-${width}`)
  })
})

describe.skipIf(!hasBackForwardCache)('the session in a page that Back shows again as it was left', () => {
  test('has ended, or is that of the person who has signed in since', async () => {
    const { secret } = await issue({ ...demoTenant, mode: 'Live' })
    const page = await openWithBackForwardCache()
    await signIn(page, pages)
    await page.getByRole('row').nth(1).waitFor()
    await leave(page)
    await signOut(page)
    await page.goBack({ waitUntil: 'commit' })
    await page.getByLabel('Secret key').waitFor()
    expect(await wasPersisted(page)).toBe(true)
    expect(await page.getByRole('row').count()).toBe(0)
    await enterKey(page, pages.key)
    await page.getByText('Test mode').waitFor()
    await leave(page)
    await signOut(page)
    await enterKey(page, secret)
    await page.getByText('Live: real orders').waitFor()
    await page.goBack({ waitUntil: 'commit' })
    await page.getByRole('heading', { name: 'Orders' }).waitFor()
    await page.getByText('Live: real orders').waitFor()
    expect(await wasPersisted(page)).toBe(true)
    expect(await page.getByText('Test mode').count()).toBe(0)
  })

  test('has ended on the documentation page, too', async () => {
    const page = await openWithBackForwardCache()
    await openAndLeaveDocumentation(page)
    await signOut(page)
    await page.goBack({ waitUntil: 'commit' })
    await expect.poll(() => page.textContent('body')).toContain('API key')
    await expect.poll(() => page.textContent('body')).not.toContain(pages.key)
    expect(await wasPersisted(page)).toBe(true)
  })

  test('goes on if it has not ended', async () => {
    const page = await openWithBackForwardCache()
    await signIn(page, pages)
    await page.getByLabel('All on this page').check()
    await leave(page)
    await page.goBack({ waitUntil: 'commit' })
    await page.getByRole('heading', { name: 'Orders' }).waitFor()
    expect(await wasPersisted(page)).toBe(true)
    expect(await page.getByLabel('All on this page').isChecked()).toBe(true)
  })
})

test.skipIf(!hasBrowser)(
  'the session asks no other server, keeps to its content security policy, and has no errors',
  () => {
    expect(pages.faults).toEqual([])
  },
)
