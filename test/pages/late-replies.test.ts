/**
 * Tests replies to changes that arrive after the person has closed the dialog of the change, or has left its screen. The
 * tests are skipped if Chromium is not installed.
 * @module-tag long
 */

import { describe, expect, test } from 'vitest'
import { demoTenant } from '../../infra/local/demo/objects.ts'
import { createV1 } from '../subscriptions/calls.ts'
import { hasBrowser } from '../support/chromium.ts'
import { orderOf, paidOrder } from '../support/payments.ts'
import { holdRequest, problem, usePages } from './browser.ts'
import { orderFields, useOrderScreen } from './order-screen.ts'

const pages = usePages()
const screen = useOrderScreen(pages)

const newOrder = (invoiceNumber: string) => paidOrder(demoTenant, { ...orderFields, invoiceNumber })
const link = (name: string | RegExp) => screen.page.getByRole('link', { name }).first()

const name = () => screen.page.getByRole('textbox', { name: /^Name/ }).first()

/** Begins a refund on the order that is shown, and types its comment. */
async function beginRefund(): Promise<void> {
  await screen.click('Refund')
  await screen.page.getByLabel('Comment').fill('A long explanation')
}

/** The dialog of the refund is still open, with the comment that was typed. */
async function reviewRefund(): Promise<void> {
  await screen.click('Continue')
  await screen.text('This will happen:')
  await screen.page.getByRole('dialog').getByText('A long explanation').waitFor()
}

/** Saves another status of the order. Its request is held back until the returned function is called. */
async function changeStatusSlowly(token: string): Promise<() => void> {
  await screen.show(token, '?dialog=status')
  await screen.page.getByRole('combobox', { name: 'Status', exact: true }).click()
  await screen.page.getByRole('option', { name: 'Delivered' }).click()
  const release = await holdRequest(screen.page, `**/orders/${token}`)
  await screen.inDialog('Save').click()
  await closeDialog()
  return release
}

async function closeDialog(): Promise<void> {
  await screen.page.keyboard.press('Escape')
  await screen.page.getByRole('dialog').waitFor({ state: 'detached' })
}

describe.skipIf(!hasBrowser)('a change that is made after its dialog was closed', () => {
  test('leaves the screen that is open by now', async () => {
    const token = await newOrder('LATE-1')
    const release = await changeStatusSlowly(token)
    await link(/^Home/).click()
    await screen.page.getByRole('button', { name: '30 days' }).waitFor()
    release()
    await screen.text('The status is changed.')
    await screen.click('30 days')
    await expect.poll(() => screen.page.url()).toContain('/admin/home?period=month')
    expect((await orderOf(demoTenant, token)).status).toBe('Delivered')
  })

  test('leaves the refund of another order open, with its comment', async () => {
    await newOrder('LATE-2')
    const release = await changeStatusSlowly(await newOrder('LATE-3'))
    await link('All orders').click()
    await link('LATE-2').click()
    await beginRefund()
    release()
    await screen.text('The status is changed.')
    await reviewRefund()
  })

  test('leaves the refund of the same order open, also if Undo takes the change back', async () => {
    const token = await newOrder('LATE-4')
    await screen.show(token)
    await screen.choose('Cancel order')
    const release = await holdRequest(screen.page, `**/orders/${token}`)
    await screen.inDialog('Cancel order').click()
    await closeDialog()
    await beginRefund()
    release()
    await screen.text('The order is cancelled.')
    await screen.click('Undo')
    await screen.text('The change is undone.')
    await reviewRefund()
  })

  test('opens no new object on another screen', async () => {
    await screen.page.goto(`${pages.url}/admin/discounts/new`)
    await name().fill('Slow one')
    await screen.page.getByRole('textbox', { name: /^Percentage off/ }).fill('5')
    await screen.click('Generate a code')
    const release = await holdRequest(screen.page, '**/discounts', 'POST')
    await screen.click('Create a discount')
    await link(/^Shipping/).click()
    await link('Create a shipping method').click()
    await name().fill('Typed')
    release()
    await screen.text('The discount is created.')
    await name().press('End')
    await screen.page.keyboard.type(' later')
    await expect.poll(() => name().inputValue()).toBe('Typed later')
    expect(screen.page.url()).toBe(`${pages.url}/admin/shipping/new`)
  })
})

describe.skipIf(!hasBrowser)('a change that is refused after its dialog was closed', () => {
  test('shows the refusal in a notice', async () => {
    const id = await createV1(demoTenant, { name: 'Tea box', currency: 'eur' })
    await screen.page.goto(`${pages.url}/admin/subscriptions/V1/${id}`)
    await screen.click('Cancel subscription')
    const sentence = 'The payment gateway has refused the request.'
    await screen.page.route(`**/subscriptions/${id}*`, route =>
      route.request().method() === 'GET' ? route.fallback() : route.fulfill(problem(402, 'gateway_refused', sentence)),
    )
    const release = await holdRequest(screen.page, `**/subscriptions/${id}*`, 'DELETE')
    await screen.inDialog('Cancel subscription').click()
    await closeDialog()
    release()
    await screen.text(sentence)
  })
})

test.skipIf(!hasBrowser)('no late reply has an error', () => {
  expect(pages.faults).toEqual([])
})
