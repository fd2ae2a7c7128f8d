/**
 * Tests shipping several orders in a real browser. The tests are skipped if Chromium is not installed.
 * @module-tag long
 */

import { readFileSync } from 'node:fs'
import { beforeAll, describe, expect, test } from 'vitest'
import { demoTenant } from '../../infra/local/demo/objects.ts'
import { languages } from '../../lib/core/tenant.ts'
import { completeOrder } from '../support/checkout.ts'
import { hasBrowser } from '../support/chromium.ts'
import { call } from '../support/store.ts'
import { updateAllTallies } from '../support/stream-worker.ts'
import { expectAccessible, fetchReply, screenshot, signIn, usePages } from './browser.ts'
import { useOrdersToShip } from './orders-to-ship.ts'

const pages = usePages()
const orders = useOrdersToShip(pages)

const read = async (token: string) => (await call('orders.get', demoTenant, { params: { token } })).body
const number = (name: string) => orders.page.getByLabel(`Tracking number of ${name}`, { exact: true })

beforeAll(async () => {
  if (!hasBrowser) return
  await completeOrder(demoTenant, { invoiceNumber: 'SENT', status: 'Shipped' })
  for (const invoiceNumber of ['TWICE', 'TWICE']) await completeOrder(demoTenant, { invoiceNumber })
  await updateAllTallies(demoTenant)
})

