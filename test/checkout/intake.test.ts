/** Tests what checkout events do to a store, and what happens to events that cannot be applied. */

import { randomUUID } from 'node:crypto'
import type { SQSEvent } from 'aws-lambda'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { handler } from '../../functions/checkout/intake.ts'
import { suggestEventName } from '../../lib/checkout/index.ts'
import { toJson } from '../../lib/core/json.ts'
import { log } from '../../lib/core/log.ts'
import type { AccountId, Tenant } from '../../lib/core/tenant.ts'
import { address, cart, completeOrder, event, item, order, send, sendEvent, withdrawal } from '../support/checkout.ts'
import { collectMetrics } from '../support/metrics.ts'
import { call, contextFor, newTenant, otherMode } from '../support/store.ts'
import { cartOf, cartsIn, productOf } from './rows.ts'

const orderOf = async (tenant: Tenant, token: string) => (await call('orders.get', tenant, { params: { token } })).body
const customersOf = async (tenant: Tenant) => (await call('customers.list', tenant)).body.items
const at = (second: number) => `2026-09-01T12:00:${String(second).padStart(2, '0')}.000Z`

describe('cart.updated', () => {
  test('creates the cart and its products', async () => {
    const tenant = await newTenant()
    const content = cart({ email: 'jane@example.com', items: [item(), item({ id: 'MUG', name: 'Mug' })] })
    await sendEvent(tenant, 'cart.updated', content)
    expect(await cartOf(tenant, content.token)).toMatchObject({
      creationDate: content.creationDate,
      latest: { email: { value: 'jane@example.com' }, content: { value: { currency: 'EUR', total: 2000 } } },
    })
    expect(await productOf(tenant, 'MUG')).toMatchObject({
      userDefinedId: 'MUG',
      latest: { description: { value: { name: 'Mug', price: 2000, url: '/products/tee' } } },
    })
    expect((await call('orders.list', tenant)).body.totalItems).toBe(0)
  })

  test('keeps the content of the newest event, whichever arrives first', async () => {
    const tenant = await newTenant()
    const { token } = cart()
    await sendEvent(tenant, 'cart.updated', cart({ token, total: 40 }), { createdOn: at(2) })
    await sendEvent(tenant, 'cart.updated', cart({ token, total: 30 }), { createdOn: at(1) })
    expect((await cartOf(tenant, token))?.latest.content?.value.total).toBe(4000)
  })
})

