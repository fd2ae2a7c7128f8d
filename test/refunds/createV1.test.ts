import { expect, test } from 'vitest'
import * as accounts from '../../lib/accounts/index.ts'
import { orderOf, paidOrder } from '../support/payments.ts'
import { call, newTenant } from '../support/store.ts'

test('reads the amount and the comment only, and names its successor', async () => {
  const tenant = await newTenant()
  const token = await paidOrder(tenant)
  const body = { amount: 5, comment: 'Late', status: 'Complete', autoRefundTaxes: true, notifyCustomer: true }
  const reply = await call('refunds.createV1', tenant, { params: { token }, body })
  const headers = {
    Location: `/test/v1/orders/${token}/refunds/${reply.body.id}`,
    Deprecation: '@1767225600',
    Link: `</test/orders/${token}/refunds>; rel="successor-version"`,
    Ignored: 'status, autoRefundTaxes, notifyCustomer',
  }
  expect(reply).toMatchObject({ status: 200, headers })
  const ignored = { status: null, taxes: [], notifyCustomer: false }
  expect(reply.body).toMatchObject({ amount: 5, comment: 'Late', ...ignored })
  expect((await orderOf(tenant, token)).refundsAmount).toBe(5)
})

test('names its successor in problems too', async () => {
  const tenant = await newTenant()
  const token = await paidOrder(tenant)
  const reply = await call('refunds.createV1', tenant, { params: { token }, body: { amount: 101 } })
  expect(reply).toMatchObject({ status: 400, headers: { Deprecation: expect.any(String) } })
})

test.each([
  [{ paymentTransactionId: 'pi_declined' }, 402, 'gateway_refused'],
  [{ paymentTransactionId: 'pi_timeout' }, 504, 'gateway_timeout'],
  [{ paymentStatus: 'Authorized' }, 409, 'not_paid'],
])('rejects for the same reasons: %j', async (fields, status, code) => {
  const tenant = await newTenant()
  const token = await paidOrder(tenant, fields)
  const reply = await call('refunds.createV1', tenant, { params: { token }, body: { amount: 5 } })
  expect(reply).toMatchObject({ status, body: { code } })
})

test('needs a connected gateway', async () => {
  const tenant = await newTenant()
  const token = await paidOrder(tenant)
  await accounts.update(tenant.account, { gatewayTest: 'none' })
  const reply = await call('refunds.createV1', tenant, { params: { token }, body: { amount: 5 } })
  expect(reply).toMatchObject({ status: 409, body: { code: 'gateway_not_connected' } })
})

test('is rejected while the same refund is under way', async () => {
  const tenant = await newTenant()
  const token = await paidOrder(tenant, { paymentTransactionId: 'pi_lost' })
  const request = { params: { token }, body: { amount: 5 } }
  expect((await call('refunds.createV1', tenant, request)).status).toBe(504)
  const reply = await call('refunds.createV1', tenant, request)
  expect(reply).toMatchObject({ status: 409, body: { code: 'refund_under_way' } })
})
