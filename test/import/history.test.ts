/**
 * Tests that an import only records what has happened elsewhere: no stock moves, no mail goes out, and no gateway gets
 * a request.
 */

import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import * as accounts from '../../lib/accounts/index.ts'
import type { Tenant } from '../../lib/core/tenant.ts'
import * as customers from '../../lib/customers/index.ts'
import { importObject } from '../../lib/import/index.ts'
import { setNextCreditNoteNumber } from '../../lib/refunds/index.ts'
import * as reports from '../reports/calls.ts'
import { address, completeOrder, item, order, sendEvent } from '../support/checkout.ts'
import { paidOrder, refund } from '../support/payments.ts'
import { kindOf, rawRowsOf } from '../support/raw-rows.ts'
import { call, newTenant } from '../support/store.ts'
import { updateTallies } from '../support/stream-worker.ts'

let tenant: Tenant

const mug = {
  userDefinedId: 'MUG',
  name: 'Mug',
  url: '/mug',
  price: 8.5,
  creationDate: '2020-01-01T00:00:00.000Z',
  modificationDate: '2020-06-01T00:00:00.000Z',
  inventoryManagementMethod: 'Single',
  stock: 12,
  allowOutOfStockPurchases: true,
}

const sold = (fields: Record<string, unknown> = {}) =>
  order({
    completionDate: '2020-05-01T10:00:00.000Z',
    creationDate: '2020-05-01T09:00:00.000Z',
    modificationDate: '2020-05-02T10:00:00.000Z',
    items: [item({ id: 'MUG', quantity: 2 })],
    paymentTransactionId: 'pi_old',
    ...fields,
  })

const refunded = (fields: Record<string, unknown> = {}) => ({
  id: randomUUID(),
  amount: 4,
  comment: 'Chipped',
  notifyCustomer: true,
  refundedByPaymentGateway: true,
  creationDate: '2020-05-02T10:00:00.000Z',
  modificationDate: '2020-05-02T10:00:01.000Z',
  ...fields,
})

const importSold = (content: object, refunds: unknown[] = []) =>
  importObject('orders', tenant, { order: content, refunds, digitalGoods: [] })

const stockOf = async (id = 'MUG') => (await call('products.get', tenant, { params: { id } })).body.stock

beforeEach(async () => {
  tenant = await newTenant()
  await accounts.update(tenant.account, { mailFrom: 'shop@tea.example' })
  await importObject('products', tenant, { product: mug })
})

describe('an imported order', () => {
  test('moves no stock, sends no mail, and asks no gateway', async () => {
    await importSold(sold(), [refunded()])
    expect(await stockOf()).toBe(12)
    const kinds = new Set((await rawRowsOf(tenant.account)).map(kindOf))
    expect(kinds).toContain('order')
    for (const kind of ['stock-movement', 'mail', 'payment-operation', 'sandbox-action', 'sandbox-payment'])
      expect([...kinds]).not.toContain(kind)
  })

  test('never moves stock later, even if an event changes its items', async () => {
    const content = sold()
    await importObject('products', tenant, { product: { ...mug, userDefinedId: 'CUP' } })
    await importSold(content)
    const items = [item({ id: 'MUG', quantity: 5 }), item({ id: 'CUP', quantity: 1 })]
    await sendEvent(tenant, 'order.completed', { ...content, items })
    expect([await stockOf(), await stockOf('CUP')]).toEqual([12, 12])
    await completeOrder(tenant, { items: [item({ id: 'MUG', quantity: 1 })] })
    expect(await stockOf()).toBe(11)
  })

  test('does not move the stock of an order that an event has completed before', async () => {
    const content = sold()
    await sendEvent(tenant, 'order.completed', content, { createdOn: '2020-05-01T10:00:00.000Z' })
    expect(await stockOf()).toBe(10)
    await importSold({ ...content, items: [item({ id: 'MUG', quantity: 7 })] })
    expect(await stockOf()).toBe(10)
    await sendEvent(tenant, 'order.completed', { ...content, items: [item({ id: 'MUG', quantity: 8 })] })
    expect(await stockOf()).toBe(9)
  })

  test('counts in the statistics as of its own dates', async () => {
    await importSold(sold())
    await updateTallies(tenant)
    const sales = async (from: string, to: string) =>
      (await call('products.list', tenant, { query: { from, to } })).body.items[0].statistics.numberOfSales
    expect(await sales('2020-05-01', '2020-05-01')).toBe(2)
    expect(await sales('2020-05-02', '2030-01-01')).toBe(0)
  })

  test('describes only products that were not imported themselves', async () => {
    const items = [item({ id: 'MUG', name: 'Old mug', price: 1 }), item({ id: 'GONE', name: 'Gone' })]
    await importSold(sold({ completionDate: '2020-07-01T00:00:00.000Z', items }))
    await importSold(sold({ completionDate: '2019-07-01T00:00:00.000Z', items: [item({ id: 'MUG' })] }))
    const get = async (id: string) => (await call('products.get', tenant, { params: { id } })).body
    const { creationDate, modificationDate } = mug
    expect(await get('MUG')).toMatchObject({ name: 'Mug', price: 8.5, creationDate, modificationDate })
    expect(await get('GONE')).toMatchObject({ name: 'Gone', creationDate: '2020-07-01T00:00:00.000Z' })
    await importObject('products', tenant, { product: { ...mug, userDefinedId: 'GONE', name: 'Found' } })
    expect(await get('GONE')).toMatchObject({ name: 'Found', modificationDate: mug.modificationDate })
  })
})

