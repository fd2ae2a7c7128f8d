/**
 * Tests the event `order.refund.created`, which reports a refund that was made outside of this API, or settles a refund
 * that this API requested.
 */

import { randomUUID } from 'node:crypto'
import { describe, expect, test, vi } from 'vitest'
import { log } from '../../lib/core/log.ts'
import type { Tenant } from '../../lib/core/tenant.ts'
import { event, order, send, sendEvent } from '../support/checkout.ts'
import { collectMetrics } from '../support/metrics.ts'
import { moved, orderOf, paidOrder, pendingCount, refund, refundsOf } from '../support/payments.ts'
import { call, newTenant } from '../support/store.ts'

const created = (orderToken: string, fields: object = {}) => ({ id: 're_1', orderToken, amount: 30, ...fields })

test('counts like any other refund, and the same id twice is one refund', async () => {
  const tenant = await newTenant()
  const token = await paidOrder(tenant)
  const content = created(token, { comment: 'In the shop', creationDate: '2026-09-05T10:00:00Z' })
  for (let n = 0; n < 2; n++) await sendEvent(tenant, 'order.refund.created', content)
  expect(await refundsOf(tenant, token)).toMatchObject([
    {
      amount: 30,
      comment: 'In the shop',
      creationDate: '2026-09-05T10:00:00.000Z',
      refundedByPaymentGateway: true,
      notifyCustomer: false,
      creditNoteNumber: 'CN-1',
    },
  ])
  expect(await orderOf(tenant, token)).toMatchObject({ refundsAmount: 30, adjustedAmount: 70 })
  expect((await refund(tenant, token, { amount: 71 })).status).toBe(400)
  expect(await moved(tenant, token, 'refund')).toEqual([])
})

test('counts beyond what was left, with a warning', async () => {
  const warn = vi.spyOn(log, 'warn').mockImplementation(() => {})
  const tenant = await newTenant()
  const token = await paidOrder(tenant)
  await sendEvent(tenant, 'order.refund.created', created(token, { amount: 130 }))
  expect(await orderOf(tenant, token)).toMatchObject({
    refundsAmount: 130,
    adjustedAmount: -30,
    paymentStatus: 'Refunded',
  })
  expect(warn).toHaveBeenCalledWith('The refunds of an order exceed what was paid.', { ...tenant, token })
  warn.mockRestore()
  expect((await refund(tenant, token, { amount: 1 })).body.errors.amount[0]).toContain('nothing is left')
})

test('of a reserved refund makes the order Refunded, also with a time before that of its payment status', async () => {
  vi.spyOn(log, 'warn').mockImplementation(() => {})
  const tenant = await newTenant()
  const token = await paidOrder(tenant, { paymentTransactionId: 'pi_lost' })
  const body = { status: 'Cancelled', paymentStatus: 'PaidDeferred' }
  await call('orders.update', tenant, { params: { token }, body })
  const { refundId } = (await refund(tenant, token, { amount: 100 })).body
  const earlier = { createdOn: new Date(Date.now() - 1000).toISOString() }
  await sendEvent(tenant, 'order.refund.created', created(token, { id: refundId, amount: 100 }), earlier)
  expect(await orderOf(tenant, token)).toMatchObject({ refundsAmount: 100, paymentStatus: 'Refunded' })
})

test('may arrive before its order', async () => {
  const tenant = await newTenant()
  const token = randomUUID()
  await sendEvent(tenant, 'order.refund.created', created(token, { amount: 20 }))
  await sendEvent(tenant, 'order.completed', order({ token }), { createdOn: '2026-09-01T00:00:00Z' })
  expect(await orderOf(tenant, token)).toMatchObject({ refundsAmount: 20, paymentStatus: 'Refunded' })
})

describe('one without a currency', () => {
  const withoutCurrency = (token: string) => created(token, { amount: 12.345 })
  const completed = (tenant: Tenant, token: string, currency: string, createdOn: string) =>
    sendEvent(tenant, 'order.completed', order({ token, currency, finalGrandTotal: 100 }), { createdOn })

  test.each([
    ['JPY', 12],
    ['EUR', 12.35],
    ['KWD', 12.345],
  ])('has the decimals of its order in %s, which arrives later', async (currency, amount) => {
    const tenant = await newTenant()
    const token = randomUUID()
    await sendEvent(tenant, 'order.refund.created', withoutCurrency(token))
    await completed(tenant, token, currency, '2026-09-01T00:00:00Z')
    expect(await orderOf(tenant, token)).toMatchObject({ refundsAmount: amount, refunds: [{ amount }] })
  })

  test('is in the newest currency of its order', async () => {
    const tenant = await newTenant()
    const token = randomUUID()
    await completed(tenant, token, 'JPY', '2026-09-01T00:00:00Z')
    await sendEvent(tenant, 'order.refund.created', withoutCurrency(token))
    expect(await orderOf(tenant, token)).toMatchObject({ refundsAmount: 12, adjustedAmount: 88 })
    await completed(tenant, token, 'KWD', '2026-09-02T00:00:00Z')
    const [amount, adjustedAmount] = [12.345, 87.655]
    expect(await orderOf(tenant, token)).toMatchObject({ refundsAmount: amount, adjustedAmount })
  })
})

