import { randomUUID } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { afterEach, expect, test } from 'vitest'
import * as accounts from '../../lib/accounts/index.ts'
import type { SubscriptionId } from '../../lib/core/ids.ts'
import type { Tenant } from '../../lib/core/tenant.ts'
import { InvoiceRow } from '../../lib/subscriptions/entity.ts'
import { readStoredInvoices } from '../../lib/subscriptions/load.ts'
import { event, send, sendEvent } from '../support/checkout.ts'
import { around } from '../support/fault-injection.ts'
import { newTenant } from '../support/store.ts'
import { at, createV1, get, invoices, v1Invoice, v1Subscription } from './calls.ts'

let restore = () => {}
afterEach(() => restore())

test('lists the invoices of a subscription, newest first', async () => {
  const tenant = await newTenant()
  const id = await createV1(tenant)
  expect((await invoices(tenant, id)).body).toEqual([])
  const tax = { taxName: 'VAT', taxRate: 0.19, amount: 3.83, numberForInvoice: null }
  const first = v1Invoice(id, { creationDate: '2026-08-01T09:00:00Z', number: 'INV-1', taxes: [tax] })
  const second = v1Invoice(id, { creationDate: '2026-09-01T09:00:00Z', number: 'INV-2', paid: false })
  for (const content of [second, first]) await sendEvent(tenant, 'subscription.invoice.created', content)
  expect((await invoices(tenant, id)).body).toEqual([
    expect.objectContaining({ id: second.orderToken, number: 'INV-2', paid: false, taxes: [] }),
    {
      id: first.orderToken,
      orderToken: first.orderToken,
      subscriptionId: id,
      number: 'INV-1',
      creationDate: '2026-08-01T09:00:00.000Z',
      modificationDate: '2026-08-01T09:00:00.000Z',
      amount: 24,
      total: 24,
      paid: true,
      taxes: [{ ...tax, numberForInvoice: '' }],
    },
  ])
})

test('an invoice that is reported again is one invoice, with its newest values', async () => {
  const tenant = await newTenant()
  const id = await createV1(tenant)
  const content = v1Invoice(id, { paid: false })
  const unpaid = event(tenant, 'subscription.invoice.created', content, at(1))
  const paid = event(tenant, 'subscription.invoice.created', { ...content, paid: true }, at(2))
  expect(await send(paid)).toEqual([])
  expect(await send(unpaid)).toEqual([])
  expect(await send(paid)).toEqual([])
  expect((await invoices(tenant, id)).body).toMatchObject([{ paid: true }])
})

test.each(['true', '1', 1])('an invoice is paid if `paid` is %j', async paid => {
  const tenant = await newTenant()
  const id = await createV1(tenant)
  await sendEvent(tenant, 'subscription.invoice.created', v1Invoice(id, { paid }))
  expect((await invoices(tenant, id)).body).toMatchObject([{ paid: true }])
})

test('invoices of one subscription that arrive at once are all there', async () => {
  const tenant = await newTenant()
  const id = await createV1(tenant)
  const events = Array.from({ length: 10 }, () =>
    event(tenant, 'subscription.invoice.created', v1Invoice(id, { amount: 1.1 })),
  )
  expect(await send(...events)).toEqual([])
  expect((await invoices(tenant, id)).body).toHaveLength(10)
})

test('an invoice that arrives while another one is added is not lost', async () => {
  const tenant = await newTenant()
  const id = await createV1(tenant)
  const addInvoice = () => sendEvent(tenant, 'subscription.invoice.created', v1Invoice(id))
  const { promise: invoicesAreRead, resolve } = Promise.withResolvers<void>()
  let isFirst = true
  restore = around(async (command, request, input) => {
    const isRow = command === 'GetItemCommand' && JSON.stringify(input).includes('#subscriptions')
    if (isRow && isFirst) await Promise.race([invoicesAreRead, setTimeout(200)])
    const reply = await request()
    if (command === 'QueryCommand' && JSON.stringify(input).includes('#invoices') && isFirst) {
      isFirst = false
      await addInvoice()
      resolve()
    }
    return reply
  })
  await addInvoice()
  expect((await invoices(tenant, id)).body).toHaveLength(2)
  expect((await get(tenant, id)).body).toMatchObject({ totalSpent: 48 })
})

const dollars = { currency: 'USD', amount: 12.5 }
const withoutCurrency = { amount: 12.5 }