describe.skipIf(!hasBrowser)('a shipment of several orders', () => {
  const line = (name: string) => orders.page.getByRole('listitem').filter({ hasText: name })

  test('sends typed tracking numbers, shows each result, and can be undone', async () => {
    await orders.page.goto(`${pages.url}/admin/orders?search=SHIP-1`)
    await orders.page.getByRole('row').filter({ hasText: 'SHIP-1' }).getByRole('checkbox').check()
    await orders.page.getByRole('link', { name: 'Mark as shipped' }).click()
    await number('SHIP-1').fill('PARCEL 1')
    await orders.page.getByText('Ready: 1, of which without a tracking number: 0.').waitFor()
    let changes = 0
    orders.page.on('request', request => {
      if (request.method() === 'PUT') changes += 1
    })
    await orders.page.getByRole('button', { name: 'Mark as shipped (1)' }).dblclick()
    await line('SHIP-1').getByText('Shipped').waitFor()
    expect(changes).toBe(1)
    const token = orders.token('SHIP-1')
    expect(await read(token)).toMatchObject({ status: 'Shipped', trackingNumber: 'PARCEL 1' })
    await orders.page.getByRole('button', { name: 'Undo SHIP-1' }).click()
    await line('SHIP-1').getByText('Ready').waitFor()
    expect(await read(token)).toMatchObject({ status: 'Processed', trackingNumber: '' })
  })

  test('checks the lines of a CSV before anything is sent, and sends only those without faults', async () => {
    await orders.page.goto(`${pages.url}/admin/orders/ship`)
    await orders.page.getByLabel('Lines').waitFor()
    /** A screen reader announces the result only if its element was there before. */
    const statuses = await orders.page.getByRole('status').elementHandles()
    await orders.page
      .getByLabel('Lines')
      .fill(
        [
          '\uFEFFInvoice;Tracking;Link',
          `SHIP-2;"00;2";https://carrier.example/2`,
          `${orders.token('SHIP-3').toUpperCase()};'+49 3;`,
          'SHIP-2;again;',
          'SHIP-99;1;',
          'TWICE;1;',
          `SHIP-4;${'4'.repeat(2001)};`,
          'SHIP-5;5;javascript:alert(1)',
          'SENT;6;',
        ].join('\n'),
      )
    await orders.page.getByRole('button', { name: 'Check', exact: true }).click()
    await orders.page.getByText('No order has this number or token.').waitFor()
    await orders.page.getByText('The order is in an earlier line.').waitFor()
    await orders.page.getByText('Several orders have this number. Use the token.').waitFor()
    await orders.page.getByText('At most 2,000 characters.').waitFor()
    await orders.page.getByText('Begins with https:// or http://.').waitFor()
    await orders.page.getByText(/The order is not to ship\. Its status is/).waitFor()
    await orders.page.getByText('Lines that are not sent: 6.').waitFor()
    const sentences = await Promise.all(statuses.map(status => status.textContent()))
    expect(sentences.join()).toMatch(/Ready: 2.*Lines that are not sent: 6/)
    await screenshot(orders.page, 'shipment-checked')
    await orders.page.getByRole('button', { name: 'Mark as shipped (2)' }).click()
    await orders.page.getByText('2 of 2 shipped').waitFor()
    const tracking = { status: 'Shipped', trackingNumber: '00;2', trackingUrl: 'https://carrier.example/2' }
    expect(await read(orders.token('SHIP-2'))).toMatchObject(tracking)
    expect(await read(orders.token('SHIP-3'))).toMatchObject({ status: 'Shipped', trackingNumber: '+49 3' })
    expect(await read(orders.token('SHIP-5'))).toMatchObject({ status: 'Processed', trackingNumber: '' })
  })

  test('shows an order that another person has changed, and sends it if it is asked for again', async () => {
    const token = orders.token('SHIP-4')
    await orders.page.goto(`${pages.url}/admin/orders/ship?orders=${token}`)
    await number('SHIP-4').fill('MINE')
    const body = { status: 'Processed', trackingNumber: 'THEIRS' }
    await call('orders.update', demoTenant, { params: { token }, body })
    await orders.page.getByRole('button', { name: 'Mark as shipped (1)' }).click()
    await orders.page.getByText('The order has another tracking number: THEIRS.').waitFor()
    expect(await read(token)).toMatchObject(body)
    await orders.page.getByRole('button', { name: 'Try again (1)' }).click()
    await orders.page.getByText('1 of 1 shipped').waitFor()
    expect(await read(token)).toMatchObject({ status: 'Shipped', trackingNumber: 'MINE' })
  })

  test('sends nothing twice if replies are lost, and repeats what has failed', async () => {
    const [five, six] = [orders.token('SHIP-5'), orders.token('SHIP-6')]
    await orders.page.goto(`${pages.url}/admin/orders/ship?orders=${five}.${six}`)
    await number('SHIP-5').fill('P5')
    await number('SHIP-6').fill('P6')
    /**
     * The reply about the first order is lost after the API has changed the order. The request about the second order
     * does not arrive at the API.
     */
    await orders.page.route(`**/orders/${five}`, async route => {
      if (route.request().method() !== 'PUT') return route.continue()
      await fetchReply(route)
      await route.abort('connectionreset')
    })
    await orders.page.route(`**/orders/${six}`, route =>
      route.request().method() === 'PUT' ? route.abort('connectionreset') : route.continue(),
    )
    await orders.page.getByRole('button', { name: 'Mark as shipped (2)' }).click()
    await line('SHIP-5').getByText('Shipped', { exact: true }).waitFor()
    await line('SHIP-6').getByText('Not shipped').waitFor()
    const { modificationDate } = await read(five)
    await orders.page.unroute(`**/orders/${six}`)
    await orders.page.getByRole('button', { name: 'Try again (1)' }).click()
    await orders.page.getByText('2 of 2 shipped').waitFor()
    expect(await read(six)).toMatchObject({ status: 'Shipped', trackingNumber: 'P6' })
    expect(await read(five)).toMatchObject({ trackingNumber: 'P5', modificationDate })
  })

  test('shows the sentence of the API about an order that does not exist', async () => {
    await orders.page.goto(`${pages.url}/admin/orders/ship?orders=01980000-0000-7000-8000-00000000ffff`)
    await orders.page.getByText('Not found').waitFor()
  })
})

let count = 0
/** Adds orders that are to ship, with invoice numbers that no other test uses. */
async function newOrders(many: number): Promise<string[]> {
  const names = Array.from({ length: many }, () => `PARCEL-${++count}`)
  for (const name of names) await orders.add(name)
  await updateAllTallies(demoTenant)
  return names
}
const openShipment = (names: readonly string[]) =>
  orders.page.goto(`${pages.url}/admin/orders/ship?orders=${names.map(orders.token).join('.')}`)

