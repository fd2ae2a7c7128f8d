/** Tests the event `order.refund.failed`: the gateway accepted a refund, and failed or canceled it later. */

import { randomUUID } from 'node:crypto'
import { afterEach, describe, expect, test, vi } from 'vitest'
import * as accounts from '../../lib/accounts/index.ts'
import { log } from '../../lib/core/log.ts'
import type { Tenant } from '../../lib/core/tenant.ts'
import { sandbox } from '../../lib/payments/sandbox.ts'
import { rowOf as mailOf } from '../mail/outbox.ts'
import { event, order, send, sendEvent } from '../support/checkout.ts'
import { collectMetrics } from '../support/metrics.ts'
import {
  expectLedgerMatches,
  failedRefundsOf,
  failRefund,
  failureOf,
  orderOf,
  paidOrder,
  pendingCount,
  recoverAll,
  refund,
  refundsOf,
  reverseInSandbox,
} from '../support/payments.ts'
import { call, newTenant } from '../support/store.ts'

const error = vi.spyOn(log, 'error').mockImplementation(() => {})
afterEach(() => {
  vi.useRealTimers()
  error.mockClear()
})

async function newOrder(fields: Record<string, unknown> = {}) {
  const tenant = await newTenant()
  return { tenant, token: await paidOrder(tenant, fields) }
}

const refundOf = (tenant: Tenant, token: string, id: string) => call('refunds.get', tenant, { params: { token, id } })

const alarms = () => error.mock.calls.filter(([message]) => String(message).startsWith('A refund that was'))

describe('a refund that failed', () => {
  test('is taken back: it does not count any more, and stays readable with its number', async () => {
    const { tenant, token } = await newOrder()
    const kept = await refund(tenant, token, { amount: 40 })
    const { body } = await refund(tenant, token, { amount: 60, status: 'Complete' })
    const before = await call('orders.get', tenant, { params: { token } })
    expect(before.body).toMatchObject({ paymentStatus: 'Refunded', refundsAmount: 100, adjustedAmount: 0 })
    await failRefund(tenant, token, body.id)
    const after = await call('orders.get', tenant, { params: { token } })
    expect(after.body).toMatchObject({
      paymentStatus: 'Paid',
      refundsAmount: 40,
      adjustedAmount: 60,
      refunds: [{ id: kept.body.id }],
    })
    expect(after.body.modificationDate > before.body.modificationDate).toBe(true)
    expect(after.headers.ETag).not.toBe(before.headers.ETag)
    expect(await refundsOf(tenant, token)).toEqual([kept.body])
    const failed = await refundOf(tenant, token, body.id)
    expect(failed).toMatchObject({ status: 200 })
    expect(failed.body).toEqual({
      ...body,
      status: 'Failed',
      failureReason: 'expired_or_canceled_card',
      creditNoteNumber: 'CN-2',
      modificationDate: expect.any(String),
    })
    expect(failed.body.modificationDate > body.modificationDate).toBe(true)
  })

  test('can be made again, with the next credit note number', async () => {
    const { tenant, token } = await newOrder()
    const { body } = await refund(tenant, token, { amount: 100 })
    expect((await refund(tenant, token, { amount: 1 })).status).toBe(400)
    await failRefund(tenant, token, body.id)
    const again = await refund(tenant, token, { amount: 100, autoRefundTaxes: true })
    expect(again).toMatchObject({ status: 200, body: { creditNoteNumber: 'CN-2' } })
    expect(await orderOf(tenant, token)).toMatchObject({ paymentStatus: 'Refunded', refundsAmount: 100 })
    await expectLedgerMatches(tenant, [token])
  })

  test('returns its taxes to later refunds', async () => {
    const taxes = [{ taxName: 'VAT', taxRate: 0.19, amount: 19 }]
    const { tenant, token } = await newOrder({ taxes })
    const body = { amount: 100, autoRefundTaxes: true }
    const { id } = (await refund(tenant, token, body)).body
    await failRefund(tenant, token, id)
    expect((await refund(tenant, token, body)).body.taxes).toMatchObject([{ amount: 19 }])
  })

  test('may have been canceled, without a reason', async () => {
    const { tenant, token } = await newOrder()
    const { id } = (await refund(tenant, token, { amount: 5 })).body
    await failRefund(tenant, token, id.toUpperCase(), { status: 'canceled', reason: null })
    expect((await refundOf(tenant, token, id)).body).toMatchObject({ status: 'Cancelled', failureReason: '' })
  })

  test('leaves a later change of the payment status as it is', async () => {
    const { tenant, token } = await newOrder()
    const { id } = (await refund(tenant, token, { amount: 100 })).body
    await call('orders.update', tenant, {
      params: { token },
      body: { status: 'Processed', paymentStatus: 'ChargedBack' },
    })
    await failRefund(tenant, token, id)
    expect((await orderOf(tenant, token)).paymentStatus).toBe('ChargedBack')
  })

  test('is taken back from the payment status also if a client has sent back the status that it has read', async () => {
    const { tenant, token } = await newOrder({ paymentStatus: 'PaidDeferred' })
    const { id } = (await refund(tenant, token, { amount: 100 })).body
    const { paymentStatus } = await orderOf(tenant, token)
    const reply = await call('orders.update', tenant, {
      params: { token },
      body: { status: 'Cancelled', paymentStatus },
    })
    expect(reply.body).toMatchObject({ status: 'Cancelled', paymentStatus: 'Refunded' })
    await failRefund(tenant, token, id)
    expect(await orderOf(tenant, token)).toMatchObject({ paymentStatus: 'PaidDeferred', refundsAmount: 0 })
  })

  test('is taken back from the payment status also if the checkout has reported Refunded after the refund', async () => {
    const { tenant, token } = await newOrder()
    const { id } = (await refund(tenant, token, { amount: 100 })).body
    await sendEvent(tenant, 'order.status.changed', { token, paymentStatus: 'Refunded' })
    await failRefund(tenant, token, id)
    expect(await orderOf(tenant, token)).toMatchObject({ paymentStatus: 'Paid', refundsAmount: 0 })
    await sendEvent(tenant, 'order.status.changed', { token, paymentStatus: 'Refunded' })
    expect((await orderOf(tenant, token)).paymentStatus).toBe('Refunded')
  })

  test('is an error in the log and the metric of an alarm, once', async () => {
    const { tenant, token } = await newOrder()
    const { id } = (await refund(tenant, token, { amount: 100 })).body
    const metrics = collectMetrics()
    for (let n = 0; n < 3; n++) await failRefund(tenant, token, id)
    expect(metrics.stop().filter(line => line.RefundsNotCounted === 1)).toMatchObject([{ mode: tenant.mode }])
    const failure = { status: 'Failed', reason: 'expired_or_canceled_card' }
    expect(alarms()).toEqual([['A refund that was accepted has failed.', { ...tenant, token, id, ...failure }]])
  })
})

