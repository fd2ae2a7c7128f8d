/**
 * Tests that the keyboard focus stays near what a person has used, if that is disabled meanwhile. The tests are skipped
 * if Chromium is not installed.
 * @module-tag long
 */

import { describe, expect, test } from 'vitest'
import { demoTenant } from '../../infra/local/demo/objects.ts'
import { addProducts, sizes, update } from '../products/calls.ts'
import { hasBrowser } from '../support/chromium.ts'
import { paidOrder } from '../support/payments.ts'
import { call } from '../support/store.ts'
import { holdRequest, problem, usePages } from './browser.ts'
import { orderFields, useOrderScreen } from './order-screen.ts'

const pages = usePages()
const screen = useOrderScreen(pages)

/** Returns the name of the element that has the focus. */
const focused = () =>
  screen.page.evaluate<string>(
    '[e => e.getAttribute("aria-label") || e.textContent || e.value].map(name => name(document.activeElement))[0]',
  )
const isIn = (selector: string) => screen.page.evaluate(`document.activeElement.closest('${selector}') !== null`)

const press = async (name: string) => {
  const button = screen.page.getByRole('button', { name, exact: true })
  await button.focus()
  await button.press('Enter')
}

const open = async (path: string) => {
  await screen.page.goto(`${pages.url}/admin${path}`)
  await screen.page.getByRole('heading', { level: 1 }).waitFor()
}

describe.skipIf(!hasBrowser)('the focus', () => {
  test('stays in a dialog while it saves, and is on its button again after a refusal', async () => {
    const token = await paidOrder(demoTenant, orderFields)
    await screen.show(token, '?dialog=metadata')
    await screen.page.route(`**/orders/${token}`, route =>
      route.request().method() === 'PUT' ? route.fulfill(problem(409, 'conflict', 'Refused.')) : route.fallback(),
    )
    const release = await holdRequest(screen.page, `**/orders/${token}`)
    await screen.page.getByRole('dialog').getByRole('textbox').fill('{"a": 1}')
    await press('Save')
    await screen.page.keyboard.press('Tab')
    expect(await isIn('[role=dialog]')).toBe(true)
    await screen.inDialog('Save').and(screen.page.locator(':disabled')).waitFor()
    release()
    await screen.text('Refused.')
    await screen.page.keyboard.press('Shift+Tab')
    expect(await isIn('[role=dialog]')).toBe(true)
    await press('Save')
    await expect.poll(focused).toBe('Save')
    await expect.poll(() => screen.page.getByText('Refused.').count()).toBe(2)
    await expect.poll(focused).toBe('Save')
  })

  test('returns to the button that opened a dialog after it has saved', async () => {
    await screen.show(await paidOrder(demoTenant, orderFields))
    await press('Edit')
    await screen.page.getByRole('dialog').getByRole('textbox').fill('{"a": 2}')
    await press('Save')
    await screen.text('The metadata is saved.')
    await screen.page.getByRole('dialog').waitFor({ state: 'detached' })
    await expect.poll(focused).toBe('Edit')
  })

  test('is on the button of a form again after it has saved', async () => {
    const [{ Id }] = (await call('shipping.list', demoTenant)).body
    await open(`/shipping/${Id}`)
    await screen.page.getByLabel('Days, at most').fill('7')
    const release = await holdRequest(screen.page, '**/shipping*/**')
    await press('Save')
    await screen.page.locator('button:disabled', { hasText: 'Save' }).waitFor()
    release()
    await screen.text('The shipping method is saved.')
    await expect.poll(focused).toBe('Save')
  })

  test('moves to a field of the same form if its button stays disabled', async () => {
    const { token } = await shippedOrder()
    await screen.show(token)
    await screen.page.getByLabel('Tracking number').fill('TRACK-9')
    await press('Save tracking')
    await screen.text('The tracking is saved.')
    await expect.poll(() => screen.page.evaluate('document.activeElement.value')).toBe('TRACK-9')
  })

  test('stays on the inventory method that an arrow key has chosen', async () => {
    await addProducts(demoTenant, [{ id: 'VASE', name: 'Clay vase', price: 40 }])
    await update(demoTenant, 'VASE', { inventoryManagementMethod: 'Disabled' })
    await open('/products/VASE')
    await screen.page.getByRole('radio', { name: 'Not counted' }).focus()
    await screen.page.keyboard.press('ArrowRight')
    await screen.text('The stock is saved.')
    expect(await screen.page.getByRole('radio', { name: 'One number' }).isChecked()).toBe(true)
    await expect.poll(() => screen.page.evaluate('document.activeElement.value')).toBe('Single')
    await screen.page.getByRole('switch').focus()
    await screen.page.keyboard.press('Space')
    await expect.poll(() => screen.page.getByText('The stock is saved.').count()).toBe(2)
    expect(await screen.page.evaluate('document.activeElement.role')).toBe('switch')
  })

  test('is on the number of the page after the last page was opened', async () => {
    const options = Array.from({ length: 60 }, (_, n) => `Size ${n}`).join('|')
    await addProducts(demoTenant, [
      { id: 'RING', name: 'Silver ring', price: 40, customFields: [{ ...sizes, options }] },
    ])
    await update(demoTenant, 'RING', { inventoryManagementMethod: 'Variant' })
    await open('/products/RING')
    await press('Next variants')
    await screen.page.getByRole('textbox', { name: 'Stock of Size 59' }).waitFor()
    await expect.poll(focused).toBe('Page 2 of the variants')
    await press('Previous variants')
    await screen.page.getByRole('textbox', { name: 'Stock of Size 0' }).waitFor()
    await expect.poll(focused).toBe('Page 1 of the variants')
  })
})

async function shippedOrder() {
  const token = await paidOrder(demoTenant, orderFields)
  return (await call('orders.update', demoTenant, { params: { token }, body: { status: 'Shipped' } })).body
}

test.skipIf(!hasBrowser)('no screen has an error', () => {
  expect(pages.faults).toEqual([])
})
