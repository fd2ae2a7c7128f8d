/**
 * Tests refunds on the screen of an order in a real browser. The tests are skipped if Chromium is not installed.
 * @module-tag long
 */

import type { Locator, Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { demoTenant } from '../../infra/local/demo/objects.ts'
import { issue } from '../../lib/keys/index.ts'
import { sendEvent, withdrawal } from '../support/checkout.ts'
import { hasBrowser } from '../support/chromium.ts'
import { moved, orderOf, paidOrder, recoverAll, refund, refundsOf } from '../support/payments.ts'
import {
  enterKey,
  expectAccessible,
  fetchReply,
  maintenance,
  problem,
  screenshot,
  signIn,
  usePages,
} from './browser.ts'
import { loseReplies, orderFields, useOrderScreen } from './order-screen.ts'

const pages = usePages()
const screen = useOrderScreen(pages)

const order = (token: string) => orderOf(demoTenant, token)

/** Fills in the first step of a refund, and opens the second step. */
async function prepareRefund(token: string, amount: string, comment: string): Promise<void> {
  await screen.show(token)
  await screen.click('Refund')
  await screen.page.getByText('An amount').click()
  await screen.page.getByLabel('Amount in EUR').fill(amount)
  await screen.page.getByLabel('Comment').fill(comment)
  await screen.click('Continue')
  await screen.text('This will happen:')
}

const done = (amount: string) => screen.text(new RegExp(`€${amount} is refunded`))

async function expectOneRefund(token: string, amount: number, comment: string): Promise<void> {
  expect(await refundsOf(demoTenant, token)).toMatchObject([{ amount, comment }])
  expect(await moved(demoTenant, token, 'refund')).toEqual([Math.round(amount * 100)])
}

describe.skipIf(!hasBrowser)('a refund', () => {
  test('by line has its share of discounts and taxes, and says exactly what will happen', async () => {
    const token = await paidOrder(demoTenant, orderFields)
    await screen.show(token)
    await screen.click('Refund')
    await screen.page.getByText('By line').click()
    await screen.click('Continue')
    await screen.text('Choose at least one item.')
    await screen.page.getByLabel('Quantity to refund of Classic tee, black').fill('1')
    const dialog = screen.page.getByRole('dialog')
    await expect.poll(() => dialog.textContent()).toMatch(/To refund\s*€21\.42/)
    await screen.page.getByLabel('Send a mail to jane.doe@example.com').check()
    await screenshot(screen.page, 'order-refund-lines')
    await screen.click('Continue')
    await screen.text('€21.42 goes back to Jane Doe (Visa ···· 4242), by the payment gateway.')
    await screen.text('€39.17 of the payment is left.')
    await screen.text('These taxes are recorded with it: VAT €3.14.')
    await screen.text('jane.doe@example.com gets a mail.')
    await expectAccessible(screen.page)
    await screenshot(screen.page, 'order-refund-review')
    await screen.page.getByRole('button', { name: 'Refund €21.42' }).dblclick()
    await done('21.42')
    const refunds = await refundsOf(demoTenant, token)
    expect(refunds).toMatchObject([{ amount: 21.42, taxes: [{ amount: 3.14 }], notifyCustomer: true }])
    await screen.page.getByRole('cell', { name: refunds[0].creditNoteNumber, exact: true }).waitFor()
    expect(await screen.section('Payment').textContent()).toMatch(/Left\s*€39\.17/)
  })

  test('of all lines and the shipping is all that is left', async () => {
    const token = await paidOrder(demoTenant, orderFields)
    await screen.show(token, '?dialog=refund')
    await screen.page.getByText('By line').click()
    await screen.page.getByLabel('Quantity to refund of Classic tee, black').fill('2')
    await screen.page.getByLabel('Quantity to refund of Speckled mug').fill('1')
    await screen.page.getByLabel('Shipping too: €4.90').check()
    await screen.click('Continue')
    await screen.click('Refund €60.59')
    await done('60.59')
    expect(await order(token)).toMatchObject({ refundsAmount: 60.59, paymentStatus: 'Refunded' })
    await expect.poll(() => screen.page.getByRole('button', { name: 'Refund', exact: true }).count()).toBe(0)
  })

  test('of a pending withdrawal begins with its items', async () => {
    const token = await paidOrder(demoTenant, orderFields)
    const returned = { itemUniqueId: 'mug', itemName: 'Speckled mug', quantity: 1, unitPrice: 12, totalPrice: 12 }
    await sendEvent(
      demoTenant,
      'order.withdrawal.created',
      withdrawal(token, { items: [returned], refundAmount: 12.85 }),
    )
    await screen.show(token)
    await screen.text('The buyer has withdrawn from this order: €12.85')
    await screen.click('Refund these items')
    await expect.poll(() => screen.page.getByRole('dialog').textContent()).toMatch(/To refund\s*€12\.85/)
  })

  test('is typed as the browser of a Spanish speaker in Mexico writes amounts', async () => {
    const token = await paidOrder(demoTenant, { finalGrandTotal: 2000, grandTotal: 2000 })
    const mexican = await pages.open({ locale: 'es-MX' })
    await mexican.goto(`${pages.url}/admin`)
    await mexican.evaluate(`localStorage.setItem('language', '"es"')`)
    await signIn(mexican, pages, `/orders/${token}?dialog=refund`)
    await mexican.getByText('Un importe').click()
    const amount = mexican.getByLabel('Importe en EUR')
    await amount.fill('1,234.50')
    await amount.blur()
    expect(await amount.inputValue()).toBe('1234.5')
    await mexican.getByRole('button', { name: 'Continuar' }).click()
    await mexican.getByText('EUR 1,234.50 vuelven a').waitFor()
  })

  test('sends no mail to an address that cannot receive mail', async () => {
    await screen.show(await paidOrder(demoTenant, { ...orderFields, email: 'ÜNÏ@exämple.com' }))
    await screen.click('Refund')
    const mail = screen.page.getByLabel('No mail: the order has no valid e-mail address')
    expect(await mail.isDisabled()).toBe(true)
    await screen.click('Continue')
    await screen.text('The buyer gets no mail.')
  })

  test('is refused with the sentence of the API, and can be changed', async () => {
    const token = await paidOrder(demoTenant, orderFields)
    await prepareRefund(token, '0.10', 'Too little')
    await screen.click('Refund €0.10')
    const alert = screen.page.getByRole('alert').filter({ hasText: '€0.10 was not refunded' })
    await alert
      .getByText(/must be at least 0\.50 EUR/)
      .first()
      .waitFor()
    await screenshot(screen.page, 'order-refund-refused')
    await alert.getByRole('button', { name: 'Change it' }).click()
    await screen.page
      .getByRole('dialog')
      .getByText(/must be at least 0\.50 EUR/)
      .waitFor()
    await screen.page.getByLabel('Amount in EUR').fill('0.60')
    await screen.click('Continue')
    await screen.click('Refund €0.60')
    await done('0.60')
    await expectOneRefund(token, 0.6, 'Too little')
  })

  test('is not sent if its amount is not clear, and a typed group separator does not make it smaller', async () => {
    const token = await paidOrder(demoTenant, orderFields)
    await screen.show(token)
    await screen.click('Refund')
    await screen.page.getByText('An amount').click()
    const amount = screen.page.getByLabel('Amount in EUR')
    await amount.pressSequentially('1.2000')
    await screen.click('Continue')
    await screen.text('Enter a number with at most 2 decimals (such as 1200.5)')
    expect(await amount.inputValue()).toBe('1.2000')
    await amount.fill('')
    await amount.pressSequentially('1,000')
    await amount.press('Enter')
    await screen.text('At most €60.59 is left to refund.')
    expect(await amount.inputValue()).toBe('1000')
    await screen.page.getByText('By line').click()
    const quantity = screen.page.getByLabel('Quantity to refund of Classic tee, black')
    await quantity.fill('')
    await quantity.pressSequentially('1.5')
    await screen.click('Continue')
    await screen.text('Enter a whole number (such as 1200)')
    await quantity.press('Control+A')
    await quantity.press('Delete')
    await quantity.press('ArrowUp')
    await screen.click('Continue')
    await screen.text('€21.42 goes back to Jane Doe (Visa ···· 4242), by the payment gateway.')
    expect(await refundsOf(demoTenant, token)).toEqual([])
  })

  test('is made once if the replies are lost', async () => {
    const token = await paidOrder(demoTenant, orderFields)
    await prepareRefund(token, '11', 'Lost')
    await loseReplies(screen.page, 2)
    await screen.click('Refund €11.00')
    await screen.text('The connection was lost. It is sent again by itself, and nothing is refunded twice.')
    await screenshot(screen.page, 'order-refund-unreachable')
    await done('11.00')
    await expectOneRefund(token, 11, 'Lost')
  })

  test('is made once if the page is loaded again while the API is slow', async () => {
    const token = await paidOrder(demoTenant, orderFields)
    await prepareRefund(token, '12', 'Slow')
    await screen.page.route('**/orders/*/refunds', async route => {
      await fetchReply(route)
      await new Promise(resolve => setTimeout(resolve, 3000))
      await route.abort().catch(() => {})
    })
    await screen.click('Refund €12.00')
    await screen.text('The refund of €12.00 is being sent')
    await screen.page.unroute('**/orders/*/refunds')
    await screen.page.reload()
    await done('12.00')
    await expectOneRefund(token, 12, 'Slow')
    await screen.page.reload()
    await screen.section('Payment').getByText('Slow').waitFor()
    await expectOneRefund(token, 12, 'Slow')
  })

  test('is made once if the page is loaded again before the request has arrived', async () => {
    const token = await paidOrder(demoTenant, orderFields)
    await prepareRefund(token, '13', 'Never arrived')
    await screen.page.route('**/orders/*/refunds', route => route.abort('internetdisconnected'))
    await screen.click('Refund €13.00')
    await screen.text('The refund of €13.00 has no answer yet')
    expect(await refundsOf(demoTenant, token)).toEqual([])
    await screen.page.unroute('**/orders/*/refunds')
    await screen.page.reload()
    await done('13.00')
    await expectOneRefund(token, 13, 'Never arrived')
  })

  test('that the gateway does not answer is shown as under way, and followed until it is made', async () => {
    const token = await paidOrder(demoTenant, { ...orderFields, paymentTransactionId: 'pi_timeout' })
    await prepareRefund(token, '14', 'Under way')
    await screen.click('Refund €14.00')
    await screen.text('The refund of €14.00 is under way')
    await screenshot(screen.page, 'order-refund-under-way')
    await expectAccessible(screen.page)
    expect(await refundsOf(demoTenant, token)).toEqual([])
    await recoverAll(demoTenant)
    await done('14.00')
    await expectOneRefund(token, 14, 'Under way')
  })

  test('is not made again while the same one of another person is under way', async () => {
    const token = await paidOrder(demoTenant, { ...orderFields, paymentTransactionId: 'pi_timeout' })
    expect(await refund(demoTenant, token, { amount: 15, comment: 'Same' })).toMatchObject({ status: 504 })
    await prepareRefund(token, '15', 'Same')
    await screen.click('Refund €15.00')
    await screen.text('A refund of the same amount with the same comment is under way.')
    await recoverAll(demoTenant)
    await screen.text('That refund is made now.')
    await expectOneRefund(token, 15, 'Same')
  })

  test('waits as long as the API says, and is made once', async () => {
    const token = await paidOrder(demoTenant, orderFields)
    const page = await pages.openInNewContext()
    await page.clock.install()
    await signIn(page, pages, `/orders/${token}`)
    const replies = [problem(429, 'too_many_requests', 'Too many requests.', 60)]
    let requests = 0
    await page.route('**/orders/*/refunds', async route => {
      if (route.request().method() !== 'POST') return route.fallback()
      requests += 1
      const reply = replies.shift()
      await (reply ? route.fulfill(reply) : route.fallback())
    })
    await page.getByRole('button', { name: 'Refund', exact: true }).click()
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByRole('button', { name: 'Refund €60.59' }).click()
    await page.getByText('The refund of €60.59 waits for the API').waitFor()
    await page.clock.fastForward(40_000)
    /** A request that is sent too early would arrive in this time. */
    await page.waitForTimeout(1000)
    expect(requests).toBe(1)
    expect(await refundsOf(demoTenant, token)).toEqual([])
    await page.clock.fastForward(21_000)
    await page.getByText(/€60\.59 is refunded/).waitFor()
    expect(await moved(demoTenant, token, 'refund')).toEqual([6059])
  })

  /** Replies to the first requests for refunds with `replies`, of which `lost` loses the reply of the API. */
  async function replyFirst(...replies: (typeof maintenance | 'lost')[]): Promise<void> {
    await screen.page.route('**/orders/*/refunds', async route => {
      if (route.request().method() !== 'POST') return route.fallback()
      const reply = replies.shift()
      if (reply === 'lost') await fetchReply(route)
      if (reply === 'lost') return route.abort('connectionreset')
      await (reply ? route.fulfill(reply) : route.fallback())
    })
  }

  test('is refused in a maintenance, with its message, and is not sent again by itself', async () => {
    const token = await paidOrder(demoTenant, orderFields)
    await prepareRefund(token, '16', 'Maintenance')
    await replyFirst(maintenance)
    await screen.click('Refund €16.00')
    await screen.text('€16.00 was not refunded')
    await screen.text('Back at noon UTC.')
    await screen.page.reload()
    await screen.section('Payment').waitFor()
    expect(await screen.page.getByText('€16.00').count()).toBe(0)
    expect(await refundsOf(demoTenant, token)).toEqual([])
    await screen.page.unroute('**/orders/*/refunds')
  })

  test('is refused in a maintenance also if its screen was left and opened again before the reply', async () => {
    const token = await paidOrder(demoTenant, orderFields)
    await prepareRefund(token, '18', 'Left')
    const { promise, resolve } = Promise.withResolvers<void>()
    await screen.page.route('**/orders/*/refunds', async route => {
      if (route.request().method() !== 'POST') return route.fallback()
      await promise
      await route.fulfill(maintenance)
    })
    await screen.click('Refund €18.00')
    await screen.text('The refund of €18.00 is being sent')
    await screen.page.getByRole('link', { name: 'All orders' }).click()
    await screen.page.getByRole('table').waitFor()
    await screen.page.goBack()
    await screen.text('The refund of €18.00 is being sent')
    resolve()
    await screen.text('€18.00 was not refunded')
    await screen.text('Back at noon UTC.')
    await screen.page.unroute('**/orders/*/refunds')
  })

  test('is followed through a maintenance if it may have been made, also by a page that is loaded again', async () => {
    const token = await paidOrder(demoTenant, orderFields)
    await prepareRefund(token, '17', 'Maintenance')
    await replyFirst('lost', maintenance, maintenance)
    await screen.click('Refund €17.00')
    await screen.text('The refund of €17.00 waits for the API')
    await screen.page.reload()
    await screen.text('The refund of €17.00 waits for the API')
    await screen.page.reload()
    await done('17.00')
    await expectOneRefund(token, 17, 'Maintenance')
    await screen.page.unroute('**/orders/*/refunds')
  })

  test('is not sent again by a tab that is shown again after a day', async () => {
    const token = await paidOrder(demoTenant, orderFields)
    const page = await pages.openInNewContext()
    await page.clock.install()
    await signIn(page, pages, `/orders/${token}`)
    let requests = 0
    await page.route('**/orders/*/refunds', async route => {
      if (route.request().method() !== 'POST') return route.fallback()
      requests += 1
      await route.fulfill(problem(429, 'too_many_requests', 'Too many requests.', 60))
    })
    await page.getByRole('button', { name: 'Refund', exact: true }).click()
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByRole('button', { name: 'Refund €60.59' }).click()
    const notice = page.getByText('The refund of €60.59 waits for the API')
    await notice.waitFor()
    /** The session must not end, because that would also prevent the repetition. */
    await page.evaluate("sessionStorage.setItem('back-office-last-use', Date.now() + 86_400_000)")
    await page.clock.fastForward('24:00:00')
    await notice.waitFor({ state: 'detached' })
    expect(requests).toBe(1)
    expect(await moved(demoTenant, token, 'refund')).toEqual([])
  })

  test('of all that is left is refused if another person has refunded a part, and keeps its comment', async () => {
    const token = await paidOrder(demoTenant, orderFields)
    await screen.show(token, '?dialog=refund')
    await screen.page.getByLabel('Comment').fill('Everything')
    await screen.click('Continue')
    await screen.text('€60.59 goes back to')
    await refund(demoTenant, token, { amount: 10, comment: 'Theirs' })
    await screen.click('Refund €60.59')
    await screen.text('€60.59 was not refunded')
    await screen.section('Payment').getByText('Theirs').waitFor()
    expect(await moved(demoTenant, token, 'refund')).toEqual([1000])
    await screen.click('Change it')
    expect(await screen.page.getByLabel('Comment').inputValue()).toBe('Everything')
    await screen.page.getByText('All: €50.59').click()
    await screen.click('Continue')
    await screen.click('Refund €50.59')
    await done('50.59')
    expect(await moved(demoTenant, token, 'refund')).toEqual([1000, 5059])
    expect((await order(token)).refundsAmount).toBe(60.59)
  })
})

describe.skipIf(!hasBrowser)('a refund that has no answer when the person signs out', () => {
  const button = (page: Page | Locator, name: string) => page.getByRole('button', { name, exact: true })
  const inDialog = (page: Page, name: string) => button(page.getByRole('dialog'), name)

  /** Sends a refund that does not arrive, signs out, and signs in with the key of another person. */
  async function refundAndSignOut(token: string): Promise<Page> {
    const page = await pages.open()
    await signIn(page, pages, `/orders/${token}`)
    await button(page, 'Refund').click()
    await page.getByLabel('Comment').fill('Unanswered')
    await button(page, 'Continue').click()
    await page.route('**/orders/*/refunds', route => route.abort('internetdisconnected'))
    await button(page, 'Refund €60.59').click()
    await page.getByText('The refund of €60.59 has no answer yet').waitFor()
    await button(page, 'Store 1001').click()
    await page.getByRole('menuitem', { name: 'Sign out' }).click()
    await inDialog(page, 'Sign out').click()
    await page.getByLabel('Secret key').waitFor()
    await page.unroute('**/orders/*/refunds')
    await enterKey(page, (await issue(demoTenant)).secret)
    await page.getByText('It was sent in an earlier session of this tab').waitFor()
    return page
  }

  test('is sent again only if the next person confirms it', async () => {
    const token = await paidOrder(demoTenant, orderFields)
    const page = await refundAndSignOut(token)
    await page.getByRole('alert').getByText('Comment: Unanswered').waitFor()
    expect(await button(page, 'Refund').isDisabled()).toBe(true)
    await expectAccessible(page)
    await screenshot(page, 'order-refund-interrupted')
    /** A request that is sent by itself would arrive in this time. */
    await page.waitForTimeout(1000)
    expect(await refundsOf(demoTenant, token)).toEqual([])
    await button(page, 'Send it again').click()
    await page.getByText(/€60\.59 is refunded/).waitFor()
    await expectOneRefund(token, 60.59, 'Unanswered')
  })

  test('can be dropped by the next person', async () => {
    const token = await paidOrder(demoTenant, orderFields)
    const page = await refundAndSignOut(token)
    await button(page, 'Do not send it').click()
    await expect.poll(() => button(page, 'Refund').isEnabled()).toBe(true)
    await page.reload()
    await button(page, 'Refund').waitFor()
    expect(await page.getByText('€60.59 has no answer yet').count()).toBe(0)
    expect(await refundsOf(demoTenant, token)).toEqual([])
  })

  test('is sent again by itself if the person stays signed in', async () => {
    const token = await paidOrder(demoTenant, orderFields)
    const page = await pages.open()
    await signIn(page, pages, `/orders/${token}?dialog=refund`)
    await button(page, 'Continue').click()
    await page.route('**/orders/*/refunds', route => route.abort('internetdisconnected'))
    await button(page, 'Refund €60.59').click()
    await page.getByText('The refund of €60.59 has no answer yet').waitFor()
    await page.getByRole('link', { name: 'All orders' }).click()
    await button(page, 'Store 1001').click()
    await page.getByRole('menuitem', { name: 'Sign out' }).click()
    await page.getByRole('dialog').getByText('A refund or another change has no answer yet.').waitFor()
    await expectAccessible(page)
    await screenshot(page, 'sign-out-question')
    await inDialog(page, 'Stay signed in').click()
    await page.unroute('**/orders/*/refunds')
    await page.goBack()
    await page.getByText(/€60\.59 is refunded/).waitFor()
    expect(await moved(demoTenant, token, 'refund')).toEqual([6059])
  })
})

test.skipIf(!hasBrowser)('no refund asks another server or has an error', () => {
  expect(pages.faults).toEqual([])
})
