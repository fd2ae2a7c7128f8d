/**
 * Tests a store that is mirrored until its switch: a webhook and imports report the same order in any sequence. The
 * webhook is newer than the modification date that the order has at the source.
 * @module-tag long
 */

import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { eraseCustomer } from '../../lib/account-data/index.ts'
import type { Tenant } from '../../lib/core/tenant.ts'
import { importObject } from '../../lib/import/index.ts'
import { withoutWaiting } from '../account-data/shop.ts'
import { renewalOrder, v3Subscription } from '../subscriptions/calls.ts'
import { item, order, sendEvent } from '../support/checkout.ts'
import { call, newTenant } from '../support/store.ts'
import { updateTallies } from '../support/stream-worker.ts'

let tenant: Tenant
beforeEach(async () => {
  tenant = await newTenant()
})

type Step = () => Promise<unknown>

const token = randomUUID()
const placedAt = '2026-03-02T10:00:00.000Z'
const webhookAt = '2026-03-02T10:00:01.807Z'
const changedAt = '2026-03-02T12:00:00.000Z'

const sold = (fields = {}) =>
  order({ token, creationDate: placedAt, completionDate: placedAt, modificationDate: placedAt, ...fields })

const webhook =
  (content: Record<string, unknown>): Step =>
  () =>
    sendEvent(tenant, 'order.completed', content, { createdOn: webhookAt })

const imported =
  (content: unknown, digitalGoods: unknown = []): Step =>
  () =>
    importObject('orders', tenant, { order: content, refunds: [], digitalGoods })

/** Takes the steps, and the webhook before, between and after them, each time in a new store. */
async function withWebhookAtAnyTime(report: Step, steps: readonly Step[], check: Step) {
  for (let position = 0; position <= steps.length; position++) {
    tenant = await newTenant()
    for (const step of steps.toSpliced(position, 0, report)) await step()
    await check()
  }
}

describe('the files of an order', () => {
  const soldFile = (file = {}, fields = {}) =>
    sold({ items: [item({ id: 'EBOOK', name: 'E-book', fileGuid: 'f1', ...file })], ...fields })
  const limits = { maxNbrDownload: 3, daysUntilExpire: 30_000 }
  const good = { fileGuid: 'f1', name: 'book.pdf', downloadedNbrTime: 3, ...limits }
  const unlimited = { ...good, maxNbrDownload: null, daysUntilExpire: null }
  const files = async () => (await call('orders.digital', tenant, { params: { token } })).body
  const expectFile =
    (shown: object): Step =>
    async () =>
      expect(await files()).toMatchObject([shown])

  test('have the names and the limits of the import, which the webhook lacks', async () => {
    const check = expectFile({ ...good, isValid: false })
    await withWebhookAtAnyTime(webhook(soldFile()), [imported(soldFile(), [good])], check)
    expect(await imported(soldFile(), [good])()).toMatchObject({ result: 'unchanged' })
    await check()
  })

  test('have the limits and the name of a newer webhook', async () => {
    const file = { fileName: 'second.pdf', maxNbrDownload: 5 }
    const check = expectFile({ ...good, name: 'second.pdf', maxNbrDownload: 5, isValid: true })
    await withWebhookAtAnyTime(webhook(soldFile(file)), [imported(soldFile(), [good])], check)
  })

  test('have the limits of an import that is newer than the webhook', async () => {
    const newer = imported(soldFile({}, { modificationDate: changedAt }), [unlimited])
    const check = expectFile({ ...unlimited, isValid: true })
    const steps = [imported(soldFile(), [good]), newer]
    await withWebhookAtAnyTime(webhook(soldFile({ maxNbrDownload: 1 })), steps, check)
    await withWebhookAtAnyTime(webhook(soldFile({ maxNbrDownload: 1 })), steps.toReversed(), check)
  })

  test.each([
    ['raised', { ...good, maxNbrDownload: 9, daysUntilExpire: 60_000 }],
    ['removed', unlimited],
  ])('have limits that were %s at the source, where this changes no date', async (_, changed) => {
    const steps = [imported(soldFile(), [good]), imported(soldFile(), [changed])]
    await withWebhookAtAnyTime(webhook(soldFile()), steps, expectFile({ ...changed, isValid: true }))
  })

  test('keep their limits if the source did not return them again', async () => {
    const steps = [imported(soldFile(), [good]), imported(soldFile({}, { modificationDate: changedAt }), null)]
    await withWebhookAtAnyTime(webhook(soldFile()), steps, expectFile({ ...good, isValid: false }))
  })

  test('of an erased order have limits, and the order stays erased', async () => {
    const personal = { email: 'jo@example.com', notes: 'Ring twice', trackingNumber: '00340', metadata: { erp: 1 } }
    const content = soldFile({ metadata: { engraving: 'Jo' } }, personal)
    await webhook(content)()
    const options = { email: 'jo@example.com', replies: { endpoints: [], replacement: '{}' } }
    await withoutWaiting(onProgress => eraseCustomer(tenant, { ...options, onProgress }))
    await imported(content, [good])()
    await expectFile({ ...good, isValid: false })()
    const { body } = await call('orders.get', tenant, { params: { token } })
    const erased = { email: '', notes: null, trackingNumber: '', metadata: null, billingAddressCity: '' }
    expect(body).toMatchObject({ ...erased, items: [{ metadata: null }] })
  })
})

