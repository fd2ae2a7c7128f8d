import { describe, expect, test } from 'vitest'
import { completeOrder } from '../support/checkout.ts'
import { orderOf } from '../support/payments.ts'
import { call } from '../support/store.ts'
import { newStripeTenant, paymentIntent, receive, stripeEvent } from './samples.ts'

describe('a PaymentIntent that is cancelled', () => {
  const authorized = { paymentTransactionId: 'pi_1', status: 'Pending', paymentStatus: 'Authorized' }
  const before = { createdOn: '2026-08-30T20:00:00.000Z' }
  const cancelled = (fields: object = {}) =>
    stripeEvent('payment_intent.canceled', paymentIntent({ status: 'canceled', latest_charge: 'ch_1', ...fields }))

  test('cancels the payment of its order, which no longer awaits a capture', async () => {
    const tenant = await newStripeTenant()
    const token = await completeOrder(tenant, authorized, before)
    await receive(tenant, cancelled())
    expect(await orderOf(tenant, token)).toMatchObject({ status: 'Pending', paymentStatus: 'Cancelled' })
    const { body } = await call('orders.list', tenant, { query: { awaitsCapture: 'true' } })
    expect(body.items).toEqual([])
  })

  test('does not change the payment of an order that arrives later, which may have been declined', async () => {
    const tenant = await newStripeTenant()
    await receive(tenant, cancelled())
    const token = await completeOrder(tenant, { ...authorized, paymentStatus: 'Failed' }, before)
    expect(await orderOf(tenant, token)).toMatchObject({ paymentStatus: 'Failed' })
  })

  test.each([
    ['if the order was paid in another way', { paymentStatus: 'Paid' }, {}],
    ['if there was no charge, as in an abandoned session', {}, { latest_charge: null }],
  ])('changes nothing %s', async (_, order, intent) => {
    const tenant = await newStripeTenant()
    const token = await completeOrder(tenant, { ...authorized, ...order }, before)
    await receive(tenant, cancelled(intent))
    const { paymentStatus } = { ...authorized, ...order }
    expect(await orderOf(tenant, token)).toMatchObject({ paymentStatus })
  })
})
