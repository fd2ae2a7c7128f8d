/**
 * Tests dialogs whose name is in the URL, together with the history of the browser. The tests are skipped if Chromium
 * is not installed.
 * @module-tag long
 */

import { beforeAll, describe, expect, test } from 'vitest'
import { demoTenant } from '../../infra/local/demo/objects.ts'
import { createV1 } from '../subscriptions/calls.ts'
import { hasBrowser } from '../support/chromium.ts'
import { paidOrder } from '../support/payments.ts'
import { call } from '../support/store.ts'
import { updateAllTallies } from '../support/stream-worker.ts'
import { usePages } from './browser.ts'
import { orderFields, useOrderScreen } from './order-screen.ts'

const pages = usePages()
const screen = useOrderScreen(pages)
let token: string
let paths: { order: string; customer: string; subscription: string }

beforeAll(async () => {
  if (!hasBrowser) return
  token = await paidOrder(demoTenant, orderFields)
  const id = await createV1(demoTenant, { name: 'Tea box', currency: 'eur' })
  await updateAllTallies(demoTenant)
  const [customer] = (await call('customers.list', demoTenant)).body.items
  paths = { order: `/orders/${token}`, customer: `/customers/${customer.id}`, subscription: `/subscriptions/V1/${id}` }
})

const path = () => screen.page.url().slice(`${pages.url}/admin`.length)
const dialog = () => screen.page.getByRole('dialog')
const isClosed = () => dialog().waitFor({ state: 'detached' })
const heading = () => screen.page.getByRole('heading', { level: 1 }).waitFor()

async function open(at: string): Promise<void> {
  await screen.page.goto(`${pages.url}/admin${at}`)
  await heading()
}

/** Opens the list of discounts, and then an object, so that Back on its screen shows the discounts. */
async function openAfterDiscounts(at: string): Promise<void> {
  await open('/discounts')
  await open(at)
}

/** Mantine returns the focus 10 ms after a dialog begins to close. On a busy machine, this is later. */
const delayFocusReturn = `{
  const { setTimeout } = window
  window.setTimeout = (run, milliseconds, ...args) => setTimeout(run, milliseconds === 10 ? 120 : milliseconds, ...args)
}`

test.skipIf(!hasBrowser)('a dialog that saves returns the focus to its opener also on a busy machine', async () => {
  await open(paths.order)
  await screen.page.evaluate(delayFocusReturn)
  const edit = screen.page.getByRole('button', { name: 'Edit', exact: true })
  await edit.focus()
  await edit.press('Enter')
  await dialog().getByRole('textbox').fill('{"a": 3}')
  await dialog().getByRole('button', { name: 'Save', exact: true }).press('Enter')
  await isClosed()
  await edit.and(screen.page.locator(':focus')).waitFor()
})

describe.skipIf(!hasBrowser)('a dialog that was opened and closed', () => {
  test.each([
    ['order', 'Edit'],
    ['customer', 'Edit'],
    ['subscription', 'Change'],
  ] as const)('adds nothing to the history: Back leaves the screen of the %s', async (name, button) => {
    await openAfterDiscounts(paths[name])
    for (const _ of [1, 2]) {
      await screen.click(button)
      await dialog().waitFor()
      expect(path()).toContain(`${paths[name]}?dialog=`)
      await screen.page.keyboard.press('Escape')
      await isClosed()
      await expect.poll(path).toBe(paths[name])
    }
    await screen.page.goBack()
    await expect.poll(path).toBe('/discounts')
  })

  test('leaves only itself if Escape is pressed several times', async () => {
    await openAfterDiscounts(paths.order)
    await screen.click('Edit')
    await dialog().waitFor()
    await screen.page.evaluate(`for (const _ of [1, 2, 3])
      document.activeElement.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }))`)
    await isClosed()
    await expect.poll(path).toBe(paths.order)
    await screen.click('Edit')
    await dialog().waitFor()
    await screen.page.keyboard.press('Escape')
    await isClosed()
    await expect.poll(path).toBe(paths.order)
  })

  test('is open again after Forward, and is closed by Back', async () => {
    await openAfterDiscounts(paths.order)
    await screen.click('Edit')
    await dialog().waitFor()
    await screen.page.goBack()
    await isClosed()
    await screen.page.goForward()
    await dialog().waitFor()
    await screen.page.reload()
    await dialog().waitFor()
    await screen.page.keyboard.press('Escape')
    await isClosed()
    await screen.page.goBack()
    await expect.poll(path).toBe('/discounts')
  })

  test('stays on its screen if a link has opened both', async () => {
    await openAfterDiscounts(`${paths.order}?dialog=metadata`)
    await dialog().waitFor()
    await screen.page.keyboard.press('Escape')
    await isClosed()
    await expect.poll(path).toBe(paths.order)
    await screen.page.goBack()
    await expect.poll(path).toBe('/discounts')
  })

  test('leaves the screen where it was scrolled to', async () => {
    await screen.page.setViewportSize({ width: 1280, height: 500 })
    await openAfterDiscounts(paths.order)
    await screen.page.getByRole('button', { name: 'Edit' }).scrollIntoViewIfNeeded()
    const scrollY = await screen.page.evaluate<number>('scrollY')
    expect(scrollY).toBeGreaterThan(100)
    await screen.click('Edit')
    await dialog().getByRole('textbox').fill('{"a": 1}')
    await screen.inDialog('Save').click()
    await screen.text('The metadata is saved.')
    await isClosed()
    await expect.poll(path).toBe(paths.order)
    expect(await screen.page.evaluate('scrollY')).toBe(scrollY)
  })
})

test.skipIf(!hasBrowser)('no dialog has an error', () => {
  expect(pages.faults).toEqual([])
})
