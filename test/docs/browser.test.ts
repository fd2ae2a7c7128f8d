/**
 * Tests the documentation page in a real browser. The tests are skipped if Chromium is not installed.
 * @module-tag long
 */

import type { AddressInfo } from 'node:net'
import type { Browser, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createApiGateway } from '../../infra/local/api-gateway/api-gateway.ts'
import { invokeFromSource } from '../../infra/local/lambda.ts'
import { routes } from '../../lib/api.ts'
import type { Tenant } from '../../lib/core/tenant.ts'
import type { Route } from '../../lib/http/route.ts'
import { issue } from '../../lib/keys/index.ts'
import { hasBrowser, launchBrowser } from '../support/chromium.ts'
import { call, newTenant } from '../support/store.ts'

const sampleOrder = '/orders/01980000-0000-7000-8000-000000000de1'

const ignore = () => {}
const gateway = createApiGateway({ routes, invoke: invokeFromSource, onAnswer: ignore, onError: ignore })
const externalRequests: string[] = []
const consoleLines: string[] = []
let browser: Browser
let page: Page
let tenant: Tenant
let secret: string

beforeAll(async () => {
  if (!hasBrowser) return
  await new Promise<void>(resolve => gateway.listen(0, '127.0.0.1', resolve))
  tenant = await newTenant()
  secret = (await issue(tenant)).secret
  browser = await launchBrowser()
  page = await browser.newPage({ viewport: { width: 1400, height: 1000 } })
  const origin = `http://127.0.0.1:${(gateway.address() as AddressInfo).port}`
  page.on('request', request => request.url().startsWith(origin) || externalRequests.push(request.url()))
  page.on('console', message => consoleLines.push(message.text()))
  await page.goto(`${origin}/docs`)
})

afterAll(async () => {
  await browser?.close()
  gateway.close()
})

const keyField = () => page.locator('[data-placeholder=janedoe]').first()

const linkTo = ({ purpose }: Route) => page.getByRole('link', { name: purpose.split('.')[0]! }).first()

/** Opens an endpoint from the sidebar, sends its example, and returns the response. */
async function sendExample(name: string, prepare: (form: Locator) => Promise<void> = async () => {}) {
  const route = routes.find(candidate => candidate.name === name)!
  const { method, path } = route
  await page
    .getByRole('button', { name: `Open Group - ${name.split('.')[0]}` })
    .or(linkTo(route))
    .first()
    .click()
  await linkTo(route).click()
  const title = new RegExp(`Test Request.*${method.toLowerCase()} ${path.replace(/[{}/]/g, '.')}\\)`)
  await page.getByRole('button', { name: title }).click()
  const form = page.getByRole('dialog')
  await prepare(form)
  const pendingResponse = page.waitForResponse(response => {
    const request = response.request()
    return request.resourceType() === 'fetch' && request.method() === method
  })
  await form.getByRole('button', { name: /^Send/ }).first().click()
  const response = await pendingResponse
  // The body is read first, because Escape would abort a response that is still arriving.
  const body = response.status() === 204 ? null : await response.json()
  await page.keyboard.press('Escape')
  const { pathname, searchParams } = new URL(response.url())
  return { status: response.status(), path: pathname, query: [...searchParams.keys()], body }
}

/** Returns the background colors behind the name of a parameter. Scalar changes the colors for an invalid value. */
const backgroundsOf = (form: Locator, name: string) =>
  form.getByText(name, { exact: true }).evaluate(`element => {
    const colors = []
    for (let at = element; at && colors.length < 6; at = at.parentElement)
      colors.push(getComputedStyle(at).backgroundColor)
    return colors.join()
  }`)

