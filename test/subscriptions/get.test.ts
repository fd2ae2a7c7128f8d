import { randomUUID } from 'node:crypto'
import { afterEach, expect, test, vi } from 'vitest'
import * as accounts from '../../lib/accounts/index.ts'
import { event, send, sendEvent } from '../support/checkout.ts'
import { call, newTenant } from '../support/store.ts'
import { at, createV1, createV3, get, tenantWithoutFeatures, v1Invoice, v1Subscription } from './calls.ts'

afterEach(() => void vi.useRealTimers())

const setClock = (time: string) => vi.useFakeTimers({ toFake: ['Date'], now: Date.parse(time) })

test('returns a subscription as the checkout reported it', async () => {
  setClock('2026-09-20T12:00:00Z')
  const tenant = await newTenant()
  const content = v1Subscription({ metadata: { box: 'large' }, cartId: 'C-1', recurringShipping: true })
  await sendEvent(tenant, 'subscription.created', content, at(1))
  const { status, body } = await get(tenant, content.id)
  expect(status).toBe(200)
  expect(body).toEqual({
    id: content.id,
    initialOrderToken: content.initialOrderToken,
    firstInvoiceReceivedOn: null,
    schedule: { interval: 'Month', intervalCount: 1, trialPeriodInDays: null, startsOn: '2026-08-01T00:00:00.000Z' },
    itemId: 'BOX-1',
    name: 'Paper box',
    userDefinedId: 'BOX',
    amount: 24,
    quantity: 1,
    totalSpent: 0,
    creationDate: content.creationDate,
    modificationDate: at(1).createdOn,
    nextBillingDate: '2026-10-01T00:00:00.000Z',
    cancelledOn: null,
    status: 'Active',
    pausedOn: null,
    currency: 'eur',
    gatewayId: 'sub_1',
    metadata: { box: 'large' },
    cartId: 'C-1',
    recurringShipping: true,
    user: { id: content.user.id, email: 'jane.doe@example.com' },
  })
})

test('follows the events that pause, resume and cancel it', async () => {
  const tenant = await newTenant()
  const content = v1Subscription()
  const statusAfter = async (name: string, minute: number) => {
    await sendEvent(tenant, `subscription.${name}`, content, at(minute))
    const { status, cancelledOn } = (await get(tenant, content.id)).body
    return [status, cancelledOn]
  }
  expect(await statusAfter('created', 1)).toEqual(['Active', null])
  expect(await statusAfter('paused', 2)).toEqual(['Paused', null])
  expect(await statusAfter('resumed', 3)).toEqual(['Active', null])
  expect(await statusAfter('cancelled', 4)).toEqual(['Canceled', at(4).createdOn])
  expect(await statusAfter('resumed', 5)).toEqual(['Canceled', at(4).createdOn])
  expect((await get(tenant, content.id)).body.nextBillingDate).toBe(null)
})

test('shows when it was paused, until it is resumed or canceled', async () => {
  const tenant = await newTenant()
  const content = v1Subscription()
  const pausedOnAfter = async (name: string, minute: number, fields: object = {}) => {
    await sendEvent(tenant, `subscription.${name}`, { ...content, ...fields }, at(minute))
    const { pausedOn } = (await get(tenant, content.id)).body
    expect((await call('subscriptions.list', tenant)).body.items).toMatchObject([{ pausedOn }])
    return pausedOn
  }
  expect(await pausedOnAfter('created', 1)).toBe(null)
  expect(await pausedOnAfter('paused', 2)).toBe(at(2).createdOn)
  expect(await pausedOnAfter('resumed', 3)).toBe(null)
  const pausedOn = '2026-08-31T22:00:00Z'
  expect(await pausedOnAfter('paused', 4, { pausedOn })).toBe('2026-08-31T22:00:00.000Z')
  expect(await pausedOnAfter('cancelled', 5, { pausedOn })).toBe(null)
})

test.each([
  ['USD', 'usd', 9.999, 10],
  ['JPY', 'jpy', 24, 24],
  [null, 'eur', 9.999, 10],
  [{ code: 'USD' }, 'eur', 24, 24],
])('the currency of the event %j is %s', async (currency, expected, amount, shown) => {
  const tenant = await newTenant()
  const id = await createV1(tenant, { currency, amount, pausedOn: 'soon' })
  const invoice = v1Invoice(id, { currency, amount })
  await sendEvent(tenant, 'subscription.invoice.created', invoice)
  expect((await get(tenant, id)).body).toMatchObject({ currency: expected, amount: shown, totalSpent: shown })
})

const withCurrency = { currency: 'JPY', amount: 3000 }
const withoutCurrency = { amount: 3000 }
const withoutAmount = { amount: null }

test.each([
  [[withCurrency, withoutCurrency, withoutCurrency]],
  [[withCurrency, withoutAmount]],
  [[withoutCurrency, { currency: 'JPY', amount: null }, withoutAmount]],
])('an event without a currency keeps the currency in any sequence: %j', async reports => {
  const events = reports.map((fields, n) => ({ fields, n }))
  for (const sequence of [events, events.toReversed(), [...events.slice(1), ...events]]) {
    const tenant = await newTenant()
    const id = randomUUID()
    for (const { fields, n } of sequence) await createV1(tenant, { id, ...fields }, { ...at(n), id: `event-${n}` })
    expect((await get(tenant, id)).body).toMatchObject({ currency: 'jpy', amount: 3000 })
  }
})

