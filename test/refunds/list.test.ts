import { expect, test } from 'vitest'
import { sendEvent, withdrawal } from '../support/checkout.ts'
import { paidOrder, refund, refundsOf } from '../support/payments.ts'
import { newTenant } from '../support/store.ts'

test('lists the refunds of one order, oldest first', async () => {
  const tenant = await newTenant()
  const [token, otherToken] = [await paidOrder(tenant), await paidOrder(tenant)]
  const created = []
  for (const amount of [3, 1, 2]) created.push((await refund(tenant, token, { amount })).body)
  expect(await refundsOf(tenant, token)).toEqual(created)
  expect(await refundsOf(tenant, otherToken)).toEqual([])
})

test('includes the withdrawals of the order that were not refused, as they are now', async () => {
  const tenant = await newTenant()
  const token = await paidOrder(tenant)
  await refund(tenant, token, { amount: 5 })
  for (const id of ['W1', 'W2']) await sendEvent(tenant, 'order.withdrawal.created', withdrawal(token, { id }))
  const withdrawals = async () => (await refundsOf(tenant, token))[0].withdrawals
  expect(await withdrawals()).toMatchObject([{ id: 'W1' }, { id: 'W2', resolution: 'Pending' }])
  for (const [id, resolution] of Object.entries({ W1: 'Refused', W2: 'Accepted' }))
    await sendEvent(tenant, 'order.withdrawal.resolved', { id, orderToken: token, resolution })
  expect(await withdrawals()).toMatchObject([{ id: 'W2', resolution: 'Accepted' }])
})
