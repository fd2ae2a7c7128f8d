/**
 * Tests the list of customers and the screen of a customer in a real browser. The tests are skipped if Chromium is not
 * installed.
 * @module-tag long
 */

import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { demoTenant } from '../../infra/local/demo/objects.ts'
import { issue } from '../../lib/keys/index.ts'
import { get, idOf, list, register, update } from '../customers/calls.ts'
import { createV1 } from '../subscriptions/calls.ts'
import { address, cart, completeOrder, sendEvent } from '../support/checkout.ts'
import { hasBrowser } from '../support/chromium.ts'
import { authorizedOrder, capture, captureElsewhere, refund } from '../support/payments.ts'
import { call } from '../support/store.ts'
import { updateAllTallies } from '../support/stream-worker.ts'
import { expectAccessible, fetchReply, loseFirstReply, screenshot, signIn, sizes, usePages } from './browser.ts'

const pages = usePages()
let page: Page
let id: string

const email = 'frida.holm@example.com'
const billingAddress = address({ firstName: 'Frida', name: 'Holm' })

/** Creates the customer Frida, who has paid in two currencies, has a subscription, and has left a cart. */
async function createFrida(): Promise<string> {
  const order = { email, billingAddress }
  await completeOrder(demoTenant, { ...order, finalGrandTotal: 20, invoiceNumber: 'INV-8001' })
  await completeOrder(demoTenant, { ...order, finalGrandTotal: 12.5, invoiceNumber: 'INV-8002' })
  await completeOrder(demoTenant, { ...order, finalGrandTotal: 9, invoiceNumber: 'INV-8003', currency: 'CHF' })
  await completeOrder(demoTenant, { ...order, finalGrandTotal: 7, invoiceNumber: 'INV-8004', paymentStatus: 'Failed' })
  const created = (await idOf(demoTenant, email)) ?? ''
  await createV1(demoTenant, { name: 'Tea box', currency: 'eur', user: { id: created, email, billingAddress } })
  const creationDate = new Date().toISOString()
  await sendEvent(
    demoTenant,
    'cart.updated',
    cart({ email, total: 33.3, creationDate, modificationDate: creationDate }),
  )
  await updateAllTallies(demoTenant)
  return created
}

beforeAll(async () => {
  if (!hasBrowser) return
  id = await createFrida()
  page = await pages.open()
  await signIn(page, pages, '/customers')
})

async function open(path = `/${id}`) {
  await page.goto(`${pages.url}/admin/customers${path}`)
  await page.getByRole('heading', { level: 1, includeHidden: true }).waitFor()
}
const click = (name: string) => page.getByRole('button', { name, exact: true }).click()
const rows = () => page.locator('tbody tr')
const registered = (fields: Record<string, unknown>) =>
  register(demoTenant, { email: `${randomUUID()}@example.com`, billingAddress, ...fields })

describe.skipIf(!hasBrowser)('the list of customers', () => {
  test('shows what the API lists, in the order that is chosen', async () => {
    const { items, totalItems } = (await list(demoTenant, { limit: '50', orderBy: 'OrdersValue' })).body
    await open('')
    await page.getByLabel('Sort by').selectOption('Highest amount')
    await expect.poll(() => page.url()).toBe(`${pages.url}/admin/customers?sort=amount`)
    await page.getByText(`1 to ${items.length} of ${totalItems}`).waitFor()
    const name = items[0].billingAddress.fullName
    await expect.poll(() => rows().first().locator('a').textContent()).toBe(name)
  })

  test('finds by e-mail and by a part of the name, and opens a customer with the keyboard', async () => {
    await open('')
    await page.keyboard.press('/')
    await page.keyboard.type(email)
    await page.keyboard.press('Enter')
    await expect.poll(() => rows().count()).toBe(1)
    await open('?search=frida+ho')
    await expect.poll(() => rows().count()).toBe(1)
    await rows().first().locator('a').focus()
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Frida Holm' }).waitFor()
    await page.keyboard.press('g')
    await page.keyboard.press('c')
    await page.getByRole('heading', { name: 'Customers' }).waitFor()
  })
})

