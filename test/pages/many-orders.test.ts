/**
 * Work with many orders at once, in a real browser: search, selection, shipping, CSV files and printing; skipped if
 * Chromium is not installed.
 * @module-tag long
 */

import { readFileSync } from 'node:fs'
import Papa from 'papaparse'
import type { Page } from 'playwright-core'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { demoTenant } from '../../infra/local/demo/objects.ts'
import type { Tenant } from '../../lib/core/tenant.ts'
import { issue } from '../../lib/keys/index.ts'
import { loadStore } from '../bench/load.ts'
import { measure } from '../bench/meter.ts'
import { address, completeOrder, item } from '../support/checkout.ts'
import { call, newTenant } from '../support/store.ts'
import { updateAllTallies } from '../support/stream-worker.ts'
import { expectAccessible, hasBrowser, screenshot, signIn, sizes, usePages } from './browser.ts'

const pages = usePages()

const list = async (query = {}, tenant: Tenant = demoTenant) => (await call('orders.list', tenant, { query })).body
const read = async (token: string) => (await call('orders.get', demoTenant, { params: { token } })).body
const rows = (page: Page) => page.locator('tbody tr')
const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })

const hostile = '<img src=x onerror=alert(1)>'
const tokens: Record<string, string> = {}
let page: Page

/** An order that is to ship, under a number of its own. */
async function orderToShip(invoiceNumber: string, fields = {}): Promise<void> {
  tokens[invoiceNumber] = await completeOrder(demoTenant, { invoiceNumber, ...fields })
}

beforeAll(async () => {
  if (!hasBrowser) return
  for (const n of [1, 2, 3, 4, 5, 6]) await orderToShip(`SHIP-${n}`)
  await orderToShip('SHIP-DE', {
    lang: 'de',
    notes: `Bitte klingeln ${hostile}`,
    billingAddress: address({ name: `=Doe${hostile}`, vatNumber: 'DE123456789' }),
    shippingAddress: address({ city: 'Köln', firstName: 'Jörg', name: 'Ümit' }),
    shippingAddressSameAsBilling: false,
    items: [
      item({ name: `Tee ${hostile}`, quantity: 2, totalPrice: 40, shippable: true }),
      item({ name: 'Schnittmuster', shippable: false }),
    ],
    itemsTotal: 60,
    shippingFees: 4.9,
    taxes: [{ taxName: 'MwSt.', taxRate: 0.19, amount: 11.4, numberForInvoice: 'DE999' }],
    finalGrandTotal: 76.3,
    grandTotal: 76.3,
  })
  await completeOrder(demoTenant, { invoiceNumber: 'SENT', status: 'Shipped' })
  await completeOrder(demoTenant, { invoiceNumber: 'TWICE' })
  await completeOrder(demoTenant, { invoiceNumber: 'TWICE' })
  const params = { token: tokens['SHIP-DE'] as string }
  await call('refunds.create', demoTenant, { params, body: { amount: 16.3, comment: 'Loch' } })
  await updateAllTallies(demoTenant)
  page = await pages.open({ acceptDownloads: true })
  await signIn(page, pages)
})

const searchFor = async (text: string) => {
  const box = page.getByRole('textbox', { name: /Invoice number/ })
  await box.fill(text)
  await box.press('Enter')
}

describe.skipIf(!hasBrowser)('the search', () => {
  test.each([
    ['an invoice number with a sign before it', '#SHIP-1', 'SHIP-1'],
    ['an invoice number in lower case', 'ship-2', 'SHIP-2'],
    ['a name with the last name first', 'Doe, Jane', 'SHIP-1'],
    ['an e-mail address', 'Jane.Doe@example.com', 'SHIP-3'],
  ])('finds orders by %s', async (_, text, number) => {
    await searchFor(text)
    await page.getByRole('link', { name: number, exact: true }).waitFor()
  })

  test('opens the order of a token without dashes, in capitals', async () => {
    await searchFor(`{${tokens['SHIP-4']?.replaceAll('-', '').toUpperCase()}}`)
    await page.getByRole('heading', { name: 'Order SHIP-4' }).waitFor()
  })
})

