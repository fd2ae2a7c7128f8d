/**
 * Tests the subscriptions of both engines in a real browser. The tests are skipped if Chromium is not installed.
 * @module-tag long
 */

import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { demoTenant } from '../../infra/local/demo/objects.ts'
import { readSandboxLedger } from '../../lib/payments/sandbox.ts'
import { createV1, createV3, dashboardGet, dashboardList, get, invoices, renew, v3 } from '../subscriptions/calls.ts'
import { actionsOf } from '../subscriptions/changes.ts'
import { completeOrder } from '../support/checkout.ts'
import { hasBrowser } from '../support/chromium.ts'
import { recoverAll } from '../support/payments.ts'
import { call } from '../support/store.ts'
import { updateAllTallies } from '../support/stream-worker.ts'
import {
  expectAccessible,
  fetchReply,
  loseFirstReply,
  maintenance,
  screenshot,
  signIn,
  sizes,
  usePages,
} from './browser.ts'

const pages = usePages()
let page: Page
beforeAll(async () => {
  if (!hasBrowser) return
  page = await pages.open()
  await signIn(page, pages, '/subscriptions')
})

const email = 'frida.holm@example.com'
const user = { id: randomUUID(), email, billingAddress: { firstName: 'Frida', name: 'Holm' } }
const newV1 = (fields = {}) => createV1(demoTenant, { name: 'Tea box', currency: 'eur', user, ...fields })

async function open(path: string) {
  await page.goto(`${pages.url}/admin${path}`)
  await page.getByRole('heading', { level: 1, includeHidden: true }).waitFor()
}
const openV1 = (id: string) => open(`/subscriptions/V1/${id}`)
const button = (name: string | RegExp) => page.getByRole('button', { name })
const click = (name: string | RegExp) => button(name).click()
const rows = () => page.locator('tbody tr')
const v1 = async (id: string) => (await get(demoTenant, id)).body

async function choose(label: string, option: string) {
  await page.getByRole('combobox', { name: label }).click()
  await page.getByRole('option', { name: option }).click()
}

const detail = 'The payment gateway did not answer in time. The change is under way: repeat the request to wait for it.'
const json = { code: 'gateway_timeout', detail, status: 504 }

/** The API gets the first request of a change. The page gets a timeout as the reply to it, and to its repetitions. */
async function replyWithTimeouts(id: string, change: () => Promise<void>): Promise<void> {
  let isSent = false
  await page.route(`**/subscriptions/${id}`, async route => {
    if (route.request().method() !== 'PUT') return route.fallback()
    if (!isSent) {
      isSent = true
      await fetchReply(route)
    }
    await route.fulfill({ status: 504, json })
  })
  await change()
  await page.getByText('No answer yet').waitFor()
  await page.unroute(`**/subscriptions/${id}`)
}

describe.skipIf(!hasBrowser)('the list of subscriptions', () => {
  test('has those with a declined payment as its first view, with their number', async () => {
    const id = await createV3(demoTenant)
    await renew(demoTenant, id, 'failed')
    await updateAllTallies(demoTenant)
    const { totalDeclinedCount } = (await dashboardList(demoTenant)).body
    await open('/subscriptions')
    await click(`Declined payment (${totalDeclinedCount})`)
    await expect.poll(() => page.url()).toBe(`${pages.url}/admin/subscriptions?status=all&payment=Declined`)
    await expect.poll(() => rows().count()).toBe(totalDeclinedCount)
    await page.getByRole('link', { name: 'Tea of the week' }).click()
    await page.getByText('The last payment was declined').waitFor()
    await page.getByRole('table', { name: 'Invoices' }).getByText('Declined').waitFor()
  })

  test('finds by customer and by plan, with a URL that opens the same', async () => {
    await newV1()
    await updateAllTallies(demoTenant)
    await open('/subscriptions')
    await page.getByRole('textbox', { name: /customer/ }).fill('frida')
    await page.keyboard.press('Enter')
    await expect.poll(() => rows().count()).toBe(1)
    await click('Filter')
    await page.getByLabel('Plan (name or id)').fill('Coffee')
    await click('Apply')
    await page.getByText('Nothing found').waitFor()
    await open('/subscriptions?plan=tea+box&search=frida')
    await expect.poll(() => rows().count()).toBe(1)
  })
})

