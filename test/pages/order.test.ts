/**
 * The screen of an order, in a real browser; skipped if Chromium is not installed.
 * @module-tag long
 */

import type { Page, Route } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { demoTenant } from '../../infra/local/demo/objects.ts'
import { completeOrder, item, sendEvent, withdrawal } from '../support/checkout.ts'
import { authorizedOrder, moved, orderOf, paidOrder, recoverAll, refund, refundsOf } from '../support/payments.ts'
import { call } from '../support/store.ts'
import { expectAccessible, hasBrowser, screenshot, signIn, sizes, usePages } from './browser.ts'

const pages = usePages()
let page: Page

beforeAll(async () => {
  if (!hasBrowser) return
  page = await pages.open()
  await signIn(page, pages)
})

const customField = { name: 'Size', type: 'dropdown', options: 'S|M', required: true, value: 'M' }

/** 52.00 of items, less 5.20, and 4.90 of shipping and 8.89 of taxes. */
const fields = {
  invoiceNumber: 'INV-7001',
  cardType: 'Visa',
  creditCardLast4Digits: '4242',
  paymentGatewayUsed: 'Stripe',
  items: [
    item({
      uniqueId: 'tee',
      name: 'Classic tee, black',
      quantity: 2,
      unitPrice: 20,
      totalPrice: 40,
      taxable: true,
      image: 'https://shop.example.com/images/tee.jpg',
      customFields: [customField],
    }),
    item({ uniqueId: 'mug', id: 'MUG', name: 'Speckled mug', price: 12, unitPrice: 12, totalPrice: 12, taxable: true }),
  ],
  itemsTotal: 52,
  discounts: [{ name: 'Summer: 10 %', amountSaved: 5.2 }],
  rebateAmount: 5.2,
  shippingFees: 4.9,
  shippingMethod: 'Standard parcel',
  taxes: [{ taxName: 'VAT', taxRate: 0.19, amount: 8.89 }],
  grandTotal: 60.59,
  finalGrandTotal: 60.59,
  notes: 'Please leave it with the neighbours.',
  metadata: { source: 'newsletter' },
}

const show = async (token: string, query = '') => {
  await page.goto(`${pages.url}/admin/orders/${token}${query}`)
  await page.getByRole('heading', { level: 1 }).waitFor()
}

const click = (name: string | RegExp) => page.getByRole('button', { name, exact: true }).click()
const text = (value: string | RegExp) => page.getByText(value).first().waitFor()
const section = (name: string | RegExp) => page.getByRole('region', { name })
const order = (token: string) => orderOf(demoTenant, token)

