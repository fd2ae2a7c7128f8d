/** Opens the back office of the demo store in a real browser. */

import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import axe from 'axe-core'
import type { Browser, BrowserContext, Page, Route } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest'
import { ensureDemoStore } from '../../infra/local/demo/ensure-demo-store.ts'
import { demoTenant } from '../../infra/local/demo/objects.ts'
import { startApi } from '../support/api.ts'
import { completeOrder } from '../support/checkout.ts'
import { hasBrowser, launchBrowser } from '../support/chromium.ts'
import { updateAllTallies } from '../support/stream-worker.ts'
import { newDirectory } from '../support/temporary.ts'
import { type ContextOptions, type Contexts, createContexts, newContext } from './contexts.ts'

interface OpenOptions extends ContextOptions {
  colorScheme?: 'light' | 'dark'
  viewport?: { width: number; height: number }
}

export interface Pages {
  /** The URL of the API, and of the pages below `/admin`. */
  url: string
  /** The key of the demo store. */
  key: string
  /**
   * Opens a page in a context that has nothing stored, and that no other open page uses. A page that is opened before
   * all tests remains open. Any other page is closed after its test.
   */
  open: (options?: OpenOptions) => Promise<Page>
  /**
   * Opens a page in a new context, for tests that change the context itself, such as its clock, or that need an empty
   * cache.
   */
  openInNewContext: () => Promise<Page>
  /**
   * Faults of the pages: requests to other servers, violations of the content security policy, warnings, and errors.
   */
  faults: string[]
}

/** Starts the API with the demo store and a browser before the tests of a file, and stops both after them. */
export function usePages(): Pages {
  let browser: Browser
  let api: Awaited<ReturnType<typeof startApi>>
  let contexts: Contexts | undefined
  const pages: Pages = {
    url: '',
    key: '',
    faults: [],
    open: async ({ colorScheme, viewport, ...options } = {}) =>
      openPageIn(await contexts!.lend(options), pages, { colorScheme, viewport }),
    openInNewContext: () => openPage(browser, pages),
  }
  beforeAll(async () => {
    if (!hasBrowser) return
    const demo = await ensureDemoStore(newDirectory())
    for (const invoiceNumber of ['INV-9001', 'INV-9002', 'INV-9003']) await completeOrder(demoTenant, { invoiceNumber })
    await updateAllTallies(demoTenant)
    api = await startApi()
    Object.assign(pages, { url: api.url, key: demo?.testKey })
    browser = await launchBrowser()
    contexts = createContexts(browser, api.url)
  })
  beforeEach(() => contexts?.keepLent())
  afterEach(() => contexts?.takeBack())
  afterAll(async () => {
    await browser?.close()
    api?.stop()
  })
  return pages
}

/**
 * The pictures of products are on the server of the shop. Tests cannot reach this server, so the browser gets `picture`
 * instead.
 */
const pictures = 'https://shop.example.com/images/'
const picture =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><rect width="9" height="9" fill="teal"/></svg>'

const allowed = (url: string) => [url, pictures, 'data:']

/**
 * Asks Chromium to intercept only the requests for pictures, because Playwright's own routes would disable the cache of
 * the browser.
 */
async function servePictures(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page)
  session.on('Fetch.requestPaused', ({ requestId }) => {
    const responseHeaders = [{ name: 'Content-Type', value: 'image/svg+xml' }]
    const body = Buffer.from(picture).toString('base64')
    /** The page may have been closed in the meantime. */
    session.send('Fetch.fulfillRequest', { requestId, responseCode: 200, responseHeaders, body }).catch(() => {})
  })
  await session.send('Fetch.enable', { patterns: [{ urlPattern: `${pictures}*` }] })
}

type Opened = Pick<Pages, 'url' | 'faults'>

export const openPage = async (browser: Browser, opened: Opened): Promise<Page> =>
  openPageIn(await newContext(browser, {}), opened)

