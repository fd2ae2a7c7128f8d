/** Tests that disputes in Stripe change the status of their order. */

import { beforeEach, describe, expect, test } from 'vitest'
import type { Tenant } from '../../lib/core/tenant.ts'
import { completeOrder, sendEvent } from '../support/checkout.ts'
import { orderOf, refundsOf } from '../support/payments.ts'
import { call } from '../support/store.ts'
import { dispute, newStripeTenant, receive, sendToWebhook, stripeEvent, time } from './samples.ts'

let tenant: Tenant
beforeEach(async () => {
  tenant = await newStripeTenant()
})

const old = { createdOn: '2026-08-30T20:00:00.000Z' }
const paidOrder = (paymentTransactionId = 'pi_1') => completeOrder(tenant, { paymentTransactionId }, old)
const opened = (fields: object = {}) => stripeEvent('charge.dispute.created', dispute({ ...fields }))
const closed = (status: string, at = time + 5000, previous: object = { status: 'under_review' }) =>
  stripeEvent(
    'charge.dispute.closed',
    {},
    { created: at, data: { object: dispute({ status }), previous_attributes: previous } },
  )

test.each(['pi_1', 'ch_1'])('a dispute about the payment %s is shown by its order', async payment => {
  const token = await paidOrder(payment)
  await receive(tenant, opened(), stripeEvent('charge.dispute.updated', dispute({ status: 'under_review' })))
  expect(await orderOf(tenant, token)).toMatchObject({ status: 'Disputed', paymentStatus: 'Paid' })
})

test('a lost dispute is a chargeback and no refund', async () => {
  const token = await paidOrder()
  await receive(tenant, closed('lost'), opened())
  expect(await orderOf(tenant, token)).toMatchObject({
    status: 'Disputed',
    paymentStatus: 'ChargedBack',
    refundsAmount: 0,
  })
  expect(await refundsOf(tenant, token)).toEqual([])
})

describe('an order whose dispute is', () => {
  test.each(['won', 'warning_closed', 'prevented'])('%s is processed again', async status => {
    const token = await paidOrder()
    await receive(tenant, opened(), closed(status))
    expect(await orderOf(tenant, token)).toMatchObject({ status: 'Processed', paymentStatus: 'Paid' })
  })

  test('won and that has a tracking number is shipped, so that nobody ships it again', async () => {
    const token = await paidOrder()
    const body = { status: 'Shipped', trackingNumber: 'T1' }
    await call('orders.update', tenant, { params: { token }, body })
    const now = Math.floor(Date.now() / 1000)
    await receive(tenant, { ...opened({ created: now + 60 }), created: now + 60 }, closed('won', now + 120))
    expect(await orderOf(tenant, token)).toMatchObject({ status: 'Shipped' })
  })

  test.each(['first', 'last'])(
    'won stays as it was set since, if the end of the dispute arrives %s',
    async position => {
      const token = await paidOrder()
      await receive(tenant, opened())
      expect(await orderOf(tenant, token)).toMatchObject({ status: 'Disputed' })
      await call('orders.update', tenant, { params: { token }, body: { status: 'Cancelled' } })
      const now = Math.floor(Date.now() / 1000)
      const submitted = stripeEvent('charge.dispute.updated', dispute({ status: 'under_review' }), {
        created: now + 60,
      })
      const events = [submitted, closed('won', now + 120)]
      await receive(tenant, ...(position === 'first' ? events.toReversed() : events))
      expect(await orderOf(tenant, token)).toMatchObject({ status: 'Cancelled', paymentStatus: 'Paid' })
    },
  )

  test.each(['first', 'last'])('won stays as a checkout has set it since, if this event arrives %s', async position => {
    const token = await paidOrder()
    const steps = [
      () => receive(tenant, opened(), closed('won')),
      () => sendEvent(tenant, 'order.status.changed', { token, status: 'Cancelled' }, { createdOn: disputedSince }),
    ]
    for (const step of position === 'last' ? steps : steps.toReversed()) await step()
    expect(await orderOf(tenant, token)).toMatchObject({ status: 'Cancelled', paymentStatus: 'Paid' })
  })
  const disputedSince = '2026-08-30T21:10:00.000Z'

  test('won is as before if the beginning of the dispute arrives last', async () => {
    const token = await paidOrder()
    await call('orders.update', tenant, { params: { token }, body: { status: 'Delivered' } })
    const now = Math.floor(Date.now() / 1000)
    await receive(tenant, closed('won', now + 120), opened({ created: now + 60 }))
    expect(await orderOf(tenant, token)).toMatchObject({ status: 'Delivered' })
  })

  test('an inquiry at first is disputed again once it is a dispute', async () => {
    const token = await paidOrder()
    await receive(tenant, opened({ status: 'warning_needs_response' }))
    await call('orders.update', tenant, { params: { token }, body: { status: 'Delivered' } })
    const escalated = { object: dispute(), previous_attributes: { status: 'warning_under_review' } }
    const created = Math.floor(Date.now() / 1000) + 60
    await receive(tenant, stripeEvent('charge.dispute.updated', {}, { created, data: escalated }))
    expect(await orderOf(tenant, token)).toMatchObject({ status: 'Disputed' })
  })

  test('lost and then won by an appeal is paid again', async () => {
    const token = await paidOrder()
    await receive(tenant, opened(), closed('lost'))
    await receive(tenant, closed('won', time + 6000, { status: 'appeal_under_review' }))
    expect(await orderOf(tenant, token)).toMatchObject({ status: 'Processed', paymentStatus: 'Paid' })
  })
})

test('a dispute that arrives before its order is shown once the order has arrived', async () => {
  await receive(tenant, closed('lost'), opened())
  const token = await paidOrder()
  expect(await orderOf(tenant, token)).toMatchObject({ status: 'Disputed', paymentStatus: 'ChargedBack' })
})

test('a dispute about a payment of another store changes nothing', async () => {
  const token = await paidOrder()
  await receive(
    tenant,
    opened({ payment_intent: 'pi_2', charge: null }),
    opened({ payment_intent: null, charge: null }),
  )
  expect(await orderOf(tenant, token)).toMatchObject({ status: 'Processed' })
})

test.each([{ id: null }, { status: 7 }, { payment_intent: 'x'.repeat(200) }])(
  'rejects a dispute with %j',
  async fields => {
    expect(await sendToWebhook(tenant, opened(fields))).toMatchObject({
      status: 400,
      body: { code: 'validation_failed' },
    })
  },
)