/** The tests run in this sequence on one page. */
describe.skipIf(!hasBrowser)('the page', () => {
  test('shows the problem at once without a key and with a wrong one', async () => {
    const unauthorized = { status: 401, body: { code: 'unauthorized' } }
    expect(await sendExample('discounts.list')).toMatchObject(unauthorized)
    await keyField().fill('wrong')
    expect(await sendExample('discounts.list')).toMatchObject(unauthorized)
  })

  test('keeps the key in its own tab when it is reloaded, and says so', async () => {
    await keyField().fill(secret)
    await page.waitForFunction(key => Object.values(sessionStorage).join().includes(key), secret)
    await page.reload()
    await page.getByText(secret, { exact: true }).first().waitFor()
    expect((await page.context().storageState()).origins).toEqual([])
    await page.getByText('kept in this tab only, also if the browser restores the tab').first().waitFor()
  })

  test('creates, lists, updates and deletes a discount', async () => {
    const created = await sendExample('discounts.create')
    expect(created).toMatchObject({ status: 200, body: { code: 'WELCOME10' } })
    expect(await sendExample('discounts.list')).toMatchObject({ status: 200, body: [created.body] })
    const fillId = (form: Locator) => form.locator('[data-placeholder=Value]').first().fill(created.body.id)
    expect(await sendExample('discounts.update', fillId)).toMatchObject({
      status: 200,
      body: { id: created.body.id, rate: 15 },
    })
    expect(await sendExample('discounts.remove', fillId)).toMatchObject({ status: 204 })
    expect((await call('discounts.list', tenant)).body).toEqual([])
  })

  test('sends the id of an order in the demo store, and lists without invented filters', async () => {
    expect(await sendExample('orders.get')).toMatchObject({ status: 404, path: sampleOrder })
    expect(await sendExample('orders.list')).toMatchObject({ status: 200, query: ['offset', 'limit'] })
    expect(await sendExample('customers.list')).toMatchObject({ status: 200, query: ['offset', 'limit', 'orderBy'] })
  })

  test('names the field of the key, and accepts dates without a time or a zone', async () => {
    await page.getByText('API key:').first().waitFor()
    const sent = await sendExample('orders.list', async form => {
      const colors = await Promise.all(['placedBy', 'from', 'to'].map(name => backgroundsOf(form, name)))
      expect(new Set(colors).size).toBe(1)
    })
    expect(sent.status).toBe(200)
  })

  test('shows the reply on a narrow screen', async () => {
    await page.setViewportSize({ width: 390, height: 844 })
    await page.goto(`${new URL(page.url()).origin}/docs?narrow#tag/orders/GET/orders`)
    await page.getByRole('button', { name: /Test Request.*get .orders\)/ }).click()
    const form = page.getByRole('dialog')
    await form.getByRole('button', { name: /^Send/ }).first().click()
    const status = form.getByText('200 OK')
    await status.waitFor()
    const isSeen = async () => {
      const { y = 0 } = (await status.boundingBox()) ?? {}
      return y > 0 && y < 780
    }
    await expect.poll(isSeen).toBe(true)
  })

  test('fits a guide on a narrow screen, light and dark, where only its tables and code are scrolled', async () => {
    const { origin } = new URL(page.url())
    await page.setViewportSize({ width: 390, height: 844 })
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      await page.goto(`${origin}/docs/guides/cost`)
      const [width, background] = await page.evaluate<[number, string]>(
        '[document.documentElement.scrollWidth, getComputedStyle(document.body).backgroundColor]',
      )
      expect(width).toBe(390)
      expect(background).toBe(colorScheme === 'light' ? 'rgb(255, 255, 255)' : 'rgb(18, 22, 27)')
    }
  })

  test('leads from the introduction to a guide, and back', async () => {
    const { origin } = new URL(page.url())
    await page.goto(`${origin}/docs/`)
    await page.getByRole('link', { name: 'Stores and keys' }).click()
    await page.getByRole('heading', { name: 'Stores and keys' }).waitFor()
    expect(page.url()).toBe(`${origin}/docs/guides/stores-and-keys`)
    await page.getByRole('link', { name: 'Reference' }).click()
    await page.getByRole('heading', { name: 'Quick start' }).waitFor()
  })

  test('sends no requests to other servers, and keeps to its content security policy', () => {
    expect(externalRequests).toEqual([])
    expect(consoleLines.filter(line => line.includes('Content Security Policy'))).toEqual([])
  })
})