describe('order.completed', () => {
  test('creates the order, its customer and its products, and removes its cart', async () => {
    const tenant = await newTenant()
    const content = order({ email: undefined, user: { id: randomUUID(), email: 'jane@example.com' } })
    await sendEvent(tenant, 'cart.updated', cart({ token: content.token }))
    await sendEvent(tenant, 'order.completed', content)
    expect(await orderOf(tenant, content.token)).toMatchObject({
      token: content.token,
      email: 'jane@example.com',
      status: 'Processed',
      finalGrandTotal: 20,
    })
    expect(await customersOf(tenant)).toMatchObject([
      { email: 'jane@example.com', status: 'Unconfirmed', billingAddressCity: 'Bremen' },
    ])
    expect(await productOf(tenant, 'TEE')).toMatchObject({ userDefinedId: 'TEE' })
    expect(await cartsIn(tenant)).toEqual([])
  })

  describe('without a status', () => {
    const { status, ...content } = { ...order(), notes: 'Leave it at the door' }
    const statusSent = { token: content.token, status: 'Shipped' }

    test('creates a Processed order', async () => {
      const tenant = await newTenant()
      await sendEvent(tenant, 'order.completed', content)
      expect(await orderOf(tenant, content.token)).toMatchObject({ status: 'Processed' })
    })

    test('completes an order that was set back to InProgress', async () => {
      const tenant = await newTenant()
      await sendEvent(tenant, 'order.completed', content, { createdOn: at(1) })
      await sendEvent(tenant, 'order.status.changed', { ...statusSent, status: 'InProgress' }, { createdOn: at(2) })
      await sendEvent(tenant, 'order.completed', content, { createdOn: at(3) })
      expect(await orderOf(tenant, content.token)).toMatchObject({ status: 'Processed' })
    })

    test.each([
      { statuses: ['InProgress'], expected: 'Processed' },
      { statuses: ['InProgress', 'Shipped'], expected: 'Shipped' },
      { statuses: ['Shipped', 'InProgress'], expected: 'Processed' },
    ])('makes $expected of $statuses in any sequence', async ({ statuses, expected }) => {
      const changes = statuses.map((status, n) => ({
        eventName: 'order.status.changed',
        content: { ...statusSent, status },
        createdOn: at(n + 1),
      }))
      const events = [...changes, { eventName: 'order.completed', content, createdOn: at(4) }]
      for (const first of events)
        for (const last of events.filter(event => event !== first)) {
          const tenant = await newTenant()
          const between = events.filter(event => event !== first && event !== last)
          for (const { eventName, content, createdOn } of [first, ...between, last])
            await sendEvent(tenant, eventName, content, { createdOn })
          expect(await orderOf(tenant, content.token)).toMatchObject({ status: expected })
        }
    })

    test('changes no known status, whichever arrives first', async () => {
      const [tenant, other] = [await newTenant(), await newTenant()]
      await sendEvent(tenant, 'order.completed', { ...content, status: 'Pending' }, { createdOn: at(1) })
      await call('orders.update', tenant, { params: { token: content.token }, body: { status: 'Shipped' } })
      await sendEvent(tenant, 'order.completed', content)
      await sendEvent(other, 'order.completed', content, { createdOn: at(2) })
      await sendEvent(other, 'order.status.changed', statusSent, { createdOn: at(1) })
      for (const one of [tenant, other])
        expect(await orderOf(one, content.token)).toMatchObject({ status: 'Shipped', notes: content.notes })
    })
  })

  test('creates digital goods for items with a file', async () => {
    const tenant = await newTenant()
    const file = { fileGuid: 'file-1', fileName: 'Pattern', maxNbrDownload: 3, daysUntilExpire: 9999 }
    const token = await completeOrder(tenant, { items: [item(file), item({ id: 'MUG' })] })
    expect((await call('orders.digital', tenant, { params: { token } })).body).toMatchObject([
      { fileGuid: 'file-1', name: 'Pattern', downloadedNbrTime: 0, maxNbrDownload: 3, isValid: true },
    ])
  })

  test('changes its own mode only', async () => {
    const tenant = await newTenant()
    const token = await completeOrder(tenant)
    expect((await call('orders.get', otherMode(tenant), { params: { token } })).status).toBe(404)
  })

  test('creates no customer without an e-mail address', async () => {
    const tenant = await newTenant()
    const token = await completeOrder(tenant, { email: null, user: undefined })
    expect(await orderOf(tenant, token)).toMatchObject({ email: '', user: null })
    expect(await customersOf(tenant)).toEqual([])
  })
})

describe('addresses', () => {
  const flat = { billingAddressFirstName: 'Ann', billingAddressName: 'Ray', billingAddressCity: 'Kiel' }

  test.each([
    ['as objects', { billingAddress: address({ city: 'Kiel' }) }, 'Jane', 'Kiel'],
    ['flat', { billingAddress: undefined, ...flat }, 'Ann', 'Kiel'],
    ['in both forms, where the object takes precedence', { billingAddress: address(), ...flat }, 'Jane', 'Bremen'],
    [
      'in both forms, each with some of the fields',
      { billingAddress: { firstName: 'Jane' }, billingAddressCity: 'Kiel' },
      'Jane',
      'Kiel',
    ],
  ])('are accepted %s', async (_, fields, firstName, city) => {
    const tenant = await newTenant()
    const token = await completeOrder(tenant, fields)
    const expected = {
      billingAddressFirstName: firstName,
      billingAddressCity: city,
      shippingAddressCity: city,
      shippingAddressSameAsBilling: true,
    }
    expect(await orderOf(tenant, token)).toMatchObject(expected)
    expect(await customersOf(tenant)).toMatchObject([expected])
  })

  test('are different if the event has two', async () => {
    const tenant = await newTenant()
    const token = await completeOrder(tenant, { shippingAddress: address({ city: 'Paris', country: 'FR' }) })
    expect(await orderOf(tenant, token)).toMatchObject({
      billingAddressCity: 'Bremen',
      shippingAddressCity: 'Paris',
      shippingAddressSameAsBilling: false,
    })
  })
})