describe('a refund made elsewhere that failed', () => {
  const tenantAndToken = async () => ({ tenant: await newTenant(), token: randomUUID() })
  const at = (second: number) => ({
    createdOn: `2026-09-05T10:00:0${second}.000Z`,
    id: `event-${second}-${randomUUID()}`,
  })
  const eventsOf = (tenant: Tenant, token: string) => [
    event(tenant, 'order.completed', order({ token, finalGrandTotal: 100, grandTotal: 100 }), at(1)),
    event(tenant, 'order.refund.created', { id: 're_1', orderToken: token, amount: 100 }, at(2)),
    event(tenant, 'order.refund.failed', failureOf(token, 're_1'), at(3)),
    event(tenant, 'order.refund.failed', failureOf(token, 're_1', { reason: 'later' }), at(4)),
  ]
  const permutations = <T>(all: T[]): T[][] =>
    all.length === 0 ? [[]] : all.flatMap((one, n) => permutations(all.toSpliced(n, 1)).map(rest => [one, ...rest]))

  test('leads to the same order and the same refund, whatever arrives first or again', { tags: ['long'] }, async () => {
    const states = new Map<string, unknown>()
    for (const positions of permutations([0, 1, 2, 3])) {
      const { tenant, token } = await tenantAndToken()
      const events = eventsOf(tenant, token)
      for (const n of [...positions, positions[0]!]) expect(await send(events[n]!)).toEqual([])
      const { token: _, user, userId, customFieldsJson, items, ...shown } = await orderOf(tenant, token)
      const [{ id, orderToken, ...failed }] = (await failedRefundsOf(tenant, token)) as any
      states.set(JSON.stringify({ shown, failed }), positions)
    }
    expect([...states.keys()].map(text => JSON.parse(text))).toMatchObject([
      {
        shown: { paymentStatus: 'Paid', refundsAmount: 0, refunds: [] },
        failed: { status: 'Failed', creditNoteNumber: 'CN-1', amount: 100 },
      },
    ])
    expect(alarms()).toHaveLength(24)
  })

  test('may fail before it is reported', async () => {
    const { tenant, token } = await newOrder()
    await sendEvent(tenant, 'order.refund.failed', failureOf(token, 're_1'))
    expect(await failedRefundsOf(tenant, token)).toEqual([])
    await sendEvent(tenant, 'order.refund.created', { id: 're_1', orderToken: token, amount: 5 })
    expect(await orderOf(tenant, token)).toMatchObject({ refundsAmount: 0, refunds: [], paymentStatus: 'Paid' })
    expect(await failedRefundsOf(tenant, token)).toMatchObject([
      { status: 'Failed', amount: 5, creditNoteNumber: 'CN-1' },
    ])
    expect(alarms()).toHaveLength(1)
  })

  test('is not shown, and no error, if the refund itself is never reported', async () => {
    const { tenant, token } = await newOrder()
    await sendEvent(tenant, 'order.refund.failed', failureOf(token, randomUUID()))
    expect(await orderOf(tenant, token)).toMatchObject({ refundsAmount: 0, refunds: [] })
    expect(alarms()).toEqual([])
    expect((await refund(tenant, token, { amount: 100 })).body.creditNoteNumber).toBe('CN-1')
  })
})