describe.skipIf(!hasBrowser)('while a shipment is sent,', () => {
  let release: () => void

  /** Holds each change until `release` is called. */
  async function holdChanges(): Promise<void> {
    const held = Promise.withResolvers<void>()
    release = held.resolve
    await orders.page.route('**/orders/*', async route => {
      if (route.request().method() === 'PUT') await held.promise
      await route.fallback()
    })
  }

  test('Stop sends no more orders, and those that are left can be sent later', async () => {
    const names = await newOrders(6)
    await openShipment(names)
    await holdChanges()
    await orders.page.getByRole('button', { name: 'Mark as shipped (6)' }).click()
    await expect.poll(() => orders.page.locator('li[data-state=sending]').count()).toBe(4)
    await orders.page.getByRole('button', { name: 'Stop' }).click()
    release()
    await orders.page.getByText('4 of 6 shipped').waitFor()
    const statuses = async () =>
      (await Promise.all(names.map(name => read(orders.token(name))))).map(({ status }) => status)
    expect((await statuses()).toSorted()).toEqual([...Array(2).fill('Processed'), ...Array(4).fill('Shipped')])
    await orders.page.unroute('**/orders/*')
    await orders.page.getByRole('button', { name: 'Mark as shipped (2)' }).click()
    await orders.page.getByText('6 of 6 shipped').waitFor()
    expect(await statuses()).toEqual(Array(6).fill('Shipped'))
  })

  test('leaving asks, and what was sent stays sent', async () => {
    const [name = ''] = await newOrders(1)
    await openShipment([name])
    await number(name).fill('P 1')
    await holdChanges()
    await orders.page.getByRole('button', { name: 'Mark as shipped (1)' }).click()
    await orders.page.getByRole('link', { name: 'Customers' }).click()
    const question = orders.page.getByRole('dialog', { name: 'Orders are still being sent' })
    await expectAccessible(orders.page)
    await question.getByRole('button', { name: 'Stay' }).click()
    await question.waitFor({ state: 'detached' })
    await orders.page.getByRole('link', { name: 'Customers' }).click()
    await question.getByRole('button', { name: 'Leave' }).click()
    await orders.page.getByRole('heading', { name: 'Customers' }).waitFor()
    release()
    await expect.poll(async () => (await read(orders.token(name))).trackingNumber).toBe('P 1')
    await orders.page.unroute('**/orders/*')
  })
})