describe('lenient parsing', () => {
  test('accepts numbers as text, and text as numbers', async () => {
    const tenant = await newTenant()
    const items = [item({ id: 4711, price: '19.994', quantity: '2', weight: '12.5' })]
    const token = await completeOrder(tenant, { items, finalGrandTotal: ' 39.99 ', invoiceNumber: 12 })
    expect(await orderOf(tenant, token)).toMatchObject({
      finalGrandTotal: 39.99,
      invoiceNumber: '12',
      items: [{ id: '4711', price: 19.99, quantity: 2, weight: 12.5, totalPrice: 39.98 }],
    })
  })

  test.each(['true', '1', 1])('accepts the boolean %j', async yes => {
    const tenant = await newTenant()
    const items = [item({ shippable: yes, customFields: [{ name: 'Size', required: yes, value: 'S' }] })]
    const taxes = [{ taxName: 'VAT', taxRate: 0.19, amount: 3.83, includedInPrice: yes }]
    const fields = { items, taxes, isRecurringOrder: yes, willBePaidLater: yes, shippingAddressSameAsBilling: yes }
    const token = await completeOrder(tenant, fields)
    await sendEvent(tenant, 'customer.updated', { email: 'jane@example.com', confirmed: yes })
    expect(await orderOf(tenant, token)).toMatchObject({
      items: [{ shippable: true, customFields: [{ required: true }] }],
      taxes: [{ includedInPrice: true }],
      isRecurringOrder: true,
      willBePaidLater: true,
      shippingAddressSameAsBilling: true,
    })
    expect(await customersOf(tenant)).toContainEqual(expect.objectContaining({ status: 'Confirmed' }))
  })

  test('removes control characters and invalid Unicode from a note', async () => {
    const tenant = await newTenant()
    const token = await completeOrder(tenant, {
      notes: 'ring\u0000 twice\u001b\n\ttop floor \ud83d',
      metadata: { 'kept\u0000': '\u0001' },
    })
    const { notes, metadata } = await orderOf(tenant, token)
    expect(notes).toBe('ring twice\n\ttop floor \ufffd')
    expect(metadata).toEqual({ 'kept\u0000': '\u0001' })
  })

  test('drops unknown fields', async () => {
    const tenant = await newTenant()
    const content = order({ unknownField: 'x', items: [item({ unknownField: 'x' })], user: { unknownField: 'x' } })
    await sendEvent(tenant, 'order.completed', content)
    expect(JSON.stringify(await orderOf(tenant, content.token))).not.toContain('unknownField')
    expect(toJson(await productOf(tenant, 'TEE'))).not.toContain('unknownField')
  })

  test('accepts the mode and the status in any case, and the account as text', async () => {
    const tenant = await newTenant()
    const content = order({ status: 'PROCESSED', paymentStatus: 'paid' })
    const sent = event(tenant, 'order.completed', content)
    expect(await send({ ...sent, mode: 'test', account: String(tenant.account) as never })).toEqual([])
    expect(await orderOf(tenant, content.token)).toMatchObject({ status: 'Processed', paymentStatus: 'Paid' })
  })
})