describe.skipIf(!hasBrowser)('the selection', () => {
  test('is made with the keyboard alone, and leads to the actions', async () => {
    await page.goto(`${pages.url}/admin/orders?status=Processed`)
    await rows(page).first().locator('a').focus()
    await page.keyboard.press('Space')
    await page.keyboard.press('Shift+ArrowDown')
    await page.keyboard.press('Shift+ArrowDown')
    await page.getByText('3 selected').waitFor()
    await page.keyboard.press('a')
    expect(await page.locator(':focus').textContent()).toBe('Mark as shipped')
    await page.getByLabel('All on this page').check()
    const { totalItems } = await list({ status: 'Processed', limit: 1 })
    await page.getByText(`${Math.min(50, totalItems)} selected`).waitFor()
    await page.keyboard.press('Escape')
    await page.getByText(/\d selected/).waitFor({ state: 'detached' })
  })

  test('is a range with Shift and a click', async () => {
    await rows(page).nth(0).getByRole('checkbox').click()
    await rows(page)
      .nth(3)
      .getByRole('checkbox')
      .click({ modifiers: ['Shift'] })
    await page.getByText('4 selected').waitFor()
    await page.getByRole('button', { name: 'Clear' }).click()
  })
})

describe.skipIf(!hasBrowser)('a shipment of several orders', () => {
  const number = (name: string) => page.getByLabel(`Tracking number of ${name}`, { exact: true })
  const line = (name: string) => page.getByRole('listitem').filter({ hasText: name })

  test('sends typed tracking numbers, shows each result, and can be undone', async () => {
    await page.goto(`${pages.url}/admin/orders?search=SHIP-1`)
    await row(page, 'SHIP-1').getByRole('checkbox').check()
    await page.getByRole('link', { name: 'Mark as shipped' }).click()
    await number('SHIP-1').fill('PARCEL 1')
    await page.getByText('Ready: 1, of which without a tracking number: 0.').waitFor()
    let changes = 0
    page.on('request', request => {
      if (request.method() === 'PUT') changes += 1
    })
    await page.getByRole('button', { name: 'Mark as shipped (1)' }).dblclick()
    await line('SHIP-1').getByText('Shipped').waitFor()
    expect(changes).toBe(1)
    const token = tokens['SHIP-1'] as string
    expect(await read(token)).toMatchObject({ status: 'Shipped', trackingNumber: 'PARCEL 1' })
    await page.getByRole('button', { name: 'Undo SHIP-1' }).click()
    await line('SHIP-1').getByText('Ready').waitFor()
    expect(await read(token)).toMatchObject({ status: 'Processed', trackingNumber: '' })
  })

  test('checks the lines of a CSV before anything is sent, and sends only those without faults', async () => {
    await page.goto(`${pages.url}/admin/orders/ship`)
    await page
      .getByLabel('Lines')
      .fill(
        [
          '\uFEFFInvoice;Tracking;Link',
          `SHIP-2;"00;2";https://carrier.example/2`,
          `${tokens['SHIP-3']?.toUpperCase()};'+49 3;`,
          'SHIP-2;again;',
          'SHIP-99;1;',
          'TWICE;1;',
          `SHIP-4;${'4'.repeat(2001)};`,
          'SHIP-5;5;javascript:alert(1)',
          'SENT;6;',
        ].join('\n'),
      )
    await page.getByRole('button', { name: 'Check', exact: true }).click()
    await page.getByText('No order has this number or token.').waitFor()
    await page.getByText('The order is in an earlier line.').waitFor()
    await page.getByText('Several orders have this number. Use the token.').waitFor()
    await page.getByText('At most 2,000 characters.').waitFor()
    await page.getByText('Begins with https:// or http://.').waitFor()
    await page.getByText(/The order is not to ship\. Its status is/).waitFor()
    await page.getByText('Lines that are not sent: 6.').waitFor()
    await screenshot(page, 'shipment-checked')
    await page.getByRole('button', { name: 'Mark as shipped (2)' }).click()
    await page.getByText('2 of 2 shipped').waitFor()
    const tracking = { status: 'Shipped', trackingNumber: '00;2', trackingUrl: 'https://carrier.example/2' }
    expect(await read(tokens['SHIP-2'] as string)).toMatchObject(tracking)
    expect(await read(tokens['SHIP-3'] as string)).toMatchObject({ status: 'Shipped', trackingNumber: '+49 3' })
    expect(await read(tokens['SHIP-5'] as string)).toMatchObject({ status: 'Processed', trackingNumber: '' })
  })

  test('shows an order that another person has changed, and sends it if it is asked for again', async () => {
    const token = tokens['SHIP-4'] as string
    await page.goto(`${pages.url}/admin/orders/ship?orders=${token}`)
    await number('SHIP-4').fill('MINE')
    const body = { status: 'Processed', trackingNumber: 'THEIRS' }
    await call('orders.update', demoTenant, { params: { token }, body })
    await page.getByRole('button', { name: 'Mark as shipped (1)' }).click()
    await page.getByText('The order has another tracking number: THEIRS.').waitFor()
    expect(await read(token)).toMatchObject(body)
    await page.getByRole('button', { name: 'Try again (1)' }).click()
    await page.getByText('1 of 1 shipped').waitFor()
    expect(await read(token)).toMatchObject({ status: 'Shipped', trackingNumber: 'MINE' })
  })

  test('sends nothing twice if replies are lost, and repeats what has failed', async () => {
    const [five, six] = [tokens['SHIP-5'] as string, tokens['SHIP-6'] as string]
    await page.goto(`${pages.url}/admin/orders/ship?orders=${five}.${six}`)
    await number('SHIP-5').fill('P5')
    await number('SHIP-6').fill('P6')
    /** The reply about the first order is lost after the API has changed it; the second order never arrives. */
    await page.route(`**/orders/${five}`, async route => {
      if (route.request().method() !== 'PUT') return route.continue()
      await route.fetch()
      await route.abort('connectionreset')
    })
    await page.route(`**/orders/${six}`, route =>
      route.request().method() === 'PUT' ? route.abort('connectionreset') : route.continue(),
    )
    await page.getByRole('button', { name: 'Mark as shipped (2)' }).click()
    await line('SHIP-5').getByText('Shipped', { exact: true }).waitFor()
    await line('SHIP-6').getByText('Not shipped').waitFor()
    const { modificationDate } = await read(five)
    await page.unroute(`**/orders/${six}`)
    await page.getByRole('button', { name: 'Try again (1)' }).click()
    await page.getByText('2 of 2 shipped').waitFor()
    expect(await read(six)).toMatchObject({ status: 'Shipped', trackingNumber: 'P6' })
    expect(await read(five)).toMatchObject({ trackingNumber: 'P5', modificationDate })
  })

  test('shows the sentence of the API about an order that does not exist', async () => {
    await page.goto(`${pages.url}/admin/orders/ship?orders=01980000-0000-7000-8000-00000000ffff`)
    await page.getByText('Not found').waitFor()
  })
})