test.each([
  ['EUR', dollars, [withoutCurrency, withoutCurrency]],
  ['EUR', dollars, [dollars, withoutCurrency]],
  ['EUR', {}, [withoutCurrency, withoutCurrency]],
  ['JPY', dollars, [withoutCurrency, withoutCurrency]],
  ['JPY', {}, [dollars, dollars]],
])('invoices without a currency have that of their subscription: %s, %j, %j', async (currency, fields, reports) => {
  const { account } = await accounts.create({ name: 'A store', currency, features: [] })
  const tenant = { account, mode: 'Test' } as const
  const id = await createV1(tenant, fields)
  for (const report of reports) await sendEvent(tenant, 'subscription.invoice.created', v1Invoice(id, report))
  expect((await invoices(tenant, id)).body).toMatchObject([{ amount: 12.5 }, { amount: 12.5 }])
  expect((await get(tenant, id)).body).toMatchObject({ totalSpent: 25 })
})

test.each([
  ['the invoice has one', {}, [dollars, withoutCurrency, withoutCurrency]],
  ['the subscription has one', dollars, [withoutCurrency, withoutCurrency]],
  ['both have one', dollars, [withoutCurrency, dollars, withoutCurrency]],
])('an invoice keeps its currency in any sequence of events: %s', async (_, fields, reports) => {
  const content = v1Subscription(fields)
  const [{ id }, orderToken] = [content, randomUUID()]
  const tax = { taxName: 'VAT', taxRate: 0.19, amount: 2.25 }
  const events = [
    { eventName: 'subscription.created', content },
    ...reports
      .map(report => ({ ...report, orderToken, taxes: [tax] }))
      .map(report => v1Invoice(id, report))
      .map(content => ({ eventName: 'subscription.invoice.created', content })),
  ].map((one, n) => ({ ...one, ...at(n), id: `event-${n}` }))
  for (const sequence of [events, events.toReversed(), [...events.slice(1), ...events]]) {
    const tenant = await newTenant()
    for (const { eventName, content, ...envelope } of sequence) await sendEvent(tenant, eventName, content, envelope)
    const other = v1Invoice(id, { ...dollars, creationDate: '2026-08-02T09:00:00Z' })
    await sendEvent(tenant, 'subscription.invoice.created', other)
    expect((await invoices(tenant, id)).body).toMatchObject([
      { amount: 12.5 },
      { amount: 12.5, taxes: [{ amount: 2.25 }] },
    ])
    expect((await get(tenant, id)).body).toMatchObject({ totalSpent: 25 })
  }
})

/** Stores the invoices as an earlier release did: without a record whether their currency was reported. */
async function storeAsEarlierRelease(tenant: Tenant, subscriptionId: SubscriptionId): Promise<void> {
  for (const [token, { latest, orderState }] of await readStoredInvoices(tenant, subscriptionId)) {
    const { currencyStamp, ...value } = latest.content!.value
    const content = { ...latest.content!, value: { ...value, currency: currencyStamp ? value.currency : 'eur' } }
    await InvoiceRow.put({ ...tenant, subscriptionId, token, latest: { ...latest, content }, orderState }).go()
  }
}

test.each([
  ['dollars', {}, dollars],
  ['none', dollars, withoutCurrency],
  ['none, as its subscription', {}, withoutCurrency],
])('stored invoices of an earlier release add up with new ones, if they report %s', async (_, fields, report) => {
  const tenant = await newTenant()
  const id = await createV1(tenant, fields)
  const receive = () => sendEvent(tenant, 'subscription.invoice.created', v1Invoice(id, report))
  await receive()
  await storeAsEarlierRelease(tenant, id as SubscriptionId)
  await receive()
  expect((await get(tenant, id)).body).toMatchObject({ totalSpent: 25 })
})

test('skips invoices, and returns more than a page of them', async () => {
  const tenant = await newTenant()
  const id = await createV1(tenant)
  for (const number of ['A', 'B', 'C']) {
    const creationDate = `2026-08-0${'ABC'.indexOf(number) + 1}T00:00:00Z`
    await sendEvent(tenant, 'subscription.invoice.created', v1Invoice(id, { number, creationDate }))
  }
  const { body } = await invoices(tenant, id, { offset: '1' })
  expect(body.map(({ number }: { number: string }) => number)).toEqual(['B', 'A'])
  expect((await invoices(tenant, id, { offset: '9' })).body).toEqual([])
})

test.each([
  ['an order token', { orderToken: undefined }],
  ['a subscription', { subscriptionId: undefined }],
])('an invoice without %s is rejected', async (_, fields) => {
  const tenant = await newTenant()
  const content = v1Invoice(randomUUID(), fields)
  expect(await send(event(tenant, 'subscription.invoice.created', content))).toHaveLength(1)
})