describe.skipIf(!hasBrowser)('before a shipment is sent,', () => {
  test('leaving asks if a tracking number would be lost, and only then', async () => {
    const [name = ''] = await newOrders(1)
    await openShipment([name])
    await number(name).fill('P 2')
    await orders.page.getByRole('link', { name: 'Customers' }).click()
    const question = orders.page.getByRole('dialog', { name: 'Not sent: 1' })
    await question.getByText('The tracking numbers of these lines are lost if you leave.').waitFor()
    await expect.poll(() => orders.page.locator(':focus').textContent()).toBe('Stay')
    await orders.page.keyboard.press('Enter')
    await question.waitFor({ state: 'detached' })
    expect(await number(name).inputValue()).toBe('P 2')
    await number(name).fill('')
    await orders.page.getByRole('link', { name: 'Customers' }).click()
    await orders.page.getByRole('heading', { name: 'Customers' }).waitFor()
    expect(await read(orders.token(name))).toMatchObject({ status: 'Processed', trackingNumber: '' })
  })

  test('signing out asks, too', async () => {
    const [name = ''] = await newOrders(1)
    await openShipment([name])
    await number(name).fill('P 3')
    const signOut = async () => {
      await orders.page.getByRole('button', { name: 'Store 1001' }).click()
      await orders.page.getByRole('menuitem', { name: 'Sign out' }).click()
    }
    await signOut()
    const question = orders.page.getByRole('dialog', { name: 'Not sent: 1' })
    await question.waitFor({ timeout: 5000 })
    await expectAccessible(orders.page)
    await expect.poll(() => orders.page.locator(':focus').textContent()).toBe('Stay')
    await orders.page.keyboard.press('Enter')
    await question.waitFor({ state: 'detached' })
    expect(await number(name).inputValue()).toBe('P 3')
    await signOut()
    await question.getByRole('button', { name: 'Leave' }).click()
    await orders.page.getByLabel('Secret key').waitFor()
    await signIn(orders.page, pages)
  })

  /** Chooses a file with these bytes. */
  async function choose(bytes: string | Uint8Array): Promise<void> {
    const chooser = orders.page.waitForEvent('filechooser')
    await orders.page.getByRole('button', { name: 'Choose a file' }).click()
    await (await chooser).setFiles({ name: 'parcels.csv', mimeType: 'text/csv', buffer: Buffer.from(bytes) })
  }
  const lines = () => orders.page.getByRole('textbox', { name: 'Lines' })
  const check = () => orders.page.getByRole('button', { name: 'Check', exact: true }).click()

  test('its lines can come from a file, also from one in the code page of Windows', async () => {
    const [one = '', other = ''] = await newOrders(2)
    await orders.page.goto(`${pages.url}/admin/orders/ship`)
    const text = `Número;Seguimiento\r\n${one};P-1\r\n${other};P-2 für Köln\r\n`
    for (const bytes of [text, Buffer.from(text, 'latin1')]) {
      await choose(bytes)
      await expect.poll(() => lines().inputValue()).toBe(text.replaceAll('\r', ''))
    }
    await check()
    await orders.page.getByRole('button', { name: 'Mark as shipped (2)' }).click()
    await orders.page.getByText('2 of 2 shipped').waitFor()
    expect(await read(orders.token(one))).toMatchObject({ status: 'Shipped', trackingNumber: 'P-1' })
    expect(await read(orders.token(other))).toMatchObject({ status: 'Shipped', trackingNumber: 'P-2 für Köln' })
  })

  test('says in the words of the pages that checking its lines needs a connection, and keeps them', async () => {
    const [name = ''] = await newOrders(1)
    await orders.page.goto(`${pages.url}/admin/orders/ship`)
    await orders.page.route(/\/orders\?/, route => route.abort('connectionreset'))
    await lines().fill(`${name},P-1`)
    await check()
    await orders.page.getByRole('alert').getByText('No connection').waitFor()
    expect(await lines().inputValue()).toBe(`${name},P-1`)
    await orders.page.unroute(/\/orders\?/)
  })

  test.each(languages)('its lines can come from the CSV download of orders in %s', async language => {
    const [name = ''] = await newOrders(1)
    const body = { status: 'Processed', trackingNumber: 'OLD', trackingUrl: 'https://carrier.example/OLD' }
    await call('orders.update', demoTenant, { params: { token: orders.token(name) }, body })
    await orders.page.evaluate(`localStorage.setItem('language', JSON.stringify('${language}'))`)
    await orders.page.goto(`${pages.url}/admin/orders?search=${name}`)
    const saved = orders.page.waitForEvent('download')
    await orders.page.getByRole('button', { name: /CSV/ }).last().click()
    const csv = readFileSync(await (await saved).path(), 'utf8')
    await orders.page.evaluate("localStorage.removeItem('language')")
    await orders.page.goto(`${pages.url}/admin/orders/ship`)
    await choose(csv.replaceAll('OLD', 'NEW'))
    await expect.poll(() => lines().inputValue()).toContain('NEW')
    await check()
    await expect.poll(() => number(name).inputValue()).toBe('NEW')
    const url = orders.page.getByLabel(`URL of the tracking page of ${name}`, { exact: true })
    expect(await url.inputValue()).toBe('https://carrier.example/NEW')
  })

  test.each([
    ['has no lines', '\uFEFF\r\n \r\n', 'There are no lines to check.'],
    ['has too many lines', 'INV-1;1\n'.repeat(1001), 'At most 1,000 lines can be checked at once; these are 1,001.'],
    ['is too large', 'x'.repeat(1_000_001), 'The file is larger than 1 MB.'],
    ['is a picture', Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 0, 0xff, 0xfe]), 'No order has this number or token.'],
  ])('a file that %s says so, and nothing is sent', async (_, bytes, sentence) => {
    await orders.page.goto(`${pages.url}/admin/orders/ship`)
    await choose(bytes)
    if (!sentence.includes('larger')) {
      await expect.poll(() => lines().inputValue()).not.toBe('')
      await check()
    }
    await orders.page.getByText(sentence).first().waitFor()
    await expectAccessible(orders.page)
    const send = orders.page.getByRole('button', { name: 'Mark as shipped (0)' })
    if ((await send.count()) > 0) expect(await send.isDisabled()).toBe(true)
  })
})

test.skipIf(!hasBrowser)('no shipment asks another server or has an error', () => {
  expect(pages.faults).toEqual([])
})
