import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { address, sendEvent } from '../support/checkout.ts'
import { newTenant } from '../support/store.ts'
import { updateTallies } from '../support/stream-worker.ts'
import {
  createV1,
  createV3,
  dashboardList,
  renew,
  report,
  tenantWithoutFeatures,
  v1Invoice,
  v1Subscription,
} from './calls.ts'

const customer = randomUUID()

/** Creates a store with subscriptions of both engines in several states. Returns the store and their ids. */
async function newStore() {
  const tenant = await newTenant()
  const created = (day: number) => ({ creationDate: `2026-08-0${day}T09:00:00Z` })
  const user = { id: customer, email: 'ann@example.org', billingAddress: address({ name: 'Ray' }) }
  const active = await createV1(tenant, { ...created(1), user })
  const paused = await createV1(tenant, created(2))
  await sendEvent(tenant, 'subscription.paused', v1Subscription({ id: paused, ...created(2) }))
  const canceled = await createV1(tenant, { ...created(3), name: 'Tea' })
  await sendEvent(tenant, 'subscription.cancelled', v1Subscription({ id: canceled, ...created(3), name: 'Tea' }))
  const v3 = async (change?: string) => {
    const id = await createV3(tenant)
    if (change) await report(tenant, id, change)
    return id
  }
  const ids = { active, paused, canceled, v3: await v3(), requested: await v3('cancellationRequested') }
  return { tenant, ...ids, stopped: await v3('cancelled'), finished: await v3('finished') }
}

const find = async (tenant: Parameters<typeof dashboardList>[0], query: Record<string, string>) =>
  (await dashboardList(tenant, query)).body.items.map(({ id }: { id: string }) => id).toSorted()

test('shows a summary of subscriptions of both engines, newest first', async () => {
  const tenant = await newTenant()
  const v1 = await createV1(tenant, { creationDate: '2026-08-01T09:00:00Z', quantity: 2 })
  await sendEvent(tenant, 'subscription.invoice.created', v1Invoice(v1, { paid: false }))
  const v3 = await createV3(tenant)
  const { body } = await dashboardList(tenant)
  expect(body.items).toEqual([
    {
      id: v3,
      planName: 'Tea of the week',
      creationDate: '2026-08-03T10:00:00.000Z',
      subscriber: 'jane.doe@example.com',
      interval: 'weekly',
      intervalCount: 1,
      price: 10,
      totalSpent: 12.5,
      nextBillingDate: '2099-08-10T10:00:00.000Z',
      lastAttemptedInvoiceState: 'Paid',
      featureVersion: 'V3',
    },
    {
      id: v1,
      planName: 'Paper box',
      creationDate: '2026-08-01T09:00:00.000Z',
      subscriber: 'jane.doe@example.com',
      interval: 'monthly',
      intervalCount: 1,
      price: 24,
      totalSpent: 0,
      nextBillingDate: expect.stringMatching(/-01T00:00:00.000Z$/),
      lastAttemptedInvoiceState: 'Unpaid',
      featureVersion: 'V1',
    },
  ])
})

test('filters by status; by default, it shows those that have not ended', async () => {
  const { tenant, active, paused, canceled, v3, requested, stopped, finished } = await newStore()
  const ended = [canceled, stopped, finished].toSorted()
  const open = [active, paused, v3, requested].toSorted()
  expect(await find(tenant, {})).toEqual(open)
  expect(await find(tenant, { status: 'active' })).toEqual([active, v3, requested].toSorted())
  expect(await find(tenant, { status: 'Paused' })).toEqual([paused])
  expect(await find(tenant, { status: 'canceled' })).toEqual(ended)
  for (const status of ['all', 'Everything']) expect(await find(tenant, { status })).toHaveLength(7)
})

test('accepts any text as a customer, also of the length of a key, and echoes it', async () => {
  const { tenant } = await newStore()
  for (const customerId of ['unknown', '42', '\u{1f35e}'.repeat(250)])
    expect((await dashboardList(tenant, { customerId })).body).toMatchObject({ totalItems: 0, customerId })
})

test('filters by the state of the newest invoice, and counts all declined ones', async () => {
  const tenant = await newTenant()
  const [declined, ended, paid] = [await createV3(tenant), await createV3(tenant), await createV3(tenant)]
  for (const id of [declined, ended]) await renew(tenant, id, 'failed')
  await renew(tenant, paid, 'succeeded')
  await report(tenant, ended, 'cancelled')
  await updateTallies(tenant)
  const declinedOnes = await dashboardList(tenant, { lastAttemptedInvoiceState: 'declined' })
  expect(declinedOnes.body).toMatchObject({
    totalItems: 1,
    totalDeclinedCount: 2,
    items: [{ id: declined }],
    lastAttemptedInvoiceState: 'Declined',
  })
  expect((await dashboardList(tenant, { lastAttemptedInvoiceState: 'Paid' })).body).toMatchObject({
    totalItems: 1,
    totalDeclinedCount: 2,
    items: [{ id: paid }],
  })
})

test('repeats the filters as they were applied', async () => {
  const tenant = await newTenant()
  const none = {
    status: null,
    sort: [],
    from: null,
    to: null,
    customerId: null,
    totalDeclinedCount: 0,
    userDefinedPlanName: null,
    userDefinedCustomerNameOrEmail: null,
    lastAttemptedInvoiceState: null,
  }
  expect((await dashboardList(tenant)).body).toEqual({ totalItems: 0, offset: 0, limit: 20, items: [], ...none })
  const query = { status: 'ACTIVE', from: '2026-08-01', customerId: customer.toUpperCase() }
  expect((await dashboardList(tenant, query)).body).toMatchObject({
    status: 'active',
    from: '2026-08-01T00:00:00.000Z',
    customerId: customer,
  })
  expect((await dashboardList(tenant, { status: 'unknown' })).body.status).toBe('all')
})

test('links to the next page', async () => {
  const { tenant } = await newStore()
  await updateTallies(tenant)
  const { body, headers } = await dashboardList(tenant, { status: 'all', limit: '3', offset: '3' })
  expect(body).toMatchObject({ totalItems: 7, offset: 3, limit: 3 })
  expect(headers.Link).toMatch(/offset=6.*rel="next"/)
})

test('returns 409 if the feature is not enabled', async () => {
  const reply = await dashboardList(await tenantWithoutFeatures())
  expect(reply).toMatchObject({ status: 409, body: { code: 'feature_not_enabled' } })
})