describe.skipIf(!hasBrowser)('an order', () => {
  test('shows its lines, and amounts that add up to its total', async () => {
    await show(await paidOrder(demoTenant, fields))
    const lines = await section('2 items').textContent()
    for (const part of ['Classic tee, black', 'Size: M', '€40.00', '-€5.20', '€4.90', '€8.89', '€60.59'])
      expect(lines).toContain(part)
    const numbers = (kinds: RegExp) =>
      [...(lines ?? '').matchAll(kinds)].map(([, sign, number]) => Number(`${sign}${number}`))
    const rows = numbers(/(?:Items|Discount|Shipping|Tax)[^€]*?(-?)€(\d+\.\d\d)/g)
    expect(rows).toHaveLength(4)
    expect(rows.reduce((sum, value) => sum + value, 0)).toBeCloseTo(60.59)
    await section('Customer').getByRole('link', { name: 'Jane Doe' }).waitFor()
    expect(await section('Notes of the buyer').textContent()).toContain('Please leave it with the neighbours.')
  })

  test('shows a difference to its total in a row of its own, and taxes that its prices include', async () => {
    const taxes = [{ taxName: 'VAT', taxRate: 0.19, amount: 8.3, includedInPrice: true }]
    await show(await paidOrder(demoTenant, { ...fields, taxes, finalGrandTotal: 50, grandTotal: 50 }))
    const lines = await section('2 items').textContent()
    expect(lines).toMatch(/Other\s*-€1\.70/)
    expect(lines).toMatch(/Includes VAT 19\s%\s*€8\.30/)
  })

  test('is shipped with a tracking number and URL, and set back by Undo', async () => {
    const token = await paidOrder(demoTenant, fields)
    await show(token)
    await page.getByLabel('Tracking number').fill('DE 4711')
    await page.getByLabel('Tracking URL').fill('javascript:alert(1)')
    await click('Mark as shipped')
    await text('A web address begins with https:// or http://.')
    await page.getByLabel('Tracking URL').fill('https://parcels.example.com/4711')
    await click('Mark as shipped')
    await text('The order is marked as shipped.')
    const tracking = { trackingNumber: 'DE 4711', trackingUrl: 'https://parcels.example.com/4711' }
    expect(await order(token)).toMatchObject({ status: 'Shipped', ...tracking })
    await page.getByRole('link', { name: 'DE 4711' }).waitFor()
    await click('Undo')
    await text('The change is undone.')
    expect(await order(token)).toMatchObject({ status: 'Processed', trackingNumber: '', trackingUrl: '' })
  })

  test('gets another status, and is cancelled in two steps that say what stays paid', async () => {
    const token = await paidOrder(demoTenant, fields)
    await show(token)
    await click('More')
    await page.getByRole('menuitem', { name: 'Change status' }).click()
    await page.getByRole('combobox', { name: 'Status', exact: true }).click()
    await page.getByRole('option', { name: 'Disputed' }).click()
    await click('Save')
    await text('The status is changed.')
    expect((await order(token)).status).toBe('Disputed')
    await click('More')
    await page.getByRole('menuitem', { name: 'Cancel order' }).click()
    await text('€60.59 stays paid. Refund it separately.')
    await click('Cancel order')
    await text('The order is cancelled.')
    expect((await order(token)).status).toBe('Cancelled')
  })

  test('has metadata, which is checked before it is saved', async () => {
    const token = await paidOrder(demoTenant, fields)
    await show(token)
    await section('Metadata').getByRole('button', { name: 'Edit' }).click()
    await page.getByLabel('Metadata as JSON').fill('[1]')
    await click('Save')
    await text('This is not an object in JSON.')
    await page.getByLabel('Metadata as JSON').fill('{ "source": "fair" }')
    await click('Save')
    await text('The metadata is saved.')
    expect((await order(token)).metadata).toEqual({ source: 'fair' })
  })

  test('is captured in two steps, also if the first reply is lost', async () => {
    const token = await authorizedOrder(demoTenant, fields)
    await show(token)
    await click('Capture €60.59')
    await text('€60.59 is taken from Jane Doe (Visa ···· 4242).')
    await screenshot(page, 'order-capture')
    await loseReplies(1)
    await page.getByRole('dialog').getByRole('button', { name: 'Capture €60.59' }).click()
    await text('€60.59 is captured.')
    expect(await order(token)).toMatchObject({ status: 'Processed', paymentStatus: 'Paid', capturedAmount: 60.59 })
    expect(await moved(demoTenant, token, 'capture')).toEqual([6059])
  })

  test('has files with the number of their downloads', async () => {
    const file = item({ fileGuid: 'f-1', fileName: 'pattern.pdf', maxNbrDownload: 5, daysUntilExpire: 36500 })
    const token = await paidOrder(demoTenant, { ...fields, items: [file] })
    await sendEvent(demoTenant, 'order.digital.downloaded', { orderToken: token, fileGuid: 'f-1' })
    await show(token)
    await section('Downloads').getByText('1 of 5').waitFor()
    await section('Downloads').getByRole('link', { name: 'pattern.pdf' }).waitFor()
  })

  test('shows the sections in another language', async () => {
    const german = await pages.open({ locale: 'de-DE' })
    await signIn(german, pages, `/orders/${await paidOrder(demoTenant, fields)}`)
    await german.getByRole('button', { name: 'Store 1001' }).click()
    await german.getByRole('menuitemradio', { name: 'Deutsch' }).click()
    await german.getByRole('button', { name: 'Erstatten' }).click()
    await german.getByRole('button', { name: 'Weiter' }).click()
    await german.getByText('60,59 € gehen über den Zahlungsdienst an Jane Doe (Visa ···· 4242) zurück.').waitFor()
    await german.context().close()
  })
})

/** Replies that the API has sent do not arrive at the page. */
async function loseReplies(count: number): Promise<void> {
  let lost = 0
  await page.route('**/orders/*/refunds', async route => loseReply(route, ++lost <= count && 'POST'))
  await page.route('**/orders/*', async route => loseReply(route, ++lost <= count && 'PUT'))
}

async function loseReply(route: Route, method: string | false): Promise<void> {
  if (route.request().method() !== method) return route.fallback()
  await route.fetch()
  await route.abort('connectionreset')
}

/** Fills in the first step. The second step is open then. */
async function prepareRefund(token: string, amount: string, comment: string): Promise<void> {
  await show(token)
  await click('Refund')
  await page.getByText('An amount').click()
  await page.getByLabel('Amount in EUR').fill(amount)
  await page.getByLabel('Comment').fill(comment)
  await click('Continue')
  await text('This will happen:')
}

const done = (amount: string) => text(new RegExp(`€${amount} is refunded`))

async function expectOneRefund(token: string, amount: number, comment: string): Promise<void> {
  expect(await refundsOf(demoTenant, token)).toMatchObject([{ amount, comment }])
  expect(await moved(demoTenant, token, 'refund')).toEqual([Math.round(amount * 100)])
}