describe('order.status.changed', () => {
  test('sets the status and the payment status', async () => {
    const tenant = await newTenant()
    const token = await completeOrder(tenant)
    await sendEvent(tenant, 'order.status.changed', { token, status: 'shipped' })
    expect(await orderOf(tenant, token)).toMatchObject({ status: 'Shipped', paymentStatus: 'Paid' })
    await sendEvent(tenant, 'order.status.changed', { token, paymentStatus: 'ChargedBack' })
    expect(await orderOf(tenant, token)).toMatchObject({ status: 'Shipped', paymentStatus: 'ChargedBack' })
  })

  test('sets the tracking of the carrier, and an empty text changes nothing', async () => {
    const tenant = await newTenant()
    const token = await completeOrder(tenant)
    const tracking = { trackingNumber: '123456789', trackingUrl: 'https://example.com/track/123456789' }
    await sendEvent(tenant, 'order.status.changed', { token, ...tracking })
    await sendEvent(tenant, 'order.status.changed', { token, status: 'Shipped', trackingNumber: '', trackingUrl: null })
    expect(await orderOf(tenant, token)).toMatchObject({ status: 'Shipped', ...tracking })
  })

  test.each(['javascript:alert(1)', ' Java\nScript:alert(1)', 'data:text/html,x', 'ftp://example.com/1'])(
    'leaves out the tracking URL %j, also in the event of the order',
    async trackingUrl => {
      const tenant = await newTenant()
      const token = await completeOrder(tenant, { trackingNumber: '1', trackingUrl })
      expect(await orderOf(tenant, token)).toMatchObject({ trackingNumber: '1', trackingUrl: '' })
      await sendEvent(tenant, 'order.status.changed', { token, trackingUrl: 'HTTPS://example.com/track/1' })
      await sendEvent(tenant, 'order.status.changed', { token, trackingNumber: '2', trackingUrl })
      const tracking = { trackingNumber: '2', trackingUrl: 'HTTPS://example.com/track/1' }
      expect(await orderOf(tenant, token)).toMatchObject(tracking)
    },
  )

  test('sorts events of the same millisecond by the digits below it, not by id', async () => {
    const tenant = await newTenant()
    const token = await completeOrder(tenant, {}, { createdOn: at(0) })
    const timeWith = (digits: string) => `2026-09-01T12:00:01.000${digits}Z`
    const delivered = { token, status: 'Delivered' }
    await sendEvent(tenant, 'order.status.changed', delivered, { id: 'a', createdOn: timeWith('9999') })
    const shipped = { token, status: 'Shipped' }
    await sendEvent(tenant, 'order.status.changed', shipped, { id: 'b', createdOn: timeWith('1111') })
    await sendEvent(tenant, 'order.status.changed', shipped, { id: 'c', createdOn: timeWith('') })
    expect((await orderOf(tenant, token)).status).toBe('Delivered')
  })

  test('applies the newest event field by field, even if the order itself arrives last', async () => {
    const tenant = await newTenant()
    const content = order({ paymentStatus: 'Pending' })
    const { token } = content
    await sendEvent(tenant, 'order.status.changed', { token, status: 'Delivered' }, { createdOn: at(5) })
    await sendEvent(
      tenant,
      'order.status.changed',
      { token, status: 'Shipped', paymentStatus: 'Paid' },
      { createdOn: at(3) },
    )
    expect((await call('orders.get', tenant, { params: { token } })).status).toBe(404)
    await sendEvent(tenant, 'order.completed', content, { createdOn: at(1) })
    expect(await orderOf(tenant, token)).toMatchObject({
      status: 'Delivered',
      paymentStatus: 'Paid',
      modificationDate: at(5),
    })
  })
})

describe('withdrawals', () => {
  test('are part of the order, and pending until resolved', async () => {
    const tenant = await newTenant()
    const token = await completeOrder(tenant)
    const created = withdrawal(token)
    await sendEvent(tenant, 'order.withdrawal.created', created)
    expect(await orderOf(tenant, token)).toMatchObject({
      hasPendingWithdrawal: true,
      withdrawals: [{ id: created.id, resolution: 'Pending', resolvedAt: null, refundAmount: 20 }],
    })
    const resolved = { id: created.id, orderToken: token, resolution: 'Accepted', resolvedAt: at(9) }
    await sendEvent(tenant, 'order.withdrawal.resolved', resolved)
    expect(await orderOf(tenant, token)).toMatchObject({
      hasPendingWithdrawal: false,
      withdrawals: [{ id: created.id, resolution: 'Accepted', resolvedAt: at(9) }],
    })
    const pending = await call('orders.list', tenant, { query: { hasPendingWithdrawal: 'true' } })
    expect(pending.body.totalItems).toBe(0)
  })

  test('have the newest resolution, even if it arrives before the withdrawal', async () => {
    const tenant = await newTenant()
    const content = order()
    const created = withdrawal(content.token)
    const resolved = (resolution: string) => ({ id: created.id, orderToken: content.token, resolution })
    await sendEvent(tenant, 'order.withdrawal.resolved', resolved('Refused'), { createdOn: at(4) })
    await sendEvent(tenant, 'order.withdrawal.resolved', resolved('Accepted'), { createdOn: at(3) })
    await sendEvent(tenant, 'order.withdrawal.created', created, { createdOn: at(2) })
    await sendEvent(tenant, 'order.completed', content, { createdOn: at(1) })
    expect(await orderOf(tenant, content.token)).toMatchObject({
      hasPendingWithdrawal: false,
      withdrawals: [{ resolution: 'Refused', resolvedAt: at(4) }],
    })
  })

  test('have the fields of the newest creation event', async () => {
    const tenant = await newTenant()
    const token = await completeOrder(tenant)
    const { id } = withdrawal(token)
    const createdWith = (refundAmount: number) => withdrawal(token, { id, refundAmount })
    await sendEvent(tenant, 'order.withdrawal.created', createdWith(15), { createdOn: at(2) })
    await sendEvent(tenant, 'order.withdrawal.created', createdWith(20), { createdOn: at(1) })
    expect((await orderOf(tenant, token)).withdrawals).toMatchObject([{ refundAmount: 15 }])
    await sendEvent(tenant, 'order.withdrawal.created', createdWith(10), { createdOn: at(3) })
    expect((await orderOf(tenant, token)).withdrawals).toMatchObject([{ refundAmount: 10 }])
  })
})

