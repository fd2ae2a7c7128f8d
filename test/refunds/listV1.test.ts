import { expect, test } from 'vitest'
import { paidOrder, refund } from '../support/payments.ts'
import { call, newTenant } from '../support/store.ts'

test('returns the same as its successor, and names it', async () => {
  const tenant = await newTenant()
  const token = await paidOrder(tenant)
  const { body } = await refund(tenant, token, { amount: 5 })
  const reply = await call('refunds.listV1', tenant, { params: { token } })
  expect(reply).toMatchObject({ status: 200, body: [body] })
  expect(reply.headers).toMatchObject({
    Deprecation: '@1767225600',
    Link: `</test/orders/${token}/refunds>; rel="successor-version"`,
  })
})