describe.skipIf(!hasBrowser)('a customer', () => {
  const section = (name: string) => page.getByRole('region', { name })

  test('has orders, what was spent in each currency, subscriptions and open carts', async () => {
    await open()
    await section('Orders').getByRole('link', { name: 'INV-8001' }).waitFor()
    const spent = section('Spent').getByRole('row')
    await spent.filter({ hasText: /EUR.*2.*€32\.50.*€0\.00.*€32\.50/ }).waitFor()
    await spent.filter({ hasText: /CHF.*1.*CHF.9\.00.*CHF.0\.00.*CHF.9\.00/ }).waitFor()
    await section('Open carts').getByText('€33.30').waitFor()
    await section('Subscriptions').getByRole('link', { name: 'Tea box' }).click()
    await page.getByRole('heading', { name: 'Subscription: Tea box' }).waitFor()
    await page.getByRole('link', { name: 'Frida Holm' }).click()
    await page.getByRole('heading', { name: 'Frida Holm' }).waitFor()
  })

  test('has paid and got back what was captured of an order, if this is only a part', async () => {
    const order = { email: 'part@example.com', billingAddress, finalGrandTotal: 100 }
    const token = await authorizedOrder(demoTenant, order)
    await captureElsewhere(demoTenant, token, 6000)
    await capture(demoTenant, token)
    await updateAllTallies(demoTenant)
    const spent = section('Spent').getByRole('row')
    await open(`/${await idOf(demoTenant, order.email)}`)
    await spent.filter({ hasText: /EUR.*1.*€60\.00.*€0\.00.*€60\.00/ }).waitFor()
    await refund(demoTenant, token, { amount: 60 })
    await page.reload()
    await spent.filter({ hasText: /EUR.*1.*€60\.00.*€60\.00.*€0\.00/ }).waitFor()
  })

  test('has spent what the listed orders add up to, without one that is set back to InProgress', async () => {
    const order = { email: 'back@example.com', billingAddress }
    await completeOrder(demoTenant, { ...order, finalGrandTotal: 25 })
    const token = await completeOrder(demoTenant, { ...order, finalGrandTotal: 5 })
    await call('orders.update', demoTenant, { params: { token }, body: { status: 'InProgress' } })
    await updateAllTallies(demoTenant)
    const { body } = await list(demoTenant, { email: order.email })
    expect(body.items[0].statistics.ordersCount).toBe(2)
    await open(`/${body.items[0].id}`)
    await section('Spent')
      .getByRole('row', { name: /EUR 1 €25\.00/ })
      .waitFor()
  })

  test('has an amount spent in more than 1,000 orders only after a click, which loads them', async () => {
    const url = `${pages.url}/customers/${id}`
    await page.route(url, async route => {
      const response = await fetchReply(route)
      const { statistics, ...customer } = await response.json()
      await route.fulfill({ response, json: { ...customer, statistics: { ...statistics, ordersCount: 1001 } } })
    })
    await open()
    await page.getByText('The 1,001 orders of this customer have not been added up yet.').waitFor()
    await click('Add up all 1,001 orders')
    await section('Spent').getByRole('row', { name: /EUR/ }).waitFor()
    await page.unroute(url)
  })

  test('gets another address, and the focus returns to the button', async () => {
    await open(`/${await registered({})}`)
    await click('Edit')
    await page.getByLabel('City').first().fill('Kiel')
    await page.getByLabel('Country code').first().fill('dk')
    await page.getByText('Denmark').waitFor()
    await click('Save')
    await page.getByText('The customer is saved.').waitFor()
    await page.getByText('28201 Kiel (HB)').first().waitFor()
    const changed = (await get(demoTenant, page.url().split('/').pop() ?? '')).body
    expect(changed.billingAddress).toMatchObject({ city: 'Kiel', country: 'dk', address1: '1 Example Street' })
    await expect.poll(() => page.evaluate('document.activeElement?.textContent')).toBe('Edit')
  })

  test('keeps the e-mail address if another customer has it, with the fault beside the field', async () => {
    const other = await registered({})
    await open(`/${other}?dialog=edit`)
    await page.getByLabel('E-mail').fill('no address')
    await click('Save')
    await page.getByText('Enter an e-mail address.').waitFor()
    await page.getByLabel('E-mail').fill(email)
    await click('Save')
    await page.getByText('Another customer has this e-mail address.').waitFor()
    await page.getByText('is the e-mail address of another customer').waitFor()
    await screenshot(page, 'customer-refused')
    expect((await get(demoTenant, other)).body.email).not.toBe(email)
  })

  test('is not overwritten if another person has changed it', async () => {
    const other = await registered({})
    await open(`/${other}?dialog=edit`)
    await page.getByLabel('City').first().fill('Kiel')
    const { email: unchanged } = (await get(demoTenant, other)).body
    await update(demoTenant, other, { email: unchanged, billingAddress: address({ city: 'Jena' }) })
    await click('Save')
    await page.getByText('City: Bremen → Jena').waitFor()
    await click('Load the new version')
    await expect.poll(() => page.getByLabel('City').first().inputValue()).toBe('Jena')
  })

  test('is shown as saved if only the reply was lost', async () => {
    const other = await registered({})
    await open(`/${other}?dialog=edit`)
    await page.getByLabel('City').first().fill('Kiel')
    await loseFirstReply(page, '**/customers/*')
    await click('Save')
    await page.getByText('The customer is saved.').waitFor()
    await page.getByText('28201 Kiel (HB)').first().waitFor()
    await page.unroute('**/customers/*')
  })

  test('is deleted in two steps, of which the second says what is deleted and what stays', async () => {
    const other = await registered({ email: 'gone@example.com' })
    await open(`/${other}`)
    await click('Delete customer')
    await page.getByText('The account of Frida Holm (gone@example.com) and its addresses are deleted.').waitFor()
    expect((await get(demoTenant, other)).status).toBe(200)
    await page.getByRole('dialog').getByRole('button', { name: 'Delete customer' }).click()
    await page.getByText('The customer is deleted.').waitFor()
    await expect.poll(() => page.url()).toBe(`${pages.url}/admin/customers`)
    expect((await get(demoTenant, other)).status).toBe(404)
  })

  test('is not deleted if another person has changed the customer since', async () => {
    const other = await registered({ email: 'changed@example.com' })
    await open(`/${other}?dialog=delete`)
    await update(demoTenant, other, { email: 'new@example.com' })
    await page.getByRole('dialog').getByRole('button', { name: 'Delete customer' }).click()
    await page.getByText('E-mail: changed@example.com → new@example.com').waitFor()
    expect((await get(demoTenant, other)).status).toBe(200)
  })

  test('is given a file with all data, and the command that erases it', async () => {
    await open()
    const download = page.waitForEvent('download')
    await click('Download all data (JSON)')
    const file = await download
    expect(file.suggestedFilename()).toBe(`customer-${id}.json`)
    const data = JSON.parse(await readFile(await file.path(), 'utf8'))
    expect(data.customer).toMatchObject({ id, email })
    expect(data.orders).toHaveLength(4)
    expect(data).toMatchObject({ subscriptions: [{ name: 'Tea box', totalSpent: 0 }], carts: [{ total: 33.3 }] })
    await page.getByText(`customer erase --account 1001 --mode Test --email '${email}'`).waitFor()
  })

  test('is given the file with its own name, also if a jump in the history shows another customer meanwhile', async () => {
    await open(`/${await registered({ billingAddress: address({ firstName: 'Ole', name: 'Lund' }) })}`)
    await page.getByRole('link', { name: 'All customers' }).click()
    await page.getByRole('link', { name: 'Frida Holm' }).first().click()
    await page.getByRole('button', { name: 'Download all data (JSON)' }).waitFor()
    const other = page.url().split('/').pop()
    const jump = Promise.withResolvers<void>()
    await page.route(`**/customers/${other}/orders?*`, async route => {
      await jump.promise
      await route.fallback()
    })
    const download = page.waitForEvent('download')
    await click('Download all data (JSON)')
    await page.evaluate('history.go(-2)')
    await page.getByRole('heading', { name: 'Ole Lund' }).waitFor()
    jump.resolve()
    expect((await download).suggestedFilename()).toBe(`customer-${other}.json`)
    await page.unroute(`**/customers/${other}/orders?*`)
  })

  test('is shown without buttons that a key for reading cannot use', async () => {
    const { secret } = await issue({ ...demoTenant, scope: 'read' })
    const reader = await pages.open()
    await signIn(reader, { ...pages, key: secret }, `/customers/${id}`)
    await reader.getByRole('button', { name: 'Download all data (JSON)' }).waitFor()
    expect(await reader.getByRole('button', { name: 'Edit' }).count()).toBe(0)
    expect(await reader.getByRole('button', { name: 'Delete customer' }).count()).toBe(0)
  })
})

