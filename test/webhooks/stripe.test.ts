import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { log } from '../../lib/core/log.ts'
import type { Tenant } from '../../lib/core/tenant.ts'
import { saveGatewayKeys } from '../../lib/payments/gateway-keys.ts'
import { completeOrder } from '../support/checkout.ts'
import { around } from '../support/fault-injection.ts'
import { signatureOf } from '../support/samples.ts'
import { call, newTenant, otherMode } from '../support/store.ts'

const secret = 'whsec_1'
const info = vi.spyOn(log, 'info')
const error = vi.spyOn(log, 'error').mockImplementation(() => {})

let tenant: Tenant
beforeEach(async () => {
  tenant = await newTenant()
  await saveGatewayKeys(tenant, { apiKey: 'sk_test_1', webhookSecret: secret })
})
afterEach(() => void vi.clearAllMocks())

const refund = (fields: object = {}) => ({
  id: 're_1',
  object: 'refund',
  amount: 1250,
  currency: 'eur',
  status: 'succeeded',
  created: 1_788_120_000,
  payment_intent: 'pi_1',
  charge: 'ch_1',
  reason: null,
  metadata: {},
  ...fields,
})
const stripeEvent = (type: string, object: object, fields: object = {}) => ({
  id: `evt_${randomUUID()}`,
  object: 'event',
  type,
  livemode: false,
  created: 1_788_120_001,
  data: { object },
  ...fields,
})

interface Sending {
  to?: Tenant
  signature?: string
  headers?: Record<string, string>
}

function send(event: object, { to = tenant, signature, headers }: Sending = {}) {
  const body = JSON.stringify(event)
  const params = { account: String(to.account), mode: to.mode }
  const signed = { 'Stripe-Signature': signature ?? signatureOf(body, secret) }
  return call('webhooks.stripe', to, { params, body, headers: headers ?? signed })
}

const received = { status: 200, body: { received: true } }
const rejected = {
  status: 400,
  body: { code: 'validation_failed', message: 'The signature of the event could not be verified.' },
}

const refundsOf = async (token: string) => (await call('refunds.list', tenant, { params: { token } })).body

const isKeptReport = () =>
  info.mock.calls.some(([message]) => String(message).startsWith('A report about a payment is kept'))

