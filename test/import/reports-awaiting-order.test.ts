/**
 * Tests that what Stripe reports about a payment before the import of its order is applied by the import.
 * @module-tag long
 */

import { randomUUID } from 'node:crypto'
import { beforeEach, expect, test, vi } from 'vitest'
import { log } from '../../lib/core/log.ts'
import { importObject } from '../../lib/import/index.ts'
import { paymentKeyOf, ReportAwaitingOrderRow } from '../../lib/payments/entity.ts'
import { dispute, receive, refund, stripeEvent, time } from '../stripe-events/samples.ts'
import { stopAt } from '../support/fault-injection.ts'
import { orderOf, refundsOf } from '../support/payments.ts'
import { call } from '../support/store.ts'
import { isoDate, sold, tenant, token, useNewStore } from './refund-reports.ts'

beforeEach(async () => {
  await useNewStore()
  return () => vi.restoreAllMocks()
})

const asSold = { ...sold, modificationDate: isoDate(time) }

const importWith = (fields: object = {}, refunds: object[] = []) =>
  importObject('orders', tenant, { order: { ...asSold, ...fields }, refunds, digitalGoods: [] })

const refunded = (fields: object = {}, type = 'refund.created') =>
  stripeEvent(type, refund({ amount: 2000, balance_transaction: 'txn_1', ...fields }), { created: time + 3001 })
const opened = () => stripeEvent('charge.dispute.created', dispute())
const closed = (status: string) => stripeEvent('charge.dispute.closed', dispute({ status }), { created: time + 5000 })

const reportsOf = async (paymentId: string) =>
  (await ReportAwaitingOrderRow.query.byTransaction(paymentKeyOf(tenant, paymentId)).go({ consistent: true })).data

test('a refund counts once, so that nothing is left to refund, and is kept no longer', async () => {
  await receive(tenant, refunded(), refunded({}, 'refund.updated'))
  for (const result of ['created', 'unchanged']) {
    expect(await importWith()).toMatchObject({ result })
    expect(await orderOf(tenant, token)).toMatchObject({ refundsAmount: 20, paymentStatus: 'Refunded' })
    expect(await refundsOf(tenant, token)).toMatchObject([{ amount: 20, creationDate: isoDate(time + 3000) }])
    expect(await reportsOf('pi_1')).toEqual([])
  }
  expect(await call('refunds.create', tenant, { params: { token }, body: { amount: 1 } })).toMatchObject({
    status: 400,
  })
})

test('a refund that the import contains, too, counts once', async () => {
  await receive(tenant, refunded())
  const made = { id: randomUUID(), amount: 20, refundedByPaymentGateway: true, creationDate: isoDate(time + 3004) }
  for (let n = 0; n < 2; n++) {
    await importWith({ modificationDate: isoDate(time + 3005) }, [made])
    expect(await refundsOf(tenant, token)).toMatchObject([made])
  }
})

test('a refund that has failed does not count', async () => {
  vi.spyOn(log, 'error').mockImplementation(() => {})
  await receive(tenant, refunded({ status: 'failed' }, 'refund.failed'), refunded())
  await importWith()
  expect(await orderOf(tenant, token)).toMatchObject({ refundsAmount: 0, paymentStatus: 'Paid' })
})

test.each([
  ['is open', [opened()], { status: 'Disputed', paymentStatus: 'Paid' }],
  ['is lost', [opened(), closed('lost')], { status: 'Disputed', paymentStatus: 'ChargedBack' }],
  ['is won', [opened(), closed('won')], { status: 'Processed', paymentStatus: 'Paid' }],
])('a dispute that %s is shown', async (_, events, expected) => {
  await receive(tenant, ...events)
  await importWith()
  expect(await orderOf(tenant, token)).toMatchObject(expected)
})

test.each([
  ['Cancelled', {}],
  ['Shipped', { trackingNumber: 'T1' }],
])('a dispute that is won leaves an order %s, as it is imported', async (status, fields) => {
  await receive(tenant, closed('won'))
  await importWith({ status, ...fields })
  expect(await orderOf(tenant, token)).toMatchObject({ status })
})

test('an older report changes no status that the order has got at the source since', async () => {
  await receive(tenant, opened())
  await importWith({ status: 'Delivered', modificationDate: isoDate(time + 9000) })
  expect(await orderOf(tenant, token)).toMatchObject({ status: 'Delivered' })
})

test('reports are applied by the next import if one was interrupted anywhere', async () => {
  for (let n = 0, isInterrupted = true; isInterrupted; n++) {
    await useNewStore()
    await receive(tenant, refunded({ amount: 500 }), opened())
    isInterrupted = await stopAt(n, 'before', importWith)
    await importWith()
    expect(await orderOf(tenant, token)).toMatchObject({ status: 'Disputed', refundsAmount: 5 })
  }
})