describe.skipIf(!hasBrowser)('the screens of customers', () => {
  test.each(sizes)('are accessible in %s at %i pixels, and do not scroll sideways', async (colorScheme, width) => {
    await page.emulateMedia({ colorScheme })
    await page.setViewportSize({ width, height: 844 })
    const paths = { list: '', one: `/${id}`, edit: `/${id}?dialog=edit`, delete: `/${id}?dialog=delete` }
    for (const [name, path] of Object.entries(paths)) {
      await open(path)
      await page
        .locator(path.includes('dialog') ? '[role=dialog]' : 'tbody tr')
        .first()
        .waitFor()
      await expectAccessible(page)
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width)
      await screenshot(page, `customers-${name}-${colorScheme}-${width}`)
    }
  })

  test('do not scroll sideways on a phone if the heading is a long e-mail address', async () => {
    const address = `${'a'.repeat(50)}@example.com`
    const nameless = await registered({ email: address, billingAddress: {} })
    const phone = await pages.open({ viewport: { width: 390, height: 844 } })
    await signIn(phone, pages, `/customers/${nameless}`)
    await phone.getByRole('heading', { name: address }).waitFor()
    expect(await phone.evaluate('document.documentElement.scrollWidth')).toBe(390)
    await screenshot(phone, 'customer-nameless')
  })

  test('are in the language that was chosen', async () => {
    await page.evaluate("localStorage.setItem('language', 'fr')")
    await open()
    await page.getByRole('button', { name: 'Supprimer le client' }).waitFor()
    await page.getByText('32,50 €').first().waitFor()
    await page.setViewportSize({ width: 360, height: 844 })
    const box = await page.getByRole('button', { name: 'Télécharger toutes les données (JSON)' }).boundingBox()
    expect(box!.x + box!.width).toBeLessThan(360)
  })

  test('ask no other server, keep to their content security policy, and have no errors', () => {
    expect(pages.faults).toEqual([])
  })
})