describe('a refund', () => {
  test('of a payment of this store is recorded once, however often it is sent', async () => {
    const token = await completeOrder(tenant, { paymentTransactionId: 'pi_1' })
    const event = stripeEvent('refund.created', refund({ reason: 'requested_by_customer' }))
    for (const sent of [event, event, stripeEvent('refund.updated', refund())])
      expect(await send(sent)).toMatchObject(received)
    expect(await refundsOf(token)).toMatchObject([
      {
        amount: 12.5,
        comment: 'requested by customer',
        creationDate: '2026-08-30T20:00:00.000Z',
        refundedByPaymentGateway: true,
      },
    ])
  })

  test('is found by the charge if the order knows that one', async () => {
    const token = await completeOrder(tenant, { paymentTransactionId: 'ch_1' })
    await send(stripeEvent('refund.updated', refund()))
    expect(await refundsOf(token)).toHaveLength(1)
  })

  test('is found by the order that it names itself', async () => {
    const orderToken = await completeOrder(tenant)
    const refundId = randomUUID()
    await send(stripeEvent('refund.created', refund({ metadata: { orderToken, refundId } })))
    expect(await refundsOf(orderToken)).toMatchObject([{ id: refundId, amount: 12.5 }])
  })

  test('that this API asked for is the refund that it has recorded', async () => {
    const orderToken = await completeOrder(tenant, { paymentTransactionId: 'pi_1' })
    const body = { amount: 12.5, comment: 'Damaged' }
    const { body: own } = await call('refunds.create', tenant, { params: { token: orderToken }, body })
    const metadata = { orderToken, refundId: own.id }
    await send(stripeEvent('refund.created', refund({ metadata })))
    expect(await refundsOf(orderToken)).toEqual([own])
  })

  test('is found by its payment if it names something else than an order', async () => {
    const token = await completeOrder(tenant, { paymentTransactionId: 'pi_1' })
    await send(stripeEvent('refund.created', refund({ metadata: { orderToken: '17' } })))
    expect(await refundsOf(token)).toHaveLength(1)
  })

  test('of a payment that is not of this store is accepted, and changes nothing', async () => {
    const token = await completeOrder(tenant)
    await completeOrder(await newTenant(), { paymentTransactionId: 'pi_1' })
    await completeOrder(otherMode(tenant), { paymentTransactionId: 'pi_1' })
    for (const payment of [{}, { payment_intent: null }, { payment_intent: null, charge: null }])
      expect(await send(stripeEvent('refund.created', refund(payment)))).toMatchObject(received)
    expect(await refundsOf(token)).toEqual([])
    expect(isKeptReport()).toBe(true)
  })

  test('that another store of the same Stripe account asked for takes no credit note number, and raises no alarm', async () => {
    const orderToken = await completeOrder(await newTenant(), { paymentTransactionId: 'pi_1' })
    const made = refund({ metadata: { orderToken, refundId: randomUUID() } })
    for (const sent of [made, { ...made, status: 'failed' }])
      expect(await send(stripeEvent('refund.updated', sent))).toMatchObject(received)
    const token = await completeOrder(tenant, { paymentTransactionId: 'pi_2' })
    await send(stripeEvent('refund.created', refund({ id: 're_2', payment_intent: 'pi_2', charge: 'ch_2' })))
    expect(await refundsOf(token)).toMatchObject([{ creditNoteNumber: 'CN-1' }])
    expect(error).not.toHaveBeenCalled()
  })

  test('of an order that this store does not have is found by its payment', async () => {
    const token = await completeOrder(tenant, { paymentTransactionId: 'pi_1' })
    const refundId = randomUUID()
    await send(stripeEvent('refund.created', refund({ metadata: { orderToken: randomUUID(), refundId } })))
    expect(await refundsOf(token)).toMatchObject([{ id: refundId, amount: 12.5 }])
  })

  test.each(['pending', 'requires_action', 'failed', 'canceled'])('is ignored while it is %s', async status => {
    const token = await completeOrder(tenant, { paymentTransactionId: 'pi_1' })
    expect(await send(stripeEvent('refund.created', refund({ status })))).toMatchObject(received)
    expect(await refundsOf(token)).toEqual([])
  })

  describe.each([
    ['refund.failed', { status: 'failed', failure_reason: 'expired_or_canceled_card' }, 'Failed'],
    ['refund.updated', { status: 'canceled', failure_reason: null }, 'Cancelled'],
  ])('of which Stripe sends %s with %j', (type, fields, status) => {
    const alarms = () => error.mock.calls.filter(([message]) => String(message).startsWith('A refund that was'))

    test('is taken back if it was made in Stripe, however often that is sent', async () => {
      const token = await completeOrder(tenant, { paymentTransactionId: 'pi_1' })
      await send(stripeEvent('refund.created', refund()))
      const [{ id }] = await refundsOf(token)
      for (let n = 0; n < 2; n++) expect(await send(stripeEvent(type, refund(fields)))).toMatchObject(received)
      expect(await refundsOf(token)).toEqual([])
      const { body } = await call('refunds.get', tenant, { params: { token, id } })
      expect(body).toMatchObject({ status, amount: 12.5, failureReason: fields.failure_reason ?? '' })
      expect(alarms()).toHaveLength(1)
    })

    test('is taken back if this API asked for it', async () => {
      const orderToken = await completeOrder(tenant, { paymentTransactionId: 'pi_1' })
      const request = { params: { token: orderToken }, body: { amount: 20 } }
      const { body: own } = await call('refunds.create', tenant, request)
      const order = () => call('orders.get', tenant, { params: { token: orderToken } })
      expect((await order()).body).toMatchObject({ paymentStatus: 'Refunded', adjustedAmount: 0 })
      const metadata = { orderToken, refundId: own.id }
      await send(stripeEvent(type, refund({ ...fields, amount: 2000, metadata })))
      expect((await order()).body).toMatchObject({ paymentStatus: 'Paid', adjustedAmount: 20, refunds: [] })
      expect(alarms()).toHaveLength(1)
    })

    test('does not count if that arrives before the refund', async () => {
      const token = await completeOrder(tenant, { paymentTransactionId: 'pi_1' })
      await send(stripeEvent(type, refund(fields)))
      await send(stripeEvent('refund.updated', refund()))
      expect(await refundsOf(token)).toEqual([])
      expect(alarms()).toHaveLength(1)
    })
  })

  test('is not found by an id of a payment that is too long for a key', async () => {
    const payment_intent = `pi_${'x'.repeat(3000)}`
    const token = await completeOrder(tenant, { paymentTransactionId: payment_intent })
    expect((await call('orders.get', tenant, { params: { token } })).body).toMatchObject({
      paymentTransactionId: payment_intent,
    })
  })
})