/** The lines of the file that a click saves. */
async function download(name: string | RegExp): Promise<Record<string, string>[]> {
  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name }).last().click()
  const text = readFileSync(await (await saved).path(), 'utf8')
  return Papa.parse<Record<string, string>>(text.replace('\uFEFF', '').trim(), { header: true }).data
}

describe.skipIf(!hasBrowser)('a CSV file', () => {
  test('has all orders that the filters find, as spreadsheets read them, without formulas', async () => {
    await page.goto(`${pages.url}/admin/orders`)
    const lines = await download('Download CSV')
    const { totalItems } = await list({ limit: 1 })
    await page.getByText(`${totalItems} orders are in the file.`).waitFor()
    await expectAccessible(page)
    await screenshot(page, 'download')
    await page.keyboard.press('Escape')
    expect(lines).toHaveLength(totalItems)
    const line = lines.find(found => found.Number === 'SHIP-DE')
    expect(line).toMatchObject({ Total: '76.3', Refunded: '16.3', Date: '2026-08-30 18:16:58', City: 'Köln' })
    const refunded = lines.filter(({ Customer }) => Customer?.startsWith('Jane =Doe'))
    expect(refunded).toHaveLength(1)
  })

  test('has only the selected orders, and a guard before formulas', async () => {
    await orderToShip('=1+1')
    await updateAllTallies(demoTenant)
    await page.goto(`${pages.url}/admin/orders?search=%3D1%2B1`)
    await row(page, '=1+1').getByRole('checkbox').check()
    const lines = await download('Download CSV')
    expect(lines).toMatchObject([{ Number: "'=1+1" }])
    await page.keyboard.press('Escape')
  })

  test('has commas in amounts where people write them', async () => {
    const german = await pages.open({ locale: 'de-DE' })
    await signIn(german, pages, '/orders?search=SHIP-DE')
    await german.evaluate("localStorage.setItem('language', JSON.stringify('de'))")
    await german.reload()
    const saved = german.waitForEvent('download')
    await german.getByRole('button', { name: 'CSV herunterladen' }).click()
    const text = readFileSync(await (await saved).path(), 'utf8')
    expect(text).toContain('Nummer;Token;Datum')
    expect(text).toContain(';76,3;16,3;')
  })
})

