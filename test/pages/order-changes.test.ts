/**
 * Tests changes on the screen of an order in a real browser. The tests are skipped if Chromium is not installed.
 * @module-tag long
 */

import { describe, expect, test } from 'vitest'
import { demoTenant } from '../../infra/local/demo/objects.ts'
import { hasBrowser } from '../support/chromium.ts'
import { authorizedOrder, moved, orderOf, paidOrder, refund } from '../support/payments.ts'
import { call } from '../support/store.ts'
import { maintenance, problem, screenshot, usePages } from './browser.ts'
import { loseReplies, orderFields, useOrderScreen } from './order-screen.ts'

const pages = usePages()
const screen = useOrderScreen(pages)

const order = (token: string) => orderOf(demoTenant, token)
const update = (token: string, body: object) => call('orders.update', demoTenant, { params: { token }, body })

describe.skipIf(!hasBrowser)('an order', () => {
  test('is shipped with a tracking number and URL, and set back by Undo', async () => {
    const token = await paidOrder(demoTenant, orderFields)
    await screen.show(token)
    await screen.page.getByLabel('Tracking number').fill('DE 4711')
    await screen.page.getByLabel('Tracking URL').fill('javascript:alert(1)')
    await screen.click('Mark as shipped')
    await screen.text('A web address begins with https:// or http://.')
    await screen.page.getByLabel('Tracking URL').fill('https://parcels.example.com/4711')
    await screen.click('Mark as shipped')
    await screen.text('The order is marked as shipped.')
    const tracking = { trackingNumber: 'DE 4711', trackingUrl: 'https://parcels.example.com/4711' }
    expect(await order(token)).toMatchObject({ status: 'Shipped', ...tracking })
    await screen.page.getByRole('link', { name: 'DE 4711' }).waitFor()
    await screen.click('Undo')
    await screen.text('The change is undone.')
    expect(await order(token)).toMatchObject({ status: 'Processed', trackingNumber: '', trackingUrl: '' })
  })

  test('is marked as shipped once if the reply is lost', async () => {
    const token = await paidOrder(demoTenant, orderFields)
    await screen.show(token)
    await screen.page.getByLabel('Tracking number').fill('LOST')
    await loseReplies(screen.page, 1)
    await screen.click('Mark as shipped')
    await screen.text('The order is marked as shipped.')
    await screen.page.unroute('**/orders/*')
    await screen.page.unroute('**/orders/*/refunds')
    expect(await order(token)).toMatchObject({ status: 'Shipped', trackingNumber: 'LOST' })
    await screen.click('Undo')
    await screen.text('The change is undone.')
    expect(await order(token)).toMatchObject({ status: 'Processed', trackingNumber: '' })
  })

  test('is set back by Undo although something was refunded meanwhile', async () => {
    const token = await paidOrder(demoTenant, orderFields)
    await screen.show(token)
    await screen.click('Mark as shipped')
    await screen.text('The order is marked as shipped.')
    await refund(demoTenant, token, { amount: 10 })
    await screen.click('Undo')
    await screen.text('The change is undone.')
    expect(await order(token)).toMatchObject({ status: 'Processed', refundsAmount: 10 })
  })

  test('is not set back by Undo if the same was changed meanwhile', async () => {
    const token = await paidOrder(demoTenant, orderFields)
    await screen.show(token)
    await screen.click('Mark as shipped')
    await screen.text('The order is marked as shipped.')
    await update(token, { status: 'Delivered' })
    await screen.click('Undo')
    await screen.text('Status: Shipped → Delivered')
    expect((await order(token)).status).toBe('Delivered')
  })

  test('stays shipped when a change of its metadata is undone', async () => {
    const token = await paidOrder(demoTenant, orderFields)
    await screen.show(token, '?dialog=metadata')
    await screen.page.getByLabel('Metadata as JSON').fill('{ "source": "fair" }')
    await screen.inDialog('Save').click()
    await screen.text('The metadata is saved.')
    await screen.click('Mark as shipped')
    await screen.text('The order is marked as shipped.')
    await screen.page.getByRole('alert').filter({ hasText: 'metadata' }).getByRole('button', { name: 'Undo' }).click()
    await screen.text('The change is undone.')
    expect(await order(token)).toMatchObject({ status: 'Shipped', metadata: orderFields.metadata })
  })

  test('has the focus on its menu again if a dialog that was opened there is closed', async () => {
    const token = await paidOrder(demoTenant, orderFields)
    await screen.show(token)
    await screen.choose('Change status')
    await screen.inDialog('Save').waitFor()
    await screen.page.getByRole('combobox', { name: 'Status', exact: true }).focus()
    await screen.page.keyboard.press('Escape')
    await screen.page.getByRole('dialog').waitFor({ state: 'hidden' })
    await expect.poll(() => screen.page.evaluate('document.activeElement.textContent')).toBe('More')
  })

  test('gets another status, and is cancelled in two steps that say what stays paid', async () => {
    const token = await paidOrder(demoTenant, orderFields)
    await screen.show(token)
    await screen.choose('Change status')
    await screen.page.getByRole('combobox', { name: 'Status', exact: true }).click()
    await screen.page.getByRole('option', { name: 'Disputed' }).click()
    await screen.click('Save')
    await screen.text('The status is changed.')
    expect((await order(token)).status).toBe('Disputed')
    await screen.choose('Cancel order')
    await screen.text('€60.59 stays paid. Refund it separately.')
    await screen.click('Cancel order')
    await screen.text('The order is cancelled.')
    expect((await order(token)).status).toBe('Cancelled')
  })

  test('has metadata, which is checked before it is saved', async () => {
    const token = await paidOrder(demoTenant, orderFields)
    await screen.show(token)
    await screen.section('Metadata').getByRole('button', { name: 'Edit' }).click()
    await screen.page.getByLabel('Metadata as JSON').fill('[1]')
    await screen.click('Save')
    await screen.text('This is not an object in JSON.')
    await screen.page.getByLabel('Metadata as JSON').fill('{ "source": "fair" }')
    await screen.click('Save')
    await screen.text('The metadata is saved.')
    expect((await order(token)).metadata).toEqual({ source: 'fair' })
  })

  test('is captured in two steps, also if the first reply is lost', async () => {
    const token = await authorizedOrder(demoTenant, orderFields)
    await screen.show(token)
    await screen.click('Capture €60.59')
    await screen.text('€60.59 is taken from Jane Doe (Visa ···· 4242).')
    await screenshot(screen.page, 'order-capture')
    await loseReplies(screen.page, 1)
    await screen.inDialog('Capture €60.59').click()
    await screen.text('€60.59 is captured.')
    expect(await order(token)).toMatchObject({ status: 'Processed', paymentStatus: 'Paid', capturedAmount: 60.59 })
    expect(await moved(demoTenant, token, 'capture')).toEqual([6059])
  })
})