test('accepts and ignores other types of events', async () => {
  const token = await completeOrder(tenant, { paymentTransactionId: 'pi_1' })
  for (const type of ['charge.refunded', 'payment_intent.succeeded', 'customer.created'])
    expect(await send(stripeEvent(type, refund()))).toMatchObject(received)
  expect(await refundsOf(token)).toEqual([])
})

describe('rejects with the same reply', () => {
  const event = stripeEvent('refund.created', refund())
  const body = JSON.stringify(event)
  const now = () => Math.floor(Date.now() / 1000)

  test.each([
    ['no signature', { headers: {} }],
    ['an empty signature', { signature: '' }],
    ['a malformed signature', { signature: 'v1' }],
    ['the signature of another secret', { signature: signatureOf(body, 'whsec_2') }],
    ['the signature of another body', { signature: signatureOf(`${body} `, secret) }],
  ])('%s', async (_, sending) => {
    expect(await send(event, sending)).toMatchObject(rejected)
  })

  test('a signature that is older than five minutes', async () => {
    expect(await send(event, { signature: signatureOf(body, secret, now() - 240) })).toMatchObject(received)
    expect(await send(event, { signature: signatureOf(body, secret, now() - 301) })).toMatchObject(rejected)
  })

  test('a signature that is more than five minutes in the future', async () => {
    expect(await send(event, { signature: signatureOf(body, secret, now() + 240) })).toMatchObject(received)
    expect(await send(event, { signature: signatureOf(body, secret, now() + 310) })).toMatchObject(rejected)
  })

  test('a store without a secret, and one that does not exist', async () => {
    expect(await send(event, { to: await newTenant() })).toMatchObject(rejected)
    expect(await send(event, { to: otherMode(tenant) })).toMatchObject(rejected)
    await saveGatewayKeys(tenant, { apiKey: 'sk_test_1', webhookSecret: null })
    expect(await send(event)).toMatchObject(rejected)
    const unknown = { ...tenant, account: 7 as Tenant['account'] }
    await saveGatewayKeys(unknown, { apiKey: 'sk_test_1', webhookSecret: secret })
    expect(await send(event, { to: unknown })).toMatchObject(rejected)
  })

  test.each([
    ['x', 'Test'],
    ['0', 'Test'],
    ['1001', 'Staging'],
  ])('the address %s/%s', async (account, mode) => {
    const params = { account, mode }
    const headers = { 'Stripe-Signature': signatureOf(body, secret) }
    expect(await call('webhooks.stripe', tenant, { params, body, headers })).toMatchObject(rejected)
  })

  test('an event of the other mode', async () => {
    expect(await send({ ...event, livemode: true })).toMatchObject(rejected)
  })
})