describe('credit notes', () => {
  const nextNumber = async () => {
    const token = await paidOrder(tenant)
    return (await refund(tenant, token, { amount: 5 })).body.creditNoteNumber
  }

  test('keep their numbers, and the next one follows the highest', async () => {
    const numbers = ['OLD-0041', 'OLD-0007']
    const content = sold()
    await importSold(
      content,
      numbers.map(creditNoteNumber => refunded({ creditNoteNumber })),
    )
    const { body } = await call('refunds.list', tenant, { params: { token: content.token } })
    expect(body.map((one: { creditNoteNumber: string }) => one.creditNoteNumber).toSorted()).toEqual(numbers.toSorted())
    expect([await nextNumber(), await nextNumber()]).toEqual(['CN-42', 'CN-43'])
    await importSold(sold(), [refunded({ creditNoteNumber: 'OLD-0012' })])
    expect(await nextNumber()).toBe('CN-44')
  })

  test('have the number of the source, also if the refund was reported without it before', async () => {
    const content = sold()
    const imported = refunded({ creditNoteNumber: 'OLD-42' })
    await sendEvent(tenant, 'order.refund.created', { id: imported.id, amount: 5, orderToken: content.token })
    await importSold(content, [imported])
    const { body } = await call('refunds.list', tenant, { params: { token: content.token } })
    expect(body).toMatchObject([{ creditNoteNumber: 'OLD-42' }])
  })

  test('continue with a number that is set, unless it was given before', async () => {
    await setNextCreditNoteNumber(tenant, 100)
    await setNextCreditNoteNumber(tenant, 100)
    expect(await nextNumber()).toBe('CN-100')
    const faults = { nextCreditNote: ['must be at least 101, as a credit note has the number 100'] }
    await expect(setNextCreditNoteNumber(tenant, 100)).rejects.toMatchObject({
      code: 'validation_failed',
      errors: faults,
    })
    await expect(setNextCreditNoteNumber(tenant, 0.5)).rejects.toMatchObject({ code: 'validation_failed' })
    expect(await nextNumber()).toBe('CN-101')
  })
})