describe.skipIf(!hasBrowser)('a print', () => {
  const sheets = () => page.locator('.sheet')

  test('of a packing slip has what goes into the parcel, in the language of the order, without prices', async () => {
    await page.goto(`${pages.url}/admin/orders/${tokens['SHIP-DE']}/packing-slip`)
    const text = await sheets().textContent()
    for (const part of ['Demo store', 'Lieferschein', 'Jörg Ümit', 'Köln', 'Deutschland', hostile])
      expect(text).toContain(part)
    expect(text).toContain('Nicht im Paket, weil Download oder Dienstleistung: 1')
    expect(text).not.toContain('€')
    await expectAccessible(page)
    await screenshot(page, 'packing-slip')
  })

  test('of an invoice adds up, and has the refund', async () => {
    await page.goto(`${pages.url}/admin/orders/${tokens['SHIP-DE']}/invoice`)
    const text = ((await sheets().textContent()) ?? '').replaceAll('\u00A0', ' ')
    for (const part of [
      'Rechnung',
      '60,00 €',
      '4,90 €',
      'MwSt. (DE999) 19 %',
      '11,40 €',
      '76,30 €',
      '-16,30 €',
      'Gutschrift',
      'USt-IdNr. DE123456789',
    ])
      expect(text).toContain(part)
    expect(text).toMatch(/Gesamtbetrag nach Erstattungen\s*60,00 €/)
    expect(text).not.toContain('Weitere Beträge')
    await expectAccessible(page)
    await screenshot(page, 'invoice')
  })

  test.each(['A4', 'Letter'])('of several orders has one %s page each, and nothing but the sheets', async format => {
    await page.goto(
      `${pages.url}/admin/orders/invoices?orders=${tokens['SHIP-1']}.${tokens['SHIP-2']}.${tokens['SHIP-DE']}`,
    )
    await sheets().nth(2).waitFor()
    const pdf = (await page.pdf({ format })).toString('latin1')
    expect(pdf.match(/\/Type \/Page\b/g)).toHaveLength(3)
    await page.emulateMedia({ media: 'print' })
    for (const name of ['Print', 'Back']) expect(await page.getByRole('button', { name }).isVisible()).toBe(false)
    expect(await page.getByRole('navigation').isVisible()).toBe(false)
    await screenshot(page, `print-${format}`)
    await page.emulateMedia({ media: null })
  })
})

/** `PAGES_ORDERS=50000` tests a large store, which takes minutes to load. */
const orderCount = Number(process.env.PAGES_ORDERS ?? 2000)
const written = (n: number) => n.toLocaleString('en-US')
const total = written(orderCount)
const lastPage = Math.ceil(orderCount / 50)

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
    many = await pages.open({ acceptDownloads: true })
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
    const [first] = (await list({ offset: 1100, limit: 1 }, tenant)).items
    await many.getByRole('link', { name: first.invoiceNumber, exact: true }).waitFor()
  })

  test('reads hardly more for its first and its last page than a store with 50 orders', async () => {
    const unitsOf = async (reader: Tenant, query: object) =>
      (await measure(() => list({ limit: 50, ...query }, reader))).cost.units
    const few = await unitsOf((await loadedStore(50)).tenant, {})
    const [first, last] = [await unitsOf(tenant, {}), await unitsOf(tenant, { offset: orderCount - 50 })]
    for (const units of [first, last]) expect(units).toBeLessThan(few * 1.5)
  })

  test('finds an order with one request, and saves what a filter shows', async () => {
    const [, { invoiceNumber }] = (await list({ limit: 2 }, tenant)).items
    const box = many.getByRole('textbox', { name: /Invoice number/ })
    await box.fill(invoiceNumber)
    await box.press('Enter')
    await many.getByText('1 to 1 of 1').waitFor()
    expect(requests).toEqual(['/orders'])
    await many.getByRole('button', { name: 'Disputed' }).click()
    const { totalItems } = await list({ status: 'Disputed', limit: 1 }, tenant)
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
    const saved = many.waitForEvent('download')
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

describe.skipIf(!hasBrowser)('the screens for several orders', () => {
  test.each(sizes)('are accessible in %s at %i pixels, and do not scroll sideways', async (colorScheme, width) => {
    const small = await pages.open({ colorScheme, viewport: { width, height: 844 } })
    const looks = [
      ['orders-selected', '/orders?status=Processed'],
      ['shipment', `/orders/ship?orders=${tokens['SHIP-1']}.${tokens['SHIP-DE']}`],
      ['shipment-csv', '/orders/ship'],
      ['packing-slips', `/orders/packing-slips?orders=${tokens['SHIP-1']}.${tokens['SHIP-DE']}`],
      ['invoices', `/orders/invoices?orders=${tokens['SHIP-DE']}`],
    ] as const
    for (const [name, path] of looks) {
      await signIn(small, pages, path)
      if (name === 'orders-selected') await small.getByLabel('All on this page').check()
      await small.locator('tbody tr, ol li, textarea:visible, .sheet').first().waitFor()
      await expectAccessible(small)
      await screenshot(small, `${name}-${colorScheme}-${width}`)
      expect(await small.evaluate('document.documentElement.scrollWidth'), name).toBe(width)
    }
  })

  test('ask no other server, keep to their content security policy, and have no errors', () => {
    expect(pages.faults).toEqual([])
  })
})
