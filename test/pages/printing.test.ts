/**
 * Tests packing slips, invoices, and how the screens of several orders look, in a real browser. The tests are skipped
 * if Chromium is not installed.
 * @module-tag long
 */

import { describe, expect, test } from 'vitest'
import { demoTenant } from '../../infra/local/demo/objects.ts'
import { completeOrder } from '../support/checkout.ts'
import { hasBrowser } from '../support/chromium.ts'
import { expectAccessible, screenshot, signIn, sizes, usePages } from './browser.ts'
import { hostile, useOrdersToShip } from './orders-to-ship.ts'

const pages = usePages()
const orders = useOrdersToShip(pages)

describe.skipIf(!hasBrowser)('a print', () => {
  const sheets = () => orders.page.locator('.sheet')

  test('of a packing slip has what goes into the parcel, in the language of the order, without prices', async () => {
    await orders.page.goto(`${pages.url}/admin/orders/${orders.token('SHIP-DE')}/packing-slip`)
    const text = await sheets().textContent()
    for (const part of ['Demo store', 'Lieferschein', 'Jörg Ümit', 'Köln', 'Deutschland', hostile])
      expect(text).toContain(part)
    expect(text).toContain('Nicht im Paket, weil Download oder Dienstleistung: 1')
    expect(text).not.toContain('€')
    await expectAccessible(orders.page)
    await screenshot(orders.page, 'packing-slip')
  })

  test('of an invoice adds up, and has the refund', async () => {
    await orders.page.goto(`${pages.url}/admin/orders/${orders.token('SHIP-DE')}/invoice`)
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
    await expectAccessible(orders.page)
    await screenshot(orders.page, 'invoice')
  })

  test.each(['__proto__', 'constructor'])('of an invoice has the payment method %s', async paymentMethod => {
    const token = await completeOrder(demoTenant, { paymentMethod })
    await orders.page.goto(`${pages.url}/admin/orders/${token}/invoice`)
    expect(await sheets().textContent()).toContain(`${paymentMethod}, Paid`)
  })

  test.each(['A4', 'Letter'])('of several orders has one %s page each, and nothing but the sheets', async format => {
    await orders.page.goto(
      `${pages.url}/admin/orders/invoices?orders=${orders.token('SHIP-1')}.${orders.token('SHIP-2')}.${orders.token('SHIP-DE')}`,
    )
    await sheets().nth(2).waitFor()
    const pdf = (await orders.page.pdf({ format })).toString('latin1')
    expect(pdf.match(/\/Type \/Page\b/g)).toHaveLength(3)
    await orders.page.emulateMedia({ media: 'print' })
    for (const name of ['Print', 'Back'])
      expect(await orders.page.getByRole('button', { name }).isVisible()).toBe(false)
    expect(await orders.page.getByRole('navigation').isVisible()).toBe(false)
    await screenshot(orders.page, `print-${format}`)
    await orders.page.emulateMedia({ media: null })
  })
})

test.skipIf(!hasBrowser)('a screen is printed with its heading, also after a packing slip was shown', async () => {
  await orders.page.goto(`${pages.url}/admin/orders/${orders.token('SHIP-1')}`)
  await orders.page.getByRole('button', { name: 'More', exact: true }).click()
  await orders.page.getByRole('menuitem', { name: 'Packing slip' }).click()
  await orders.page.locator('.sheet').waitFor()
  await orders.page.goBack()
  const heading = orders.page.getByRole('heading', { name: 'Order SHIP-1' })
  await heading.waitFor()
  await orders.page.emulateMedia({ media: 'print' })
  expect(await heading.isVisible()).toBe(true)
  await orders.page.emulateMedia({ media: null })
})

describe.skipIf(!hasBrowser)('the screens for several orders', () => {
  test.each(sizes)('are accessible in %s at %i pixels, and do not scroll sideways', async (colorScheme, width) => {
    const small = await pages.open({ colorScheme, viewport: { width, height: 844 } })
    const looks = [
      ['orders-selected', '/orders?status=Processed'],
      ['shipment', `/orders/ship?orders=${orders.token('SHIP-1')}.${orders.token('SHIP-DE')}`],
      ['shipment-csv', '/orders/ship'],
      ['packing-slips', `/orders/packing-slips?orders=${orders.token('SHIP-1')}.${orders.token('SHIP-DE')}`],
      ['invoices', `/orders/invoices?orders=${orders.token('SHIP-DE')}`],
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