describe('an order that is a payment of a subscription of V3', () => {
  const id = randomUUID()
  const subscription = { ...v3Subscription({ id }), card: { last4: '4242', brand: 'Visa' } }
  const payment: Step = () =>
    sendEvent(
      tenant,
      'v3/subscription.invoice.payment.succeeded',
      { order: renewalOrder({ token }), subscription },
      { createdOn: webhookAt },
    )
  const expectShown =
    (shown: object): Step =>
    async () => {
      expect((await call('orders.get', tenant, { params: { token } })).body).toMatchObject(shown)
      expect((await call('orders.list', tenant, { query: { isRecurringOrder: 'true' } })).body.totalItems).toBe(1)
    }

  test('keeps its subscription and its card if an import lacks them', async () => {
    const content = sold({ isRecurringOrder: false, subscriptionId: null, parentToken: null })
    const shown = { isRecurringOrder: true, subscriptionId: id, cardType: 'Visa', creditCardLast4Digits: '4242' }
    const steps = [imported(content), imported(content), imported({ ...content, modificationDate: changedAt })]
    await withWebhookAtAnyTime(payment, steps, expectShown(shown))
    expect(await steps[2]?.()).toMatchObject({ result: 'unchanged' })
  })

  test('is listed as such if only the source says so', async () => {
    const content = sold({ isRecurringOrder: false, isRecurringV3Order: true })
    await imported(content)()
    await expectShown({ isRecurringOrder: true, subscriptionId: null })()
    expect(await imported(content)()).toMatchObject({ result: 'unchanged' })
  })
})

describe('the discounts of an order', () => {
  const id = randomUUID()
  const discount = { id, name: 'Black Friday', trigger: 'Code', code: 'BLACK', type: 'FixedAmount', amount: 5 }
  const add = () => importObject('discounts', tenant, { discount })
  const used = { discounts: [{ id, code: 'BLACK', name: 'Black Friday', type: 'FixedAmount', amount: 5 }] }

  const expectUsages =
    (numberOfUsages: number): Step =>
    async () => {
      const removed = () => call('discounts.remove', tenant, { params: { id } })
      if (numberOfUsages > 0) expect(await removed()).toMatchObject({ status: 409, body: { code: 'discount_used' } })
      await updateTallies(tenant)
      expect((await call('discounts.get', tenant, { params: { id } })).body).toMatchObject({ numberOfUsages })
      expect((await removed()).status).toBe(numberOfUsages > 0 ? 409 : 204)
    }

  test.each([
    ['by its id', used],
    ['by its code, which the import repeats in its promocodes', { discounts: [{ code: ' black ' }] }],
  ])('count as used if the webhook arrived before the discount was imported: %s', async (_, sent) => {
    const steps = [add, imported(sold({ ...sent, promocodes: [{ code: 'BLACK' }] }))]
    await withWebhookAtAnyTime(webhook(sold(sent)), steps, expectUsages(1))
    expect(await steps[1]?.()).toMatchObject({ result: 'unchanged' })
  })

  test('do not count if the newer webhook lacks them, or has another one', async () => {
    const other = { discounts: [{ id: randomUUID(), code: 'ANOTHER' }] }
    for (const sent of [{}, other])
      await withWebhookAtAnyTime(webhook(sold(sent)), [add, imported(sold(used))], expectUsages(0))
  })

  test('do not count for a discount that was given the code of another one since', async () => {
    const first = { ...discount, id: randomUUID(), archived: false }
    const code = { discounts: [{ code: 'BLACK' }] }
    await importObject('discounts', tenant, { discount: first })
    await webhook(sold(code))()
    await importObject('discounts', tenant, { discount: { ...first, archived: true } })
    await add()
    await imported(sold(code))()
    await expectUsages(0)()
    expect((await call('discounts.get', tenant, { params: { id: first.id } })).body.numberOfUsages).toBe(1)
  })

  test('do not change with a repeated import if another discount was given the code since', async () => {
    const first = { ...discount, id: randomUUID(), archived: false }
    const content = sold({ discounts: [{ code: 'BLACK' }, { id: randomUUID(), name: 'A deleted discount' }] })
    await importObject('discounts', tenant, { discount: first })
    await imported(content)()
    await importObject('discounts', tenant, { discount: { ...first, archived: true } })
    await add()
    expect(await imported(content)()).toMatchObject({ result: 'unchanged' })
    expect(await imported({ ...content, modificationDate: changedAt })()).toMatchObject({ result: 'updated' })
    await expectUsages(0)()
    expect((await call('discounts.get', tenant, { params: { id: first.id } })).body.numberOfUsages).toBe(1)
  })

  test('count as used once they are imported, and another one with their code does not count any more', async () => {
    const other = { ...discount, id: randomUUID() }
    await importObject('discounts', tenant, { discount: other })
    await webhook(sold(used))()
    await importObject('discounts', tenant, { discount: { ...other, archived: true } })
    await add()
    await imported(sold(used))()
    await expectUsages(1)()
    expect((await call('discounts.get', tenant, { params: { id: other.id } })).body.numberOfUsages).toBe(0)
  })
})