async function openPageIn(context: BrowserContext, { url, faults }: Opened, options: OpenOptions = {}): Promise<Page> {
  const page = await context.newPage()
  await page.setViewportSize(options.viewport ?? { width: 1280, height: 900 })
  await page.emulateMedia({ colorScheme: options.colorScheme ?? 'light' })
  await servePictures(page)
  page.on('request', request => {
    if (!allowed(url).some(start => request.url().startsWith(start))) faults.push(`request to ${request.url()}`)
  })
  page.on('console', message => {
    if (/Content Security Policy|Warning:/.test(message.text())) faults.push(message.text())
  })
  page.on('pageerror', error => faults.push(error.message))
  return page
}

/** Signs in and opens a screen, with a link like the one that `npm start` prints. */
export async function signIn(page: Page, { url, key }: Pages, path = '/orders'): Promise<void> {
  await page.goto(`${url}/admin${path}#key=${key}`)
  await page.getByRole('heading', { level: 1 }).waitFor()
}

/** Signs in on the sign-in screen. */
export async function enterKey(page: Page, key: string): Promise<void> {
  await page.getByLabel('Secret key').fill(key)
  await page.getByRole('button', { name: 'Sign in' }).click()
}

/** Cards hide what is wider than they are. Returns the texts of the cards that do. */
const cutOffCards = `[...document.querySelectorAll('.mantine-Card-root')]
  .filter(card => card.scrollWidth > card.clientWidth).map(card => card.innerText)`

/** Expects that no card cuts off its content, and that axe finds nothing on the page, or shows it with its element. */
export async function expectAccessible(page: Page): Promise<void> {
  if (!(await page.evaluate("'axe' in window"))) await page.evaluate(axe.source)
  const findings = await page.evaluate<string[]>(`axe.run().then(({ violations }) =>
    violations.flatMap(({ id, nodes }) => nodes.map(({ html, failureSummary }) => id + ' ' + html + ' ' + failureSummary)))`)
  expect(findings).toEqual([])
  expect(await page.evaluate<string[]>(cutOffCards)).toEqual([])
}

/** Returns how far the table of the page must be scrolled sideways to show its last column. */
export const hiddenWidth = (page: Page) =>
  page
    .locator('.mantine-ScrollArea-viewport:has(table)')
    .evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)

/** Returns a reply of the API with a problem. `retryAfter` is in seconds. */
export const problem = (status: number, code: string, detail: string, retryAfter?: number) => ({
  status,
  contentType: 'application/problem+json',
  ...(retryAfter !== undefined && { headers: { 'Retry-After': String(retryAfter) } }),
  body: JSON.stringify({ status, code, detail, title: detail, message: detail, errors: {}, requestId: 'request-1' }),
})

/** The reply in a maintenance that is past its expected end. */
export const maintenance = problem(503, 'maintenance', 'Back at noon UTC.', 60)

export const sizes = [
  ['light', 1280],
  ['light', 390],
  ['dark', 1280],
  ['dark', 390],
] as const

/**
 * Sends the request of the page to the API and returns the reply. The API closes connections that are not used for some
 * seconds, possibly in the moment in which this request takes one: it is then sent again, as a browser does.
 */
export const fetchReply = (route: Route) => route.fetch({ maxRetries: 2 })

/** Loses the reply to the first request with this method: the API executes it, but the page does not get the reply. */
export async function loseFirstReply(page: Page, path: string, method = 'PUT'): Promise<void> {
  let isLost = false
  await page.route(path, async route => {
    if (isLost || route.request().method() !== method) return route.fallback()
    isLost = true
    await fetchReply(route)
    await route.abort('connectionreset')
  })
}

/** Holds back the first request with this method until the returned function is called. */
export async function holdRequest(page: Page, path: string, method = 'PUT'): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  let isHeld = false
  await page.route(path, async route => {
    if (isHeld || route.request().method() !== method) return route.fallback()
    isHeld = true
    await promise
    await route.fallback()
  })
  return resolve
}

/** Writes a picture to the folder `PAGES_SCREENSHOTS` for people to look at, if the variable is set. */
export async function screenshot(page: Page, name: string): Promise<void> {
  const folder = process.env.PAGES_SCREENSHOTS
  if (!folder) return
  mkdirSync(folder, { recursive: true })
  await page.screenshot({ path: join(folder, `${name}.png`) })
}