describe.skipIf(!hasBrowser)('a subscription', () => {
  test('is paused, and runs again after Undo', async () => {
    const id = await newV1()
    await openV1(id)
    await button('Pause').focus()
    await page.keyboard.press('Enter')
    await page.getByText('The subscription is paused. Its payments are discounted by 100 percent.').waitFor()
    expect((await v1(id)).status).toBe('Paused')
    await page.getByText('No payments while the subscription is paused.').waitFor()
    await click('Undo')
    await page.getByText('The change is undone.').waitFor()
    expect((await v1(id)).status).toBe('Active')
    await button('Pause').waitFor()
  })

  test('is shown as under way while its gateway has not answered, and is followed until it is paused', async () => {
    const id = await newV1({ gatewayId: 'sub_timeout' })
    await openV1(id)
    await click('Pause')
    await page.getByText('The change is under way').waitFor()
    await expectAccessible(page)
    await screenshot(page, 'subscription-under-way')
    await page.getByText('The subscription is paused. Its payments').waitFor()
    await page.getByText('The change is under way').waitFor({ state: 'detached' })
    expect((await v1(id)).status).toBe('Paused')
    expect(await actionsOf(demoTenant, id)).toEqual(['pause'])
  })

  test('is not paused in a maintenance, whose message is shown', async () => {
    const id = await newV1()
    await openV1(id)
    await page.route(`**/subscriptions/${id}/pause`, route => route.fulfill(maintenance))
    await click('Pause')
    await page.getByRole('alert').getByText('Back at noon UTC.').waitFor({ timeout: 10_000 })
    await button('Pause').waitFor()
    await page.unroute(`**/subscriptions/${id}/pause`)
    expect((await v1(id)).status).toBe('Active')
  })

  test('is shown as paused if the pause under way was completed without the page', async () => {
    const id = await newV1({ gatewayId: 'sub_timeout' })
    await openV1(id)
    await click('Pause')
    await page.getByText('The change is under way').waitFor()
    await recoverAll(demoTenant)
    expect((await v1(id)).status).toBe('Paused')
    await page.getByText('The subscription is paused. Its payments').waitFor()
    await button('Resume').waitFor()
    expect(await actionsOf(demoTenant, id)).toEqual(['pause'])
    await click('Undo')
    await page.getByText('The change is undone.').waitFor()
    expect((await v1(id)).status).toBe('Active')
  })

  test.each(['V1', 'V3'] as const)('of the engine %s is linked from its orders', async engine => {
    const id = engine === 'V1' ? await newV1() : await createV3(demoTenant)
    const token = await completeOrder(demoTenant, { invoiceNumber: `OF-${engine}`, subscriptionId: id })
    await open(`/orders/${token}`)
    const name = engine === 'V1' ? 'Tea box' : 'Tea of the week'
    await page.getByRole('region', { name: 'Subscription' }).getByRole('link', { name }).click()
    await page.getByRole('heading', { name: `Subscription: ${name}` }).waitFor()
    expect(page.url()).toBe(`${pages.url}/admin/subscriptions/${engine}/${id}`)
  })

  test('that is not known is shown by its id on its orders', async () => {
    const token = await completeOrder(demoTenant, { subscriptionId: 'sub-unknown' })
    await open(`/orders/${token}`)
    const section = page.getByRole('region', { name: 'Subscription' })
    await section.getByText('sub-unknown').waitFor()
    expect(await section.getByRole('link').count()).toBe(0)
  })

  test('gets another price, quantity and metadata, and charges nothing now', async () => {
    const id = await newV1()
    await openV1(id)
    await click('Change')
    await page.getByLabel('Price of one (EUR)').fill('30')
    await page.getByLabel('Quantity').fill('2')
    await page.getByLabel('Metadata (JSON)').fill('{"note":"VIP"}')
    await click('Continue')
    await page.getByText('Nothing is charged now.').waitFor()
    await page.getByText(/Next payment: €60\.00 on/).waitFor()
    await click('Save')
    await page.getByText('The subscription is changed.').waitFor()
    expect(await v1(id)).toMatchObject({ amount: 30, quantity: 2, metadata: { note: 'VIP' } })
    expect(await readSandboxLedger(demoTenant, id)).toEqual([])
    await expect.poll(() => page.evaluate('document.activeElement?.textContent')).toBe('Change')
  })

  test('gets another interval, and says beforehand what is charged now', async () => {
    const id = await newV1()
    await openV1(id)
    await click('Change')
    await choose('Interval', 'years')
    await click('Continue')
    await page.getByText('€24.00 is charged now.').waitFor()
    expect(await readSandboxLedger(demoTenant, id)).toEqual([])
    await expectAccessible(page)
    await screenshot(page, 'subscription-review')
    await click('Charge €24.00 and save')
    await page.getByText('Charged for a change').waitFor()
    expect(await readSandboxLedger(demoTenant, id)).toMatchObject([{ kind: 'charge', amount: 2400 }])
    expect((await invoices(demoTenant, id)).body).toMatchObject([{ amount: 24, paid: true }])
    expect((await v1(id)).schedule.interval).toBe('Year')
  })

  test('shows plainly what the gateway refused, and stays as it is', async () => {
    const id = await newV1({ gatewayId: 'sub_declined' })
    await openV1(id)
    await click('Change')
    await choose('Interval', 'weeks')
    await click('Continue')
    await click('Charge €24.00 and save')
    await page.getByText('The payment gateway refused: The card issuer declined the request.').waitFor()
    await screenshot(page, 'subscription-refused')
    expect((await v1(id)).schedule.interval).toBe('Month')
  })

  test('is shown as changed if only the reply was lost', async () => {
    const id = await newV1()
    await openV1(id)
    await click('Change')
    await page.getByLabel('Price of one (EUR)').fill('33')
    await page.getByLabel('Metadata (JSON)').fill('{"note":"VIP"}')
    await click('Continue')
    await loseFirstReply(page, `**/subscriptions/${id}`)
    await click('Save')
    await page.getByText('The subscription is changed.').waitFor()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await page.getByRole('definition').getByText('€33.00', { exact: true }).first().waitFor()
    expect(await v1(id)).toMatchObject({ amount: 33, metadata: { note: 'VIP' } })
    await page.unroute(`**/subscriptions/${id}`)
  })

  test('is shown as changed if the change under way was completed without the page', async () => {
    const id = await newV1({ gatewayId: 'sub_timeout' })
    await openV1(id)
    await click('Change')
    await page.getByLabel('Price of one (EUR)').fill('32')
    await choose('Interval', 'years')
    await click('Continue')
    await replyWithTimeouts(id, () => click('Charge €32.00 and save'))
    await recoverAll(demoTenant)
    expect(await v1(id)).toMatchObject({ amount: 32, schedule: { interval: 'Year' } })
    await click('Check again')
    await page.getByText('The subscription is changed.').waitFor()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await page.getByText('Every year').waitFor()
    expect(await readSandboxLedger(demoTenant, id)).toMatchObject([{ kind: 'charge', amount: 3200 }])
  })

  test('shows that a change is under way, and asks again', async () => {
    const id = await newV1()
    await openV1(id)
    await click('Change')
    await page.getByLabel('Price of one (EUR)').fill('31')
    await click('Continue')
    await page.route(`**/subscriptions/${id}`, route => route.fulfill({ status: 504, json }))
    await click('Save')
    await page.getByText('No answer yet').waitFor()
    await page.getByText(detail).waitFor()
    await page.unroute(`**/subscriptions/${id}`)
    await click('Check again')
    await page.getByText('The subscription is changed.').waitFor()
    expect((await v1(id)).amount).toBe(31)
  })

  test('has the faults of a change beside their fields', async () => {
    await openV1(await newV1())
    await click('Change')
    await click('Continue')
    await page.getByText('You have changed nothing yet.').waitFor()
    await page.getByLabel('Quantity').fill('0')
    await page.getByLabel('Metadata (JSON)').fill('[1]')
    await click('Continue')
    await page.getByText('Enter a whole number from 1 to 1,000,000.').waitFor()
    await page.getByText('This is not a JSON object.').waitFor()
    await page.getByLabel('Quantity').fill('1000000')
    await page.getByLabel('Metadata (JSON)').fill('')
    await page.getByLabel('Price of one (EUR)').fill('5000')
    await click('Continue')
    await click('Save')
    const fault = page.locator('.mantine-InputWrapper-error')
    expect(await fault.textContent()).toMatch(/times the quantity must be at most/)
  })

  test('is not changed while the day of its next payment does not exist', async () => {
    await openV1(await newV1())
    await click('Change')
    await page.getByLabel('Price of one (EUR)').fill('77')
    const day = page.getByRole('textbox', { name: 'Next payment on' })
    await day.fill('02/30/2099')
    await day.press('Enter')
    await page.getByText('This is not a day').waitFor()
    await click('Continue')
    expect(await day.inputValue()).toBe('02/30/2099')
    await day.fill('')
    await click('Continue')
    await button('Save').waitFor()
  })

  test('keeps what is typed if Escape closes the calendar', async () => {
    await openV1(await newV1())
    await click('Change')
    await page.getByLabel('Price of one (EUR)').fill('77')
    const day = page.getByRole('textbox', { name: 'Next payment on' })
    await day.fill('April 3, 2099')
    await page.getByText('April 2099').waitFor()
    await day.press('Escape')
    await page.getByText('April 2099').waitFor({ state: 'hidden' })
    expect(await page.getByLabel('Price of one (EUR)').inputValue()).toBe('77')
    await day.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'hidden' })
  })

  test('is not overwritten if another person has changed it', async () => {
    const id = await newV1()
    await openV1(id)
    await click('Change')
    await page.getByLabel('Price of one (EUR)').fill('19')
    await click('Continue')
    const nextBillingDate = '2099-02-01T12:00:00.000Z'
    const body = { amount: 12, schedule: { interval: 'Year' }, nextBillingDate }
    await call('subscriptions.update', demoTenant, { params: { id }, body })
    await click('Save')
    await page.getByText('Price: €24.00 → €12.00').waitFor()
    await page.getByText('Interval: Every month → Every year').waitFor()
    await page.getByText(/^Next payment: .* → Feb 1, 2099, /).waitFor()
    await click('Load the new version')
    await expect.poll(() => page.getByLabel('Price of one (EUR)').inputValue()).toBe('12')
    expect((await v1(id)).amount).toBe(12)
  })

  test('is canceled in two steps, of which the second says what happens', async () => {
    const id = await newV1()
    await openV1(id)
    await click('Cancel subscription')
    await page.getByText('“Tea box” of Frida Holm ends now.').waitFor()
    await page.keyboard.press('Escape')
    expect((await v1(id)).status).toBe('Active')
    await click('Cancel subscription')
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel subscription' }).click()
    await page.getByText('The subscription is canceled.').waitFor()
    expect((await v1(id)).status).toBe('Canceled')
    await expect.poll(() => page.evaluate('document.activeElement?.tagName')).toBe('H1')
  })

  test('of version 3 ends at its next payment date', async () => {
    const id = await createV3(demoTenant)
    await renew(demoTenant, id, 'succeeded')
    await open(`/subscriptions/V3/${id}?dialog=cancel`)
    await page.getByText(/ends on Aug 10, 2099/).waitFor()
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel subscription' }).click()
    await page.getByText('Ends at the next payment date', { exact: true }).waitFor()
    expect((await dashboardGet(demoTenant, id, v3)).body.state).toBe('CancellationRequested')
  })
})