/** Replies to the first changes of the order in place of the API. Returns the times when the page sent changes. */
async function replyFirst(...replies: ReturnType<typeof problem>[]): Promise<number[]> {
  const times: number[] = []
  await screen.page.route('**/orders/*', async route => {
    if (route.request().method() !== 'PUT') return route.fallback()
    times.push(Date.now())
    const reply = replies.shift()
    await (reply ? route.fulfill(reply) : route.fallback())
  })
  return times
}

const tooMany = problem(429, 'too_many_requests', 'Too many requests.', 1)
const busy = problem(409, 'conflict', 'Another change is under way. Try again.')

describe.skipIf(!hasBrowser)('if another person was faster,', () => {
  test('a shipment is not saved, says what has changed, and keeps what was typed', async () => {
    const token = await paidOrder(demoTenant, orderFields)
    await screen.show(token)
    await screen.page.getByLabel('Tracking number').fill('MINE')
    await update(token, { status: 'Processed', trackingNumber: 'THEIRS' })
    await screen.click('Mark as shipped')
    await screen.text('Tracking: – → THEIRS')
    expect(await order(token)).toMatchObject({ status: 'Processed', trackingNumber: 'THEIRS' })
    expect(await screen.page.getByLabel('Tracking number').inputValue()).toBe('MINE')
    await screen.click('Load the new version')
    await expect.poll(() => screen.page.getByLabel('Tracking number').inputValue()).toBe('THEIRS')
  })

  test('a cancellation is not saved, and its dialog then says what is left of the payment', async () => {
    const token = await paidOrder(demoTenant, orderFields)
    await screen.show(token)
    await screen.choose('Cancel order')
    await screen.text('€60.59 stays paid.')
    await refund(demoTenant, token, { amount: 10 })
    await screen.inDialog('Cancel order').click()
    await screen.text('Refunded: €0.00 → €10.00')
    expect((await order(token)).status).toBe('Processed')
    await screen.click('Load the new version')
    await screen.text('€50.59 stays paid.')
    await screen.inDialog('Cancel order').click()
    await screen.text('The order is cancelled.')
    expect(await order(token)).toMatchObject({ status: 'Cancelled', refundsAmount: 10 })
  })

  test('a capture takes nothing', async () => {
    const token = await authorizedOrder(demoTenant, orderFields)
    await screen.show(token)
    await screen.click('Capture €60.59')
    await update(token, { status: 'Cancelled' })
    await screen.inDialog('Capture €60.59').click()
    await screen.text('Someone else was faster')
    await screen.text(/^Status: .* → Cancelled$/)
    expect(await moved(demoTenant, token, 'capture')).toEqual([])
    await screen.click('Load the new version')
    await screen.page.getByRole('dialog').waitFor({ state: 'detached' })
  })

  test('a status is not saved, and its dialog then begins with the new status', async () => {
    const token = await paidOrder(demoTenant, orderFields)
    await screen.show(token, '?dialog=status')
    const status = screen.page.getByRole('combobox', { name: 'Status', exact: true })
    await status.click()
    await screen.page.getByRole('option', { name: 'Disputed' }).click()
    await update(token, { status: 'Shipped' })
    await screen.inDialog('Save').click()
    await screen.text(/^Status: .* → Shipped$/)
    await screen.click('Load the new version')
    await expect.poll(() => status.inputValue()).toBe('Shipped')
  })

  test('the notice is about the last attempt', async () => {
    const token = await paidOrder(demoTenant, orderFields)
    await screen.show(token)
    for (const trackingNumber of ['FIRST', 'SECOND']) {
      await update(token, { status: 'Processed', trackingNumber })
      await screen.click('Mark as shipped')
      await screen.text(`Tracking: – → ${trackingNumber}`)
    }
    await screen.click('Load the new version')
    await expect.poll(() => screen.page.getByLabel('Tracking number').inputValue()).toBe('SECOND')
  })

  test('metadata is not overwritten, and stays in the form', async () => {
    const token = await paidOrder(demoTenant, orderFields)
    await screen.show(token, '?dialog=metadata')
    await screen.page.getByLabel('Metadata as JSON').fill('{ "source": "mine" }')
    await update(token, { status: 'Processed', metadata: { source: 'theirs' } })
    await screen.inDialog('Save').click()
    await screen.text('Other details')
    expect((await order(token)).metadata).toEqual({ source: 'theirs' })
    expect(await screen.page.getByLabel('Metadata as JSON').inputValue()).toBe('{ "source": "mine" }')
  })
})