describe.skipIf(!hasBrowser)('a refund', () => {
  test('by line has its share of discounts and taxes, and says exactly what will happen', async () => {
    const token = await paidOrder(demoTenant, fields)
    await show(token)
    await click('Refund')
    await page.getByText('By line').click()
    await click('Continue')
    await text('Choose at least one item.')
    await page.getByLabel('Quantity to refund of Classic tee, black').fill('1')
    const dialog = page.getByRole('dialog')
    await expect.poll(() => dialog.textContent()).toMatch(/To refund\s*€21\.42/)
    await page.getByLabel('Send a mail to jane.doe@example.com').check()
    await screenshot(page, 'order-refund-lines')
    await click('Continue')
    await text('€21.42 goes back to Jane Doe (Visa ···· 4242), by the payment gateway.')
    await text('€39.17 of the payment is left.')
    await text('These taxes are recorded with it: VAT €3.14.')
    await text('jane.doe@example.com gets a mail.')
    await expectAccessible(page)
    await screenshot(page, 'order-refund-review')
    await page.getByRole('button', { name: 'Refund €21.42' }).dblclick()
    await done('21.42')
    const refunds = await refundsOf(demoTenant, token)
    expect(refunds).toMatchObject([{ amount: 21.42, taxes: [{ amount: 3.14 }], notifyCustomer: true }])
    await page.getByRole('cell', { name: refunds[0].creditNoteNumber, exact: true }).waitFor()
    expect(await section('Payment').textContent()).toMatch(/Left\s*€39\.17/)
  })

  test('of all lines and the shipping is all that is left', async () => {
    const token = await paidOrder(demoTenant, fields)
    await show(token, '?dialog=refund')
    await page.getByText('By line').click()
    await page.getByLabel('Quantity to refund of Classic tee, black').fill('2')
    await page.getByLabel('Quantity to refund of Speckled mug').fill('1')
    await page.getByLabel('Shipping too: €4.90').check()
    await click('Continue')
    await click('Refund €60.59')
    await done('60.59')
    expect(await order(token)).toMatchObject({ refundsAmount: 60.59, paymentStatus: 'Refunded' })
    await expect.poll(() => page.getByRole('button', { name: 'Refund', exact: true }).count()).toBe(0)
  })

  test('of a pending withdrawal begins with its items', async () => {
    const token = await paidOrder(demoTenant, fields)
    const returned = { itemUniqueId: 'mug', itemName: 'Speckled mug', quantity: 1, unitPrice: 12, totalPrice: 12 }
    await sendEvent(
      demoTenant,
      'order.withdrawal.created',
      withdrawal(token, { items: [returned], refundAmount: 12.85 }),
    )
    await show(token)
    await text('The buyer has withdrawn from this order: €12.85')
    await click('Refund these items')
    await expect.poll(() => page.getByRole('dialog').textContent()).toMatch(/To refund\s*€12\.85/)
  })

  test('is refused with the sentence of the API, and can be changed', async () => {
    const token = await paidOrder(demoTenant, fields)
    await prepareRefund(token, '0.10', 'Too little')
    await click('Refund €0.10')
    const alert = page.getByRole('alert').filter({ hasText: '€0.10 was not refunded' })
    await alert
      .getByText(/must be at least 0\.50 EUR/)
      .first()
      .waitFor()
    await screenshot(page, 'order-refund-refused')
    await alert.getByRole('button', { name: 'Change it' }).click()
    await page
      .getByRole('dialog')
      .getByText(/must be at least 0\.50 EUR/)
      .waitFor()
    await page.getByLabel('Amount in EUR').fill('0.60')
    await click('Continue')
    await click('Refund €0.60')
    await done('0.60')
    await expectOneRefund(token, 0.6, 'Too little')
  })

  test('is made once if the replies are lost', async () => {
    const token = await paidOrder(demoTenant, fields)
    await prepareRefund(token, '11', 'Lost')
    await loseReplies(2)
    await click('Refund €11.00')
    await text('The connection was lost. It is sent again by itself, and nothing is refunded twice.')
    await screenshot(page, 'order-refund-unreachable')
    await done('11.00')
    await expectOneRefund(token, 11, 'Lost')
  })

  test('is made once if the page is loaded again while the API is slow', async () => {
    const token = await paidOrder(demoTenant, fields)
    await prepareRefund(token, '12', 'Slow')
    await page.route('**/orders/*/refunds', async route => {
      await route.fetch()
      await new Promise(resolve => setTimeout(resolve, 3000))
      await route.abort().catch(() => {})
    })
    await click('Refund €12.00')
    await text('The refund of €12.00 is being sent')
    await page.unroute('**/orders/*/refunds')
    await page.reload()
    await done('12.00')
    await expectOneRefund(token, 12, 'Slow')
    await page.reload()
    await section('Payment').getByText('Slow').waitFor()
    await expectOneRefund(token, 12, 'Slow')
  })

  test('is made once if the page is loaded again before the request has arrived', async () => {
    const token = await paidOrder(demoTenant, fields)
    await prepareRefund(token, '13', 'Never arrived')
    await page.route('**/orders/*/refunds', route => route.abort('internetdisconnected'))
    await click('Refund €13.00')
    await text('The refund of €13.00 has no answer yet')
    expect(await refundsOf(demoTenant, token)).toEqual([])
    await page.unroute('**/orders/*/refunds')
    await page.reload()
    await done('13.00')
    await expectOneRefund(token, 13, 'Never arrived')
  })

  test('that the gateway does not answer is shown as under way, and followed until it is made', async () => {
    const token = await paidOrder(demoTenant, { ...fields, paymentTransactionId: 'pi_timeout' })
    await prepareRefund(token, '14', 'Under way')
    await click('Refund €14.00')
    await text('The refund of €14.00 is under way')
    await screenshot(page, 'order-refund-under-way')
    await expectAccessible(page)
    expect(await refundsOf(demoTenant, token)).toEqual([])
    await recoverAll(demoTenant)
    await done('14.00')
    await expectOneRefund(token, 14, 'Under way')
  })

  test('is not made again while the same one of another person is under way', async () => {
    const token = await paidOrder(demoTenant, { ...fields, paymentTransactionId: 'pi_timeout' })
    expect(await refund(demoTenant, token, { amount: 15, comment: 'Same' })).toMatchObject({ status: 504 })
    await prepareRefund(token, '15', 'Same')
    await click('Refund €15.00')
    await text('A refund of the same amount with the same comment is under way.')
    await recoverAll(demoTenant)
    await text('That refund is made now.')
    await expectOneRefund(token, 15, 'Same')
  })
})