describe.skipIf(!hasBrowser)('the screens of subscriptions', () => {
  test.each(sizes)('are accessible in %s at %i pixels, and do not scroll sideways', async (colorScheme, width) => {
    const id = await newV1()
    await page.emulateMedia({ colorScheme })
    await page.setViewportSize({ width, height: 844 })
    const paths = { list: '', one: `/V1/${id}`, change: `/V1/${id}?dialog=change`, cancel: `/V1/${id}?dialog=cancel` }
    for (const [name, path] of Object.entries(paths)) {
      await open(`/subscriptions${path}`)
      await page
        .locator(path.includes('dialog') ? '[role=dialog]' : 'tbody tr, h1 ~ *')
        .first()
        .waitFor()
      await expectAccessible(page)
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width)
      await screenshot(page, `subscriptions-${name}-${colorScheme}-${width}`)
    }
  })

  test('are in the language that was chosen', async () => {
    await page.evaluate("localStorage.setItem('language', 'de')")
    await openV1(await newV1())
    await page.getByRole('heading', { name: 'Abo: Tea box' }).waitFor()
    await button('Abo kündigen').waitFor()
    await page.getByText('Jeden Monat').waitFor()
  })

  test('ask no other server, keep to their content security policy, and have no errors', () => {
    expect(pages.faults).toEqual([])
  })
})