describe('rejects with 400 and a line in the log, if the signature is correct,', () => {
  const warn = vi.spyOn(log, 'warn').mockImplementation(() => {})
  const long = 'x'.repeat(3000)
  const ofRefund = (fields: object) => stripeEvent('refund.created', refund(fields))

  test.each<[string, unknown]>([
    ['an empty body', ''],
    ['what is not JSON', '{"id": "evt_1"'],
    ['null', null],
    ['an array', []],
    ['an event without data', { ...ofRefund({}), data: undefined }],
    ['an event whose data is null', { ...ofRefund({}), data: null }],
    ['an event of another type without an object', { ...stripeEvent('charge.failed', {}), data: {} }],
    ['an event with a long id', { ...ofRefund({}), id: long }],
    ['an event that was created too late', { ...ofRefund({}), created: 1e18 }],
    ['an event that was created before 1970', { ...ofRefund({}), created: -1 }],
    ['a refund without a currency', ofRefund({ currency: null })],
    ['a refund with an unknown form of currency', ofRefund({ currency: 'euros' })],
    ['a refund that was created too late', ofRefund({ created: 1e18 })],
    ['a refund with a long id', ofRefund({ id: long })],
    ['a refund without an id', ofRefund({ id: '' })],
    ['a refund with a long id of its PaymentIntent', ofRefund({ payment_intent: long })],
    ['a refund with a long id of its charge', ofRefund({ charge: { id: long } })],
    ['a refund of no amount', ofRefund({ amount: null })],
    ['a refund of 0', ofRefund({ amount: 0 })],
    ['a refund of too much', ofRefund({ amount: Number.MAX_SAFE_INTEGER })],
    ['a refund of 2^53', ofRefund({ amount: 2 ** 53 })],
    ['a refund whose metadata is text', ofRefund({ metadata: 'x' })],
    ['a refund that is null', { ...ofRefund({}), data: { object: null } }],
  ])('%s', async (_, content) => {
    await completeOrder(tenant, { paymentTransactionId: 'pi_1' })
    const body = typeof content === 'string' ? content : JSON.stringify(content)
    const params = { account: String(tenant.account), mode: tenant.mode }
    const headers = { 'Stripe-Signature': signatureOf(body, secret) }
    warn.mockClear()
    const reply = await call('webhooks.stripe', tenant, { params, body, headers })
    expect(reply).toMatchObject({ status: 400, body: { code: 'validation_failed' } })
    expect(reply.body.message).not.toBe(rejected.body.message)
    expect(warn).toHaveBeenCalledExactlyOnceWith('An event of Stripe was rejected.', {
      ...tenant,
      reason: reply.body.message,
      faults: reply.body.errors,
    })
  })
})

describe('names in the metadata that are not ours', () => {
  test.each(['17', 'x'.repeat(3000), 17, null])('%j as the id of a refund is ignored', async refundId => {
    const token = await completeOrder(tenant, { paymentTransactionId: 'pi_1' })
    for (const id of ['re_1', 're_2', 're_1'])
      await send(stripeEvent('refund.created', refund({ id, amount: 500, metadata: { refundId } })))
    expect(await refundsOf(token)).toMatchObject([{ amount: 5 }, { amount: 5 }])
  })
})

test('does not count a refund in another currency than its order, and reports it', async () => {
  const token = await completeOrder(tenant, { paymentTransactionId: 'pi_1' })
  for (const type of ['refund.created', 'refund.updated'])
    expect(await send(stripeEvent(type, refund({ currency: 'usd' })))).toMatchObject(received)
  expect(await refundsOf(token)).toEqual([])
  expect(error).toHaveBeenCalledExactlyOnceWith(
    'A refund in another currency than its order does not count.',
    expect.objectContaining({ ...tenant, token, currency: 'usd', orderCurrency: 'eur' }),
  )
})

test('replies 404 to an address with invalid percent-encoding', async () => {
  const rawParams = { account: '%E0%A4%A', mode: 'Test' }
  expect(await call('webhooks.stripe', tenant, { rawParams, body: '{}' })).toMatchObject({ status: 404 })
})

test('checks the signature over the bytes that were sent, whatever their JSON looks like', async () => {
  const body = JSON.stringify(stripeEvent('customer.created', { name: 'Zoë 🫖' }), null, 3)
  const params = { account: String(tenant.account), mode: 'test' }
  const headers = { 'stripe-signature': signatureOf(body, secret) }
  expect(await call('webhooks.stripe', tenant, { params, body, headers })).toMatchObject(received)
})

test('rejects a body above a megabyte', async () => {
  const event = stripeEvent('customer.created', { name: 'x'.repeat(1024 * 1024) })
  expect(await send(event)).toMatchObject({ status: 413, body: { code: 'body_too_large' } })
})

test('replies 500 to a fault, so that Stripe sends the event again', async () => {
  const restore = around(() => Promise.reject(new Error('the table is unreachable')))
  const reply = await send(stripeEvent('refund.created', refund()))
  restore()
  expect(reply).toMatchObject({ status: 500, body: { code: 'internal_error' } })
})