describe('one in another currency than its order', () => {
  const foreign = { amount: 20, currency: ' USD ' }
  const alarmed = () => {
    const error = vi.spyOn(log, 'error').mockImplementation(() => {})
    const metrics = collectMetrics()
    return () => {
      const { length } = metrics.stop().filter(line => line.RefundsNotCounted === 1)
      const messages = error.mock.calls.map(([message]) => message)
      error.mockRestore()
      return { metrics: length, messages }
    }
  }
  const once = { metrics: 1, messages: ['A refund in another currency than its order does not count.'] }

  test('does not count, takes no credit note number, and is an error in the log and a metric, once', async () => {
    const tenant = await newTenant()
    const token = await paidOrder(tenant)
    const id = randomUUID()
    const alarms = alarmed()
    for (let n = 0; n < 2; n++) await sendEvent(tenant, 'order.refund.created', created(token, { id, ...foreign }))
    expect(alarms()).toEqual(once)
    expect(await orderOf(tenant, token)).toMatchObject({ refundsAmount: 0, refunds: [], paymentStatus: 'Paid' })
    const shown = await call('refunds.get', tenant, { params: { token, id } })
    expect(shown.body).toMatchObject({ amount: 20, currency: 'usd' })
    expect(shown.body).not.toHaveProperty('creditNoteNumber')
    const whole = await refund(tenant, token, { amount: 100, status: 'Complete' })
    expect(whole).toMatchObject({ status: 200, body: { creditNoteNumber: 'CN-1' } })
  })

  test('is recognized when its order arrives later', async () => {
    const tenant = await newTenant()
    const token = randomUUID()
    const alarms = alarmed()
    await sendEvent(tenant, 'order.refund.created', created(token, foreign))
    for (let n = 0; n < 2; n++) await sendEvent(tenant, 'order.completed', order({ token }))
    expect(alarms()).toEqual(once)
    expect(await orderOf(tenant, token)).toMatchObject({ refundsAmount: 0, refunds: [], paymentStatus: 'Paid' })
  })

  test('counts if it names the currency of the order in any spelling', async () => {
    const tenant = await newTenant()
    const token = await paidOrder(tenant)
    await sendEvent(tenant, 'order.refund.created', created(token, { currency: 'EUR' }))
    expect(await orderOf(tenant, token)).toMatchObject({ refundsAmount: 30 })
  })
})

describe('one that we have asked for ourselves', () => {
  test('is recognized by its id', async () => {
    const tenant = await newTenant()
    const token = await paidOrder(tenant)
    const { id } = (await refund(tenant, token, { amount: 30 })).body
    await sendEvent(tenant, 'order.refund.created', created(token, { id: id.toUpperCase() }))
    expect(await orderOf(tenant, token)).toMatchObject({ refundsAmount: 30 })
  })

  test('settles it if it is under way', async () => {
    const tenant = await newTenant()
    const token = await paidOrder(tenant, { paymentTransactionId: 'pi_lost' })
    const { refundId: id } = (await refund(tenant, token, { amount: 30, comment: 'Ours' })).body
    await sendEvent(tenant, 'order.refund.created', created(token, { id, comment: null }))
    expect(await refundsOf(tenant, token)).toMatchObject([{ id, amount: 30, comment: 'Ours' }])
    expect(await pendingCount(tenant)).toBe(0)
  })
})

test('a change of the payment status that is older than the refund does not undo it', async () => {
  const tenant = await newTenant()
  const token = await paidOrder(tenant)
  const at = (minute: number) => ({ createdOn: new Date(Date.now() + minute * 60_000).toISOString() })
  await sendEvent(tenant, 'order.refund.created', created(token, { amount: 100 }), at(2))
  await sendEvent(tenant, 'order.status.changed', { token, paymentStatus: 'Paidout' }, at(1))
  expect((await orderOf(tenant, token)).paymentStatus).toBe('Refunded')
  await sendEvent(tenant, 'order.status.changed', { token, paymentStatus: 'ChargedBack' }, at(3))
  expect((await orderOf(tenant, token)).paymentStatus).toBe('ChargedBack')
})

test.each([{ amount: 0 }, { amount: -1 }, { amount: 'much' }, { amount: null }, { id: '' }, { orderToken: 7 }])(
  'is rejected with %j',
  async fields => {
    const warn = vi.spyOn(log, 'warn').mockImplementation(() => {})
    const tenant = await newTenant()
    const content = created(await paidOrder(tenant), fields)
    expect(await send(event(tenant, 'order.refund.created', content))).toHaveLength(1)
    warn.mockRestore()
  },
)