test('order.digital.downloaded counts each download once, even if its event is sent twice', async () => {
  const tenant = await newTenant()
  const content = order({ items: [item({ fileGuid: 'file-1', maxNbrDownload: 2, daysUntilExpire: 9999 })] })
  const downloads = [1, 2].map(() =>
    event(tenant, 'order.digital.downloaded', { orderToken: content.token, fileGuid: 'file-1' }),
  )
  const digitalGood = async () => (await call('orders.digital', tenant, { params: { token: content.token } })).body[0]
  expect(await send(downloads[0]!, downloads[0]!)).toEqual([])
  await sendEvent(tenant, 'order.completed', content)
  expect(await digitalGood()).toMatchObject({ downloadedNbrTime: 1, isValid: true })
  expect(await send(...downloads, ...downloads)).toEqual([])
  expect(await digitalGood()).toMatchObject({ downloadedNbrTime: 2, isValid: false })
})

describe('customer.updated', () => {
  test.each([
    ['nested', { billingAddress: address() }],
    ['flat', { billingAddressFirstName: 'Jane', billingAddressName: 'Doe', billingAddressCity: 'Bremen' }],
  ])('creates a customer from %s addresses', async (_, addresses) => {
    const tenant = await newTenant()
    const id = randomUUID()
    await sendEvent(tenant, 'customer.updated', { id, email: 'Jane@Example.com', status: 'Confirmed', ...addresses })
    expect(await customersOf(tenant)).toMatchObject([
      { id, email: 'Jane@Example.com', status: 'Confirmed', billingAddressName: 'Doe' },
    ])
  })

  test('updates the buyer of an order, matching the e-mail address case-insensitively', async () => {
    const tenant = await newTenant()
    await completeOrder(tenant, { email: 'jane@example.com' }, { createdOn: at(1) })
    const newer = { email: ' JANE@example.com', confirmed: true, billingAddress: address({ city: 'Kiel' }) }
    await sendEvent(tenant, 'customer.updated', newer, { createdOn: at(2) })
    const older = { email: 'jane@EXAMPLE.com', billingAddress: address({ city: 'Ulm' }) }
    await sendEvent(tenant, 'customer.updated', older, { createdOn: at(0) })
    expect(await customersOf(tenant)).toMatchObject([
      { email: 'JANE@example.com', status: 'Confirmed', billingAddressCity: 'Kiel', creationDate: at(0) },
    ])
  })

  test('creates one customer with the newest address from concurrent events', { tags: ['long'] }, async () => {
    for (let round = 0; round < 10; round++) {
      const tenant = await newTenant()
      const id = randomUUID()
      const events = ['a@example.com', 'b@example.com', 'c@example.com'].map((email, n) =>
        event(tenant, 'customer.updated', { id, email }, { createdOn: at(n) }),
      )
      await Promise.all(events.map(one => send(one)))
      const { items } = (await call('customers.list', tenant)).body
      expect(items).toMatchObject([{ id, email: 'c@example.com' }])
    }
  })

  test('changes the e-mail address of a customer by id', async () => {
    const tenant = await newTenant()
    const id = randomUUID()
    await sendEvent(tenant, 'customer.updated', { id, email: 'old@example.com' })
    await sendEvent(tenant, 'customer.updated', { id, email: 'new@example.com' })
    expect(await customersOf(tenant)).toMatchObject([{ id, email: 'new@example.com' }])
  })
})

