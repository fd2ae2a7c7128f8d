/**
 * Tests that the keyboard focus stays near what a person has used, if that is disabled meanwhile. The tests are skipped
 * if Chromium is not installed.
 * @module-tag long
 */

import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { demoTenant } from '../../infra/local/demo/objects.ts'
import { register } from '../customers/calls.ts'
import { addProducts, sizes, update } from '../products/calls.ts'
import { createV1 } from '../subscriptions/calls.ts'
import { hasBrowser } from '../support/chromium.ts'
import { authorizedOrder, paidOrder } from '../support/payments.ts'
import { call } from '../support/store.ts'
import { holdRequest, problem, screenshot, signIn, usePages } from './browser.ts'
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

test.skipIf(!hasBrowser)('the focus skips the menu of a narrow window while it is closed', async () => {
  const page = await pages.open({ viewport: { width: 640, height: 800 } })
  await signIn(page, pages, '/settings')
  const region = () => page.evaluate('document.activeElement.closest("header, nav, main").tagName')
  const menu = page.getByRole('button', { name: 'Menu' })
  await menu.focus()
  expect(await menu.getAttribute('aria-expanded')).toBe('false')
  await page.keyboard.press('Tab')
  expect(await region()).toBe('HEADER')
  await page.keyboard.press('Tab')
  expect(await region()).toBe('MAIN')
  await menu.press('Enter')
  expect(await menu.getAttribute('aria-expanded')).toBe('true')
  await page
    .locator(`#${await menu.getAttribute('aria-controls')}`)
    .getByRole('link', { name: 'Home' })
    .waitFor()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  expect(await region()).toBe('NAV')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Home', level: 1 }).waitFor()
  await page.getByRole('navigation').waitFor({ state: 'hidden' })
})

describe.skipIf(!hasBrowser)('the focus in a list with selected orders', () => {
  /** Returns the space in pixels between what has the focus and the header above it, and the bar below it. */
  const spaces = (page: Page) =>
    page.evaluate<number[]>(`(() => {
      const box = element => element.getBoundingClientRect()
      const focused = box(document.activeElement.closest('tr') ?? document.activeElement)
      const [header, bar] = ['header', 'section[aria-label="Selected orders"]'].map(name => box(document.querySelector(name)))
      return [focused.top - header.bottom, bar.top - focused.bottom]
    })()`)

  beforeAll(async () => {
    if (!hasBrowser) return
    for (let n = 0; n < 12; n += 1) await paidOrder(demoTenant, {})
  })

  const openList = async (height: number) => {
    const page = await pages.open({ viewport: { width: 1280, height } })
    await signIn(page, pages, '/orders')
    await page.locator('tbody input').first().check()
    await page.getByRole('region', { name: 'Selected orders' }).waitFor()
    return page
  }

  test.each(['ArrowDown', 'Tab'])('is neither below the header nor below the bar with %s', async key => {
    const page = await openList(520)
    await page.locator('tbody a').first().focus()
    for (const [pressed, count] of [
      [key, 16],
      [key === 'Tab' ? 'Shift+Tab' : 'ArrowUp', 12],
    ] as const)
      for (let n = 0; n < count; n += 1) {
        await page.keyboard.press(pressed)
        for (const space of await spaces(page)) expect(space).toBeGreaterThanOrEqual(0)
      }
    const scrollY = await page.evaluate('scrollY')
    await page.keyboard.press('a')
    await page.keyboard.press('Tab')
    expect(await page.evaluate('scrollY')).toBe(scrollY)
  })

  test('has the whole of a low window, as neither the header nor the bar stays in it', async () => {
    const page = await openList(320)
    await page.locator('tbody a').nth(9).focus()
    await page.keyboard.press('ArrowDown')
    const [above = 0, below = 0] = await spaces(page)
    expect(above).toBeGreaterThan(320)
    expect(below).toBeGreaterThanOrEqual(0)
    await screenshot(page, 'orders-low-window')
  })
})

/** Returns the label of the field that has the focus, or the text of another element that has it. */
const focusedField = () =>
  screen.page.evaluate<string>(
    '[e => e.labels?.[0]?.textContent || e.ariaLabel || e.textContent].map(name => name(document.activeElement))[0]',
  )