test('has the date of cancellation that the checkout reported', async () => {
  const tenant = await newTenant()
  const content = v1Subscription({ cancelledOn: '2026-08-20T10:00:00Z' })
  await sendEvent(tenant, 'subscription.cancelled', content)
  expect((await get(tenant, content.id)).body.cancelledOn).toBe('2026-08-20T10:00:00.000Z')
})

test('adds up the invoices that were paid', async () => {
  const tenant = await newTenant()
  const id = await createV1(tenant)
  await sendEvent(tenant, 'subscription.invoice.created', v1Invoice(id, { amount: 24.1 }))
  await sendEvent(
    tenant,
    'subscription.invoice.created',
    v1Invoice(id, { amount: 24.2, creationDate: '2026-07-01T00:00:00Z' }),
  )
  await sendEvent(tenant, 'subscription.invoice.created', v1Invoice(id, { amount: 7, paid: false }))
  expect((await get(tenant, id)).body).toMatchObject({
    totalSpent: 48.3,
    firstInvoiceReceivedOn: '2026-07-01T00:00:00.000Z',
  })
})

test('adds up invoices exactly above 2^53 minor units', async () => {
  const { account } = await accounts.create({ name: 'A test store', currency: 'KWD', features: [] })
  const tenant = { account, mode: 'Test' } as const
  const id = await createV1(tenant)
  for (const amount of [...Array(10).fill(999_999_999_999.989), ...Array(5).fill(0.001)])
    await sendEvent(tenant, 'subscription.invoice.created', v1Invoice(id, { amount }))
  expect((await get(tenant, id)).body.totalSpent).toBe(9_999_999_999_999.895)
})

test('knows invoices that arrived before it, and is unknown until it arrives itself', async () => {
  const tenant = await newTenant()
  const content = v1Subscription()
  await sendEvent(tenant, 'subscription.invoice.created', v1Invoice(content.id))
  expect((await get(tenant, content.id)).status).toBe(404)
  await sendEvent(tenant, 'subscription.created', content)
  expect((await get(tenant, content.id)).body).toMatchObject({ totalSpent: 24 })
})

test('has the next billing date that the checkout reported, until there is an invoice of it', async () => {
  setClock('2026-09-20T12:00:00Z')
  const tenant = await newTenant()
  const id = await createV1(tenant, { nextBillingDate: '2026-09-25T08:00:00Z' })
  const nextDate = async () => (await get(tenant, id)).body.nextBillingDate
  expect(await nextDate()).toBe('2026-09-25T08:00:00.000Z')
  setClock('2026-09-25T09:00:00Z')
  const creationDate = '2026-09-25T08:00:00Z'
  await sendEvent(tenant, 'subscription.invoice.created', v1Invoice(id, { creationDate }))
  expect(await nextDate()).toBe('2026-10-01T00:00:00.000Z')
})

test('an older event changes nothing that a newer one has set, and a repeated one changes nothing', async () => {
  const tenant = await newTenant()
  const content = v1Subscription()
  const newer = event(tenant, 'subscription.created', { ...content, amount: 30, name: 'New' }, at(9))
  const older = event(tenant, 'subscription.created', { ...content, amount: 10, name: 'Old' }, at(1))
  expect(await send(newer)).toEqual([])
  const { body } = await get(tenant, content.id)
  expect(await send(older)).toEqual([])
  expect(await send(older, newer)).toEqual([])
  expect((await get(tenant, content.id)).body).toEqual(body)
  expect(body).toMatchObject({ amount: 30, name: 'New' })
})

test.each([
  ['without a schedule', { schedule: undefined }],
  ['with an unknown interval', { schedule: { interval: 'Fortnight' } }],
  ['without an id', { id: undefined }],
  ['with metadata that is text', { metadata: 'text' }],
])('an event %s is rejected', async (_, fields) => {
  const tenant = await newTenant()
  expect(await send(event(tenant, 'subscription.created', v1Subscription(fields)))).toHaveLength(1)
})

test('an event about a subscription of the other engine is rejected', async () => {
  const tenant = await newTenant()
  const id = await createV3(tenant)
  expect(await send(event(tenant, 'subscription.paused', v1Subscription({ id })))).toHaveLength(1)
})

test.each<[string, object, object]>([
  [
    'an interval count of 0 is one',
    { schedule: { interval: 'Week', intervalCount: 0 } },
    { schedule: { intervalCount: 1 } },
  ],
  [
    'without a start, it starts when it is created',
    { schedule: { interval: 'day' } },
    { schedule: { startsOn: '2026-08-01T09:00:00.000Z' } },
  ],
  ['without a quantity, it is one', { quantity: null }, { quantity: 1 }],
  ['amounts are rounded to the decimals of the currency', { amount: '9.999' }, { amount: 10 }],
  [
    'what the checkout did not send is empty',
    { name: null, gatewayId: null, user: null },
    { name: '', gatewayId: null, user: { id: null, email: '' } },
  ],
])('%s', async (_, fields, expected) => {
  const tenant = await newTenant()
  const id = await createV1(tenant, fields as Record<string, unknown>)
  expect((await get(tenant, id)).body).toMatchObject(expected)
})

test('works in a store without the feature', async () => {
  const tenant = await tenantWithoutFeatures()
  const id = await createV1(tenant)
  for (const name of ['subscriptions.get', 'subscriptions.invoices'])
    expect((await call(name, tenant, { params: { id } })).status).toBe(200)
  expect((await call('subscriptions.list', tenant)).body.totalItems).toBe(1)
})