describe('a refund under way', () => {
  const underWay = async () => {
    const { tenant, token } = await newOrder({ paymentTransactionId: 'pi_lost' })
    await accounts.update(tenant.account, { mailFrom: 'shop@tea.example' })
    const body = { amount: 60, notifyCustomer: true }
    const headers = { 'Idempotency-Key': 'one' }
    const { refundId: id } = (await refund(tenant, token, body, { headers })).body
    return { tenant, token, id, repeat: () => refund(tenant, token, body, { headers }) }
  }

  test.each([
    ['fails before it is settled', ['fail', 'recover'] as const],
    ['is settled before it fails', ['recover', 'fail'] as const],
  ])('%s', async (_, steps) => {
    const { tenant, token, id, repeat } = await underWay()
    for (const step of steps) await (step === 'fail' ? failRefund(tenant, token, id) : recoverAll(tenant))
    expect(await pendingCount(tenant)).toBe(0)
    expect((await refundOf(tenant, token, id)).body).toMatchObject({
      status: 'Failed',
      amount: 60,
      creditNoteNumber: 'CN-1',
    })
    expect(await orderOf(tenant, token)).toMatchObject({ refundsAmount: 0, paymentStatus: 'Paid' })
    expect(await repeat()).toMatchObject({
      status: 402,
      body: {
        code: 'gateway_refused',
        message: 'The payment gateway has taken the refund back: expired_or_canceled_card.',
      },
    })
    expect(alarms()).toHaveLength(1)
    await expectLedgerMatches(tenant, [token])
  })

  test('sends no mail if it fails before it is settled', async () => {
    const { tenant, token, id } = await underWay()
    await failRefund(tenant, token, id)
    await recoverAll(tenant)
    expect(await mailOf(tenant, id)).toBeNull()
  })

  test.each(['succeeded', 'refused'] as const)(
    'replies 402 if it fails while the gateway answers that it %s',
    async state => {
      const { tenant, token } = await newOrder()
      const { send: really } = sandbox
      const sent = vi.spyOn(sandbox, 'send').mockImplementation(async request => {
        const result = await really(request)
        await failRefund(tenant, token, request.id)
        return state === 'refused' ? { state, reason: 'declined' } : result
      })
      const reply = await refund(tenant, token, { amount: 60 })
      sent.mockRestore()
      expect(reply).toMatchObject({ status: 402, body: { code: 'gateway_refused' } })
      expect(await pendingCount(tenant)).toBe(0)
      expect((await orderOf(tenant, token)).refundsAmount).toBe(0)
    },
  )

  test('is settled as failed if the gateway is asked again and says so', async () => {
    const { tenant, token, id } = await underWay()
    await reverseInSandbox(tenant, token, id)
    const failure = { status: 'Failed' as const, reason: 'declined' }
    const found = vi.spyOn(sandbox, 'findResult').mockResolvedValue({ state: 'succeeded', failure })
    await recoverAll(tenant)
    found.mockRestore()
    expect((await refundOf(tenant, token, id)).body).toMatchObject({
      status: 'Failed',
      failureReason: 'declined',
      creditNoteNumber: 'CN-1',
    })
    await failRefund(tenant, token, id)
    expect(alarms()).toHaveLength(1)
    expect((await orderOf(tenant, token)).refundsAmount).toBe(0)
  })
})

test('a report of success after the failure changes nothing', async () => {
  const { tenant, token } = await newOrder()
  const { id } = (await refund(tenant, token, { amount: 60 })).body
  await failRefund(tenant, token, id)
  const before = await orderOf(tenant, token)
  await sendEvent(tenant, 'order.refund.created', { id, orderToken: token, amount: 60 })
  expect(await orderOf(tenant, token)).toEqual(before)
  expect((await refundOf(tenant, token, id)).body.status).toBe('Failed')
})

test.each([{ id: '' }, { id: 'x'.repeat(101) }, { orderToken: 7 }, { status: 'Paid' }])(
  'is rejected with %j',
  async fields => {
    const warn = vi.spyOn(log, 'warn').mockImplementation(() => {})
    const { tenant, token } = await newOrder()
    const content = { ...failureOf(token, 're_1'), ...fields }
    expect(await send(event(tenant, 'order.refund.failed', content))).toHaveLength(1)
    warn.mockRestore()
  },
)
