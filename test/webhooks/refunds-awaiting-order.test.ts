/** Tests refunds that Stripe reports before the orders of their payments arrive. */

import { randomUUID } from 'node:crypto'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { log } from '../../lib/core/log.ts'
import type { Tenant } from '../../lib/core/tenant.ts'
import { paymentKeyOf, ReportAwaitingOrderRow } from '../../lib/payments/entity.ts'
import { saveGatewayKeys } from '../../lib/payments/gateway-keys.ts'
import { completeOrder, event, order, send as sendCheckout } from '../support/checkout.ts'
import { around, interruptOnce, throttled } from '../support/fault-injection.ts'
import { failedRefundsOf } from '../support/payments.ts'
import { signatureOf } from '../support/samples.ts'
import { call, newTenant } from '../support/store.ts'

const secret = 'whsec_1'
let tenant: Tenant
beforeEach(async () => {
  tenant = await newTenant()
  await saveGatewayKeys(tenant, { apiKey: 'sk_test_1', webhookSecret: secret })
})

const paid = (paymentTransactionId = 'pi_1') => ({ paymentTransactionId, finalGrandTotal: 100 })

async function reportRefund(amount = 1250, status = 'succeeded'): Promise<void> {
  const id = `re_${amount}`
  const refund = {
    id,
    object: 'refund',
    amount,
    currency: 'eur',
    status,
    created: 1_788_120_000,
    payment_intent: 'pi_1',
    charge: 'ch_1',
    reason: null,
    metadata: {},
  }
  const stripeEvent = {
    id: `evt_${randomUUID()}`,
    object: 'event',
    type: 'refund.updated',
    livemode: false,
    created: 1_788_120_001,
    data: { object: refund },
  }
  const body = JSON.stringify(stripeEvent)
  const params = { account: String(tenant.account), mode: tenant.mode }
  const headers = { 'Stripe-Signature': signatureOf(body, secret) }
  expect(await call('webhooks.stripe', tenant, { params, body, headers })).toMatchObject({ status: 200 })
}

async function refundedAmounts(token: string) {
  const { body } = await call('refunds.list', tenant, { params: { token } })
  return body.map(({ amount }: { amount: number }) => amount).toSorted()
}

const keptFor = async (transactionId: string) =>
  (await ReportAwaitingOrderRow.query.byTransaction(paymentKeyOf(tenant, transactionId)).go({ consistent: true })).data

test.each(['pi_1', 'ch_1'])('count once the order of the payment %s has arrived', async transactionId => {
  await reportRefund()
  await reportRefund()
  await reportRefund(500)
  expect(await keptFor(transactionId)).toMatchObject([{ expiresAt: expect.any(Number) }, {}])
  const token = await completeOrder(tenant, paid(transactionId))
  expect(await refundedAmounts(token)).toEqual([12.5, 5])
  expect((await call('orders.get', tenant, { params: { token } })).body.refundsAmount).toBe(17.5)
  expect(await keptFor(transactionId)).toEqual([])
})

test('do not count for an order with another payment, nor for that of another store', async () => {
  await reportRefund()
  const other = await completeOrder(tenant, paid('pi_12'))
  expect(await refundedAmounts(other)).toEqual([])
  await completeOrder(await newTenant(), paid())
  expect(await keptFor('pi_1')).toHaveLength(1)
})

test('count if the order arrives while the refund is reported', async () => {
  const content = order(paid())
  interruptOnce(
    (command, input) => command === 'PutItemCommand' && input.includes('early-refund'),
    () => sendCheckout(event(tenant, 'order.completed', content)),
  )
  await reportRefund()
  expect(await refundedAmounts(content.token)).toEqual([12.5])
})

test('count if they are reported while the order arrives', async () => {
  const content = order(paid())
  interruptOnce(
    (command, input) => command === 'QueryCommand' && input.includes('early-refund'),
    () => reportRefund(),
  )
  expect(await sendCheckout(event(tenant, 'order.completed', content))).toEqual([])
  expect(await refundedAmounts(content.token)).toEqual([12.5])
})

test('count once if the event is interrupted before they are deleted, and repeated', async () => {
  await reportRefund()
  const completed = event(tenant, 'order.completed', order(paid()))
  const restore = around(async (command, request) => {
    if (command === 'BatchWriteItemCommand') throw throttled()
    return request()
  })
  onTestFinished(restore)
  expect(await sendCheckout(completed)).toEqual([completed.id])
  restore()
  expect(await sendCheckout(completed)).toEqual([])
  expect(await refundedAmounts(String(completed.content.token))).toEqual([12.5])
  expect(await keptFor('pi_1')).toEqual([])
})

test.each([
  ['after it was made', ['succeeded', 'failed']],
  ['before it is reported as made', ['failed', 'succeeded']],
])('do not count if one is reported as failed %s', async (_, statuses) => {
  const error = vi.spyOn(log, 'error').mockImplementation(() => {})
  for (const status of statuses) await reportRefund(1250, status)
  await reportRefund(500)
  const token = await completeOrder(tenant, paid())
  expect(await refundedAmounts(token)).toEqual([5])
  expect(await failedRefundsOf(tenant, token)).toMatchObject([{ status: 'Failed', amount: 12.5 }])
  expect(await keptFor('pi_1')).toEqual([])
  expect(error).toHaveBeenCalledTimes(1)
  error.mockRestore()
})