describe('refunds', () => {
  test('leave as much of the order to refund as at the source', async () => {
    const content = sold({ finalGrandTotal: 20 })
    await importSold(content, [refunded({ amount: 15 })])
    expect((await refund(tenant, content.token, { amount: 5.01 })).status).toBe(400)
    expect((await refund(tenant, content.token, { amount: 5 })).status).toBe(200)
  })

  test.each([
    ['are taken back if the source lists them no longer, after a webhook and an import', true, []],
    ['stay if only a webhook has reported them yet', false, [{}]],
  ])('%s', async (_, isListed, shown) => {
    const content = sold()
    const { id, ...one } = refunded({ amount: 20 })
    const report = { id, amount: 20, orderToken: content.token }
    await sendEvent(tenant, 'order.refund.created', report, { createdOn: '2020-05-02T10:00:01.500Z' })
    await importSold(content, isListed ? [{ id, ...one }] : [])
    await importSold({ ...content, modificationDate: '2020-05-09T00:00:00.000Z' }, [])
    const { body } = await call('orders.get', tenant, { params: { token: content.token } })
    expect(body.refunds).toMatchObject(shown)
  })

  test('that were made here stay, also if an import has contained them', async () => {
    const token = await paidOrder(tenant)
    const { id } = (await refund(tenant, token, { amount: 5 })).body
    const modificationDate = (day: number) => ({ modificationDate: `2099-05-0${day}T00:00:00.000Z` })
    await importSold(sold({ token, ...modificationDate(1) }), [refunded({ id, amount: 5 })])
    await importSold(sold({ token, ...modificationDate(2) }), [])
    expect((await call('orders.get', tenant, { params: { token } })).body.refunds).toMatchObject([{ id }])
  })

  test('are taken back if the source does not list them any more', async () => {
    const content = sold()
    await importSold(content, [refunded({ amount: 20 })])
    const result = await importSold({ ...content, modificationDate: '2020-05-09T00:00:00.000Z' }, [])
    expect(result.result).toBe('updated')
    expect((await call('orders.get', tenant, { params: { token: content.token } })).body.refunds).toEqual([])
  })
})

describe('the buyer of an imported order', () => {
  const id = randomUUID()
  const customer = { id, email: 'jo@example.com', status: 'Unconfirmed', creationDate: '2020-03-01T00:00:00.000Z' }
  const shown = async () => (await call('customers.get', tenant, { params: { id } })).body

  test('stays as imported, whether the order has their id or only their address', async () => {
    await importObject('customers', tenant, { customer: { ...customer, billingAddressCity: 'Kiel' } })
    const before = await shown()
    const user = { id, email: 'other@example.com', billingAddress: address() }
    await importSold(sold({ email: 'other@example.com', billingAddress: address(), user }))
    await importSold(sold({ email: 'JO@example.com', billingAddress: address(), completionDate: '2019-01-01' }))
    expect(await shown()).toEqual(before)
    await updateTallies(tenant)
    expect((await shown()).statistics.ordersCount).toBe(2)
  })

  test('is the customer that the source names, who has another address since', async () => {
    const content = sold({ email: 'jo@old.example', userId: id, user: { id, email: customer.email } })
    const buyer = async () => (await call('orders.get', tenant, { params: { token: content.token } })).body.userId
    await importSold(content)
    expect(await buyer()).not.toBe(id)
    await importObject('customers', tenant, { customer })
    expect([(await importSold(content)).result, await buyer()]).toEqual(['updated', id])
    expect([(await importSold(content)).result, await buyer()]).toEqual(['unchanged', id])
    await importSold(sold({ email: 'jo@older.example', userId: id, user: { id, email: customer.email } }))
    await updateTallies(tenant)
    expect(await shown()).toMatchObject({ email: customer.email, statistics: { ordersCount: 2 } })
    const guests = (await call('customers.list', tenant)).body.items.filter((one: { id: string }) => one.id !== id)
    expect(guests).toMatchObject([{ email: 'jo@old.example', statistics: { ordersCount: 0 } }])
  })

  test('is created by the order, and replaced by their own import', async () => {
    await importSold(
      sold({ email: 'jo@example.com', billingAddress: address(), user: { id, email: 'jo@example.com' } }),
    )
    expect(await shown()).toMatchObject({ billingAddressCity: 'Bremen', creationDate: '2020-05-01T10:00:00.000Z' })
    const sources = { customer: { ...customer, email: 'jo@new.example', billingAddressCity: 'Kiel' } }
    expect(await importObject('customers', tenant, sources)).toEqual({ id, result: 'updated' })
    const { creationDate } = customer
    expect(await shown()).toMatchObject({ email: 'jo@new.example', billingAddressCity: 'Kiel', creationDate })
  })

  test('has the date of their own import, also if it is later than that of the order', async () => {
    await importSold(sold({ email: 'jo@example.com', user: { id, email: 'jo@example.com' } }))
    await importObject('customers', tenant, { customer: { ...customer, creationDate: null } })
    expect(await shown()).toMatchObject({ creationDate: '2020-05-01T10:00:00.000Z' })
    tenant = await newTenant()
    await importSold(sold({ email: 'jo@example.com', user: { id, email: 'jo@example.com' } }))
    const creationDate = '2020-05-01T10:00:02.000Z'
    const sources = { customer: { ...customer, creationDate } }
    for (const result of ['updated', 'unchanged']) {
      expect(await importObject('customers', tenant, sources)).toEqual({ id, result })
      expect(await shown()).toMatchObject({ creationDate })
    }
  })

  test('who was erased here since stays erased', async () => {
    const content = sold({ email: 'jo@example.com', notes: 'Ring twice', billingAddress: address() })
    const identity = await customers.readIdentityByEmail(tenant, 'jo@example.com')
    await customers.erase(tenant, identity, '2026-01-01T00:00:00.000Z')
    const refund = refunded()
    await importSold(content, [refund])
    expect((await importSold(content, [refund])).result).toBe('unchanged')
    await importObject('customers', tenant, { customer })
    const order = (await call('orders.get', tenant, { params: { token: content.token } })).body
    expect(order).toMatchObject({ email: '', notes: null, user: null, refunds: [{ comment: '' }] })
    expect((await call('customers.list', tenant)).body.items).toEqual([])
  })
})