describe.skipIf(!hasBrowser)('if the API is busy,', () => {
  test('a shipment waits as long as it says, and is sent again by itself', async () => {
    const token = await paidOrder(demoTenant, orderFields)
    await screen.show(token)
    await screen.page.getByLabel('Tracking number').fill('DE 5')
    const times = await replyFirst(tooMany)
    await screen.click('Mark as shipped')
    await screen.text('The order is marked as shipped.')
    await screen.page.unroute('**/orders/*')
    expect(times).toHaveLength(2)
    expect(Number(times[1]) - Number(times[0])).toBeGreaterThanOrEqual(1000)
    expect(await order(token)).toMatchObject({ status: 'Shipped', trackingNumber: 'DE 5' })
  })

  test('a shipment that is refused keeps what was typed, and can be sent again', async () => {
    const token = await paidOrder(demoTenant, orderFields)
    await screen.show(token)
    await screen.page.getByLabel('Tracking number').fill('DE 6')
    await replyFirst(busy)
    await screen.click('Mark as shipped')
    await screen.text('Another change is under way. Try again.')
    expect((await order(token)).status).toBe('Processed')
    expect(await screen.page.getByLabel('Tracking number').inputValue()).toBe('DE 6')
    await screen.click('Mark as shipped')
    await screen.text('The order is marked as shipped.')
    await screen.page.unroute('**/orders/*')
    expect(await order(token)).toMatchObject({ status: 'Shipped', trackingNumber: 'DE 6' })
  })

  test('a capture is sent again until it is made, once', async () => {
    const token = await authorizedOrder(demoTenant, orderFields)
    await screen.show(token)
    await screen.click('Capture €60.59')
    const times = await replyFirst(tooMany, tooMany)
    await screen.inDialog('Capture €60.59').click()
    await screen.text('€60.59 is captured.')
    await screen.page.unroute('**/orders/*')
    expect(times).toHaveLength(3)
    expect(await moved(demoTenant, token, 'capture')).toEqual([6059])
  })

  test('a capture in a maintenance shows its message at once, and captures nothing', async () => {
    const token = await authorizedOrder(demoTenant, orderFields)
    await screen.show(token)
    await screen.click('Capture €60.59')
    const times = await replyFirst(maintenance)
    await screen.inDialog('Capture €60.59').click()
    await screen.page.getByText('Back at noon UTC.').waitFor({ timeout: 10_000 })
    expect(times).toHaveLength(1)
    expect(await moved(demoTenant, token, 'capture')).toEqual([])
    await screen.page.unroute('**/orders/*')
  })

  test('a capture that is refused leaves its dialog open, and captures nothing', async () => {
    const token = await authorizedOrder(demoTenant, orderFields)
    await screen.show(token)
    await screen.click('Capture €60.59')
    await replyFirst(busy)
    await screen.inDialog('Capture €60.59').click()
    await screen.text('Another change is under way. Try again.')
    expect(await moved(demoTenant, token, 'capture')).toEqual([])
    await screen.inDialog('Capture €60.59').click()
    await screen.text('€60.59 is captured.')
    await screen.page.unroute('**/orders/*')
    expect(await moved(demoTenant, token, 'capture')).toEqual([6059])
  })
})

test.skipIf(!hasBrowser)('no change asks another server or has an error', () => {
  expect(pages.faults).toEqual([])
})