test('customer.session.created creates a session, before or after its customer', async () => {
  const tenant = await newTenant()
  const [open, expired, later] = [randomUUID(), randomUUID(), randomUUID()]
  const id = randomUUID()
  const session = (token: string) => call('sessions.get', tenant, { params: { token } })
  const expires = '2999-01-01T00:00:00.000Z'
  await sendEvent(tenant, 'customer.session.created', { token: open, expires, customerId: id })
  await sendEvent(tenant, 'customer.session.created', { token: later, expires, email: 'JANE@example.com' })
  await sendEvent(tenant, 'customer.session.created', { token: expired, expires: at(0), customerId: id })
  expect((await session(open)).status).toBe(404)
  await sendEvent(tenant, 'customer.updated', { id, email: 'jane@example.com' })
  for (const token of [open, later])
    expect((await session(token)).body).toMatchObject({ token, expires, customer: { id, sessionToken: token } })
  expect((await session(expired)).status).toBe(404)
})

test.each([' ', 'a\u0000b', 'x\u202ey', '"', '\\', 'ab\ud83d', 'i'.repeat(100)])(
  'an event with the id %j is applied once',
  async id => {
    const tenant = await newTenant()
    const content = order({ items: [item({ fileGuid: 'file-1' })] })
    const { token } = content
    await sendEvent(tenant, 'order.completed', content, { id })
    const downloaded = { orderToken: token, fileGuid: 'file-1' }
    for (const _ of [1, 2]) await sendEvent(tenant, 'order.digital.downloaded', downloaded, { id })
    const { body } = await call('orders.digital', tenant, { params: { token } })
    expect(body).toMatchObject([{ downloadedNbrTime: 1 }])
  },
)

test('ids that differ only in invalid Unicode are different', async () => {
  const tenant = await newTenant()
  const content = order({ items: [item({ fileGuid: 'file-1' })] })
  await sendEvent(tenant, 'order.completed', content)
  const downloaded = { orderToken: content.token, fileGuid: 'file-1' }
  for (const id of ['\ud83d', '\ud83e']) await sendEvent(tenant, 'order.digital.downloaded', downloaded, { id })
  const { body } = await call('orders.digital', tenant, { params: { token: content.token } })
  expect(body).toMatchObject([{ downloadedNbrTime: 2 }])
})