const openDialog = async (path: string) => {
  await screen.page.goto(`${pages.url}/admin${path}`)
  await screen.page.getByRole('dialog').waitFor()
}

describe.skipIf(!hasBrowser)('the focus moves to the first field with a fault', () => {
  test('of a customer, which is scrolled into view, also if the API has found the fault', async () => {
    const [email, other] = ['first@example.com', 'second@example.com']
    const id = await register(demoTenant, { email })
    await register(demoTenant, { email: other })
    await screen.page.setViewportSize({ width: 1280, height: 600 })
    await openDialog(`/customers/${id}?dialog=edit`)
    const field = screen.page.getByRole('dialog').getByLabel('E-mail')
    for (const [typed, fault] of [
      ['first.example.com', 'Enter an e-mail address.'],
      [other, 'is the e-mail address of another customer'],
    ] as const) {
      await field.fill(typed)
      await press('Save')
      await screen.text(fault)
      await expect.poll(focusedField).toBe('E-mail')
      expect((await field.boundingBox())?.y).toBeGreaterThan(0)
    }
    await screen.page.setViewportSize({ width: 1280, height: 900 })
  })

  test('of an order, its metadata, its status, and its tracking', async () => {
    await screen.show(await authorizedOrder(demoTenant, orderFields), '?dialog=metadata')
    await screen.page.getByLabel('Metadata as JSON').fill('[1]')
    await press('Save')
    await expect.poll(focusedField).toBe('Metadata as JSON')
    await screen.page.keyboard.press('Escape')
    await screen.choose('Change status')
    for (const [label, option] of [
      ['Status', 'To ship'],
      ['Payment status', 'Paid'],
    ] as const) {
      await screen.page.getByRole('combobox', { name: label, exact: true }).click()
      await screen.page.getByRole('option', { name: option, exact: true }).click()
    }
    await press('Save')
    await expect.poll(focusedField).toBe('Payment status')
    await screen.show((await shippedOrder()).token)
    await screen.page.getByLabel('Tracking URL').fill('carrier.example')
    await press('Save tracking')
    await expect.poll(focusedField).toBe('Tracking URL')
  })

  test('of a refund, or to the sentence if no field has the fault', async () => {
    await screen.show(await paidOrder(demoTenant, orderFields), '?dialog=refund')
    await screen.page.getByText('An amount').click()
    await press('Continue')
    await expect.poll(focusedField).toBe('Amount in EUR')
    await screen.page.getByText('By line').click()
    await press('Continue')
    await expect.poll(focusedField).toBe('Choose at least one item.')
    const quantity = screen.page.getByLabel('Quantity to refund of Speckled mug')
    await quantity.fill('1.5')
    await press('Continue')
    await expect.poll(focusedField).toBe('Quantity to refund of Speckled mug')
  })

  test('of a subscription, also after the API has refused the change in the second step', async () => {
    const id = await createV1(demoTenant, { name: 'Tea box', currency: 'eur' })
    await openDialog(`/subscriptions/V1/${id}?dialog=change`)
    await screen.page.getByLabel('Quantity').fill('0')
    await press('Continue')
    await expect.poll(focusedField).toBe('Quantity')
    await screen.page.getByLabel('Quantity').fill('1000000')
    await screen.page.getByLabel('Price of one (EUR)').fill('5000')
    await press('Continue')
    await press('Save')
    await screen.text(/times the quantity must be at most/)
    await expect.poll(focusedField).toBe('Price of one (EUR)')
  })

  test('of the lines of a CSV', async () => {
    await open('/orders/ship')
    await press('Check')
    await screen.text('There are no lines to check.')
    await expect.poll(focusedField).toBe('Lines')
  })
})

async function shippedOrder() {
  const token = await paidOrder(demoTenant, orderFields)
  return (await call('orders.update', demoTenant, { params: { token }, body: { status: 'Shipped' } })).body
}

test.skipIf(!hasBrowser)('no screen has an error', () => {
  expect(pages.faults).toEqual([])
})
