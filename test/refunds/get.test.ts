import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { moved, paidOrder, refund } from '../support/payments.ts'
import { call, newTenant } from '../support/store.ts'

test('returns a refund', async () => {
  const tenant = await newTenant()
  const token = await paidOrder(tenant)
  const { body } = await refund(tenant, token, { amount: 5 })
  const params = { token, id: body.id }
  expect(await call('refunds.get', tenant, { params })).toMatchObject({ status: 200, body })
})

test('returns 404 for the refund of another order, and for an unknown one', async () => {
  const tenant = await newTenant()
  const [token, otherToken] = [await paidOrder(tenant), await paidOrder(tenant)]
  const { id } = (await refund(tenant, token, { amount: 5 })).body
  for (const params of [
    { token: otherToken, id },
    { token, id: randomUUID() },
    { token, id: 'first' },
  ])
    expect((await call('refunds.get', tenant, { params })).status).toBe(404)
})

test('returns 404 for a refund under way', async () => {
  const tenant = await newTenant()
  const token = await paidOrder(tenant, { paymentTransactionId: 'pi_lost' })
  const { refundId } = (await refund(tenant, token, { amount: 5 })).body
  expect((await call('refunds.get', tenant, { params: { token, id: refundId } })).status).toBe(404)
  expect(await moved(tenant, token, 'refund')).toEqual([500])
})