describe('events that cannot be applied', () => {
  let warnings: unknown[][]
  let errors: unknown[][]
  let infos: unknown[][]

  beforeEach(() => {
    const recordIn =
      (calls: unknown[][]) =>
      (...args: unknown[]) =>
        void calls.push(args)
    ;[warnings, errors, infos] = [[], [], []]
    vi.spyOn(log, 'warn').mockImplementation(recordIn(warnings) as never)
    vi.spyOn(log, 'error').mockImplementation(recordIn(errors) as never)
    vi.spyOn(log, 'info').mockImplementation(recordIn(infos) as never)
  })
  afterEach(() => {
    vi.restoreAllMocks()
  })

  const faultsOfLast = () => (warnings.at(-1)?.[1] as { faults: Record<string, string[]> } | undefined)?.faults

  test('one invalid event does not affect the others of its batch', async () => {
    const tenant = await newTenant()
    const good = [order(), order(), order()].map(content => event(tenant, 'order.completed', content))
    const bad = event(tenant, 'order.completed', order({ token: 'no guid' }))
    expect(await send(good[0]!, bad, ...good.slice(1))).toEqual([bad.id])
    expect((await call('orders.list', tenant)).body.totalItems).toBe(3)
  })

  test('logs all faults by path, without personal data', async () => {
    const tenant = await newTenant()
    const content = order({
      token: 'Jane Doe',
      status: 'jane.doe@example.com',
      completionDate: 'Jane Doe',
      finalGrandTotal: 'Jane Doe',
      items: [item(), item({ id: '', quantity: 'Jane Doe' })],
      billingAddress: 'Jane Doe, 1 Example Street',
    })
    const bad = event(tenant, 'order.completed', content, { createdOn: 'Jane Doe', mode: 'Jane Doe' })
    expect(await send(bad)).toEqual([bad.id])
    expect(Object.keys(faultsOfLast() ?? {}).toSorted()).toEqual([
      'content.billingAddress',
      'content.completionDate',
      'content.finalGrandTotal',
      'content.items[1].id',
      'content.items[1].quantity',
      'content.status',
      'content.token',
      'createdOn',
      'mode',
    ])
    expect(JSON.stringify([warnings, errors, infos])).not.toMatch(/jane|doe|street/i)
  })

  const invalidEnvelope = { id: '', eventName: 'order.completed', account: 0, mode: 'x', createdOn: 'x', content: [] }

  test.each<[string, object | null, string[]]>([
    ['no event', null, ['the event']],
    ['an empty object', {}, ['account', 'content', 'createdOn', 'eventName', 'id', 'mode']],
    ['every field invalid', invalidEnvelope, ['account', 'content', 'createdOn', 'id', 'mode']],
  ])('rejects an envelope with %s', async (_, detail, paths) => {
    const body = JSON.stringify({ detail })
    const { batchItemFailures } = await handler({ Records: [{ messageId: 'm', body }] } as SQSEvent, contextFor())
    expect(batchItemFailures).toEqual([{ itemIdentifier: 'm' }])
    expect(Object.keys(faultsOfLast() ?? {}).toSorted()).toEqual(paths)
    expect(errors).toEqual([])
  })

  test.each([
    ['an id of more than 100 characters', { id: 'i'.repeat(101) }, 'id'],
    ['an invalid time', { createdOn: '2026-02-30' }, 'createdOn'],
    ['an unknown account', { account: 2_000_000_000 }, 'account'],
  ])('rejects an event with %s', async (_, fields, path) => {
    const tenant = await newTenant()
    const bad = event(tenant, 'order.completed', order(), fields)
    expect(await send(bad)).toEqual([bad.id])
    expect(Object.keys(faultsOfLast() ?? {})).toEqual([path])
  })

  test('logs an unknown account together with the other faults', async () => {
    const bad = event({ account: 2_000_000_000 as AccountId, mode: 'Test' }, 'order.completed', order({ token: 'x' }))
    await send({ ...bad, mode: 'x' })
    expect(Object.keys(faultsOfLast() ?? {}).toSorted()).toEqual(['account', 'content.token', 'mode'])
    expect(faultsOfLast()?.account).toEqual(['is not an existing account'])
  })

  test.each(['Jane Doe {', '', '"Jane Doe"', 'null', '[]', '{"detail":"Jane Doe"}'])(
    'rejects a body of %j without logging it',
    async body => {
      const tenant = await newTenant()
      const good = event(tenant, 'order.completed', order())
      const Records = [
        { messageId: 'bad', body },
        { messageId: 'good', body: JSON.stringify({ detail: good }) },
      ]
      expect(await handler({ Records } as SQSEvent, contextFor())).toEqual({
        batchItemFailures: [{ itemIdentifier: 'bad' }],
      })
      expect(warnings).toHaveLength(1)
      expect(errors).toEqual([])
      expect(JSON.stringify(warnings)).not.toContain('Jane')
    },
  )

  test.each([
    'order.vanished',
    'constructor',
    '__proto__',
    'v4/subscription.created',
    'subscription.vanished',
    'subscription.',
    'v3/subscription.paused',
    'Subscription.created',
  ])('acknowledges and logs the unknown event %s', async eventName => {
    const tenant = await newTenant()
    const unknown = event(tenant, eventName, { email: 'jane.doe@example.com' })
    expect(await send(unknown)).toEqual([])
    const details = { ...tenant, eventName, id: unknown.id, nearestName: suggestEventName(eventName) }
    expect(warnings).toEqual([[expect.any(String), details]])
    expect(JSON.stringify([warnings, errors, infos])).not.toContain('jane')
  })

  test('counts an unknown event, and logs the known name that it differs from by a typo', async () => {
    const tenant = await newTenant()
    const metrics = collectMetrics()
    await send(event(tenant, 'v3/subscription.state.canceled', {}), event(tenant, 'order.completed', order()))
    const counted = metrics.stop().filter(line => 'UnknownEvents' in line)
    expect(warnings).toMatchObject([[expect.any(String), { nearestName: 'v3/subscription.state.cancelled' }]])
    expect(counted).toMatchObject([{ UnknownEvents: 1 }])
  })

  test.each(['text', 5, null, [[]], {}, false])('acknowledges an unknown event with the content %j', async content => {
    const tenant = await newTenant()
    expect(await send(event(tenant, 'order.vanished', content as never))).toEqual([])
    expect(warnings).toHaveLength(1)
  })

  test('accepts an empty batch', async () => {
    expect(await handler({ Records: [] } as unknown as SQSEvent, contextFor())).toEqual({ batchItemFailures: [] })
  })
})