describe.skipIf(!hasBrowser)('a hostile order', () => {
  const script = '<img src=x onerror="window.hacked=1"><script>window.hacked=1</script>'
  const url = 'javascript:window.hacked=1'

  test('is shown as text, without a script and without a link', async () => {
    const token = await completeOrder(demoTenant, {
      invoiceNumber: script,
      cardHolderName: script,
      notes: script,
      trackingNumber: 'track me',
      trackingUrl: url,
      shippingMethod: script,
      billingAddress: { firstName: script, name: script, address1: script, city: script, country: 'DE' },
      customFields: [{ name: script, value: script }],
      items: [
        item({
          name: script,
          image: url,
          url,
          fileGuid: 'x',
          fileName: script,
          customFields: [{ ...customField, value: script }],
        }),
      ],
      discounts: [{ name: script, amountSaved: 1 }],
      taxes: [{ taxName: script, taxRate: 0.1, amount: 1 }],
      metadata: { [script]: script },
    })
    await sendEvent(demoTenant, 'order.withdrawal.created', withdrawal(token, { customerName: script }))
    await call('refunds.create', demoTenant, { params: { token }, body: { amount: 1, comment: script } })
    await show(token)
    await section('Downloads').getByText(script).waitFor()
    await text('track me')
    expect(await page.evaluate('window.hacked')).toBeUndefined()
    expect(await page.locator('[href^="javascript:" i], [src^="javascript:" i], [src="x"], #root script').count()).toBe(
      0,
    )
    expect(await page.getByText(script).count()).toBeGreaterThan(8)
    await screenshot(page, 'order-hostile')
    await expectAccessible(page)
  })
})

test.skipIf(!hasBrowser).each(sizes)('an order is accessible in %s at %i pixels', async (colorScheme, width) => {
  const token = await paidOrder(demoTenant, fields)
  await refund(demoTenant, token, { amount: 5, comment: 'The parcel was late', autoRefundTaxes: true })
  await sendEvent(demoTenant, 'order.withdrawal.created', withdrawal(token))
  const opened = await pages.open({ colorScheme, viewport: { width, height: 844 } })
  await signIn(opened, pages, `/orders/${token}`)
  await opened.getByText('The parcel was late').waitFor()
  await expectAccessible(opened)
  expect(await opened.evaluate('document.documentElement.scrollWidth')).toBe(width)
  await opened.setViewportSize({ width, height: 2200 })
  await screenshot(opened, `order-${colorScheme}-${width}`)
  await opened.goto(`${pages.url}/admin/orders/${token}?dialog=refund`)
  await opened.getByText('By line').click()
  await expectAccessible(opened)
  await opened.setViewportSize({ width, height: 900 })
  await screenshot(opened, `order-refund-${colorScheme}-${width}`)
  await opened.context().close()
})

test.skipIf(!hasBrowser)(
  'the screen asks no other server, keeps to its content security policy, and has no errors',
  () => {
    expect(pages.faults).toEqual([])
  },
)