describe('an imported subscription of V3', () => {
  const details = { id: randomUUID(), schedule: { interval: 'monthly', intervalCount: 1 }, user: null, amount: 10 }
  const summary = { creationDate: '2026-03-01T12:00:00.000Z' }
  const invoices = ['2026-06-01', '2026-05-01'].map(day => ({
    id: randomUUID(),
    creationDate: `${day}T12:00:00.000Z`,
    amount: 10,
    paid: true,
  }))
  const endedOn = async (fields: object) => {
    await importObject('subscriptions', tenant, { summary, details: { ...details, ...fields }, legacy: null, invoices })
    const { body } = await reports.subscriptions(tenant, { from: '2026-03-01', to: '2026-07-31', interval: 'day' })
    return body.intervals
      .filter(({ ended }: { ended: number }) => ended > 0)
      .map(({ start }: { start: string }) => start)
  }

  test.each(['Finished', 'Stopped'])('that is %s has ended with its last invoice if no date is known', async state => {
    expect(await endedOn({ state })).toEqual(['2026-06-01'])
  })

  test('that was cancelled has ended on the date of its cancellation', async () => {
    expect(await endedOn({ state: 'Stopped', cancelledOn: '2026-05-20T12:00:00.000Z' })).toEqual(['2026-05-20'])
  })
})

test('eight orders at once create one guest and each product once', async () => {
  const emails = ['Jo@Example.com', 'jo@example.com', ' JO@example.com']
  const contents = Array.from({ length: 8 }, (_, n) =>
    sold({ email: emails[n % 3], items: [item({ id: 'NEW', price: n + 1 })], completionDate: `2020-05-0${n + 1}` }),
  )
  await Promise.all(contents.map(content => importSold(content)))
  await updateTallies(tenant)
  const page = (await call('customers.list', tenant)).body
  expect(page).toMatchObject({ totalItems: 1, items: [{ statistics: { ordersCount: 8, ordersAmount: 160 } }] })
  const product = (await call('products.get', tenant, { params: { id: 'NEW' } })).body
  expect(product).toMatchObject({ price: 8, statistics: { numberOfSales: 8 } })
})
