import type Stripe from 'stripe'
import { expect, test } from 'vitest'
import type { AccountId } from '../../lib/core/ids.ts'
import { refundCreated } from '../../lib/webhooks/stripe-events.ts'

const tenant = { account: 1001 as AccountId, mode: 'Live' } as const
const event = { id: 'evt_1', created: 1_788_120_001 } as Stripe.Event
const refund = (fields: Partial<Stripe.Refund> = {}) =>
  ({
    ...{ id: 're_1', amount: 1250, currency: 'eur', created: 1_788_120_000, metadata: {}, reason: null },
    ...fields,
  }) as Stripe.Refund

test('a refund made in Stripe becomes a checkout event with the id that Stripe gave it', () => {
  const made = refund({ reason: 'requested_by_customer' })
  expect(refundCreated(tenant, event, made)).toEqual({
    id: 'evt_1',
    eventName: 'order.refund.created',
    account: 1001,
    mode: 'Live',
    createdOn: '2026-08-30T20:00:01.000Z',
    content: {
      id: 're_1',
      amount: 12.5,
      comment: 'requested by customer',
      creationDate: '2026-08-30T20:00:00.000Z',
      refundedByPaymentGateway: true,
    },
  })
})

test('a refund that this API asked for keeps its own id', () => {
  const made = refund({ metadata: { refundId: 'refund-1' } })
  const { content } = refundCreated(tenant, event, made)
  expect(content.id).toBe('refund-1')
  expect(content).not.toHaveProperty('comment')
})

test.each([
  ['jpy', 500, 500],
  ['isk', 500, 5],
  ['mga', 500, 500],
  ['kwd', 5120, 5.12],
])('an amount in %s of %d is %d', (currency, amount, decimal) => {
  const made = refund({ currency, amount })
  expect(refundCreated(tenant, event, made).content.amount).toBe(decimal)
})
