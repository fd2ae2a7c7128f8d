/**
 * The documentation page, used as a person would in a real browser; only where there is a Chromium.
 * @module-tag long
 */

import { existsSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { type Browser, chromium, type Locator, type Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createGateway } from '../../infra/local/gateway.ts'
import { createInvoke, loadFrom } from '../../infra/local/lambda.ts'
import { routes } from '../../lib/api.ts'
import type { Tenant } from '../../lib/core/tenant.ts'
import { issue } from '../../lib/keys/index.ts'
import { call, newTenant } from '../support/store.ts'

const executablePath = '/usr/bin/chromium'
const quiet = ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-sync']
const offline = ['--disable-background-networking', '--disable-component-update']

const sampleOrder = '/orders/01980000-0000-7000-8000-000000000de1'

const ignore = () => {}
const gateway = createGateway({
  routes,
  invoke: createInvoke(loadFrom('source')),
  onAnswer: ignore,
  onError: ignore,
})
const strangers: string[] = []
let browser: Browser
let page: Page
let tenant: Tenant

beforeAll(async () => {
  if (!existsSync(executablePath)) return
  await new Promise<void>(listening => gateway.listen(0, '127.0.0.1', listening))
  tenant = await newTenant()
  const { secret } = await issue(tenant)
  browser = await chromium.launch({ executablePath, args: [...quiet, ...offline] })
  page = await browser.newPage({ viewport: { width: 1400, height: 1000 } })
  const origin = `http://127.0.0.1:${(gateway.address() as AddressInfo).port}`
  page.on('request', request => request.url().startsWith(origin) || strangers.push(request.url()))
  await page.goto(`${origin}/docs`)
  await page.locator('[data-placeholder=janedoe]').first().fill(secret)
}, 60_000)

afterAll(async () => {
  await browser?.close()
  gateway.close()
})

const linkTo = (name: string) => page.getByRole('link', { name }).first()

/** Opens an endpoint from the list at the side, sends its example, and answers with what came back. */
async function tried(name: string, prepare: (form: Locator) => Promise<void> = async () => {}) {
  const { method, path } = routes.find(route => route.name === name)!
  await page
    .getByRole('button', { name: `Open Group - ${name.split('.')[0]}` })
    .or(linkTo(name))
    .first()
    .click()
  await linkTo(name).click()
  const title = new RegExp(`Test Request.*${method.toLowerCase()} ${path.replace(/[{}/]/g, '.')}\\)`)
  await page.getByRole('button', { name: title }).click()
  const form = page.getByRole('dialog')
  await prepare(form)
  const answer = page.waitForResponse(response => response.request().method() === method)
  await form.getByRole('button', { name: /^Send/ }).first().click()
  const response = await answer
  await page.keyboard.press('Escape')
  const { pathname, searchParams } = new URL(response.url())
  const asked = [...searchParams.keys()]
  return {
    status: response.status(),
    path: pathname,
    asked,
    body: response.status() === 204 ? null : await response.json(),
  }
}

test.skipIf(!existsSync(executablePath))(
  'lets a discount be made, listed, changed and deleted, and talks to nobody else',
  async () => {
    const made = await tried('discounts.create')
    expect(made).toMatchObject({ status: 200, body: { code: 'WELCOME10' } })
    expect(await tried('discounts.list')).toMatchObject({ status: 200, body: [made.body] })
    const ofIt = (form: Locator) => form.locator('[data-placeholder=Value]').first().fill(made.body.id)
    expect(await tried('discounts.update', ofIt)).toMatchObject({
      status: 200,
      body: { id: made.body.id, rate: 15 },
    })
    expect(await tried('discounts.remove', ofIt)).toMatchObject({ status: 204 })
    expect((await call('discounts.list', tenant)).body).toEqual([])
    expect(strangers).toEqual([])
  },
  60_000,
)

test.skipIf(!existsSync(executablePath))(
  'asks for an order that the demo store has, and for lists without a filter of its own making',
  async () => {
    expect(await tried('orders.get')).toMatchObject({ status: 404, path: sampleOrder })
    expect(await tried('orders.list')).toMatchObject({ status: 200, asked: ['offset', 'limit'] })
    expect(await tried('customers.list')).toMatchObject({
      status: 200,
      asked: ['offset', 'limit', 'orderBy'],
    })
  },
  60_000,
)
