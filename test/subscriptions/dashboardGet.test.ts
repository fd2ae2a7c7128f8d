import { randomUUID } from 'node:crypto'
import { afterEach, expect, test, vi } from 'vitest'
import { sendEvent } from '../support/checkout.ts'
import { newTenant } from '../support/store.ts'
import {
  createV1,
  createV3,
  dashboardGet,
  dashboardList,
  renew,
  report,
  tenantWithoutFeatures,
  v1Subscription,
  v3,
  v3Subscription,
} from './calls.ts'

afterEach(() => void vi.useRealTimers())

const setClock = (time: string) => vi.useFakeTimers({ toFake: ['Date'], now: Date.parse(time) })

test('returns the details of a V1 subscription', async () => {
  setClock('2026-09-20T12:00:00Z')
  const tenant = await newTenant()
  const content = v1Subscription({ schedule: { interval: 'Month', startsOn: '2026-08-31T00:00:00Z' } })
  await sendEvent(tenant, 'subscription.created', content)
  const { status, body } = await dashboardGet(tenant, content.id)
  const upcoming = ['2026-09-30', '2026-10-31', '2026-11-30'].map(day => ({
    subscriptionId: content.id,
    name: 'Paper box',
    date: `${day}T00:00:00.000Z`,
  }))
  expect(status).toBe(200)
  expect(body).toEqual({
    id: content.id,
    name: 'Paper box',
    state: 'Active',
    gatewayId: 'sub_1',
    paymentStatus: null,
    user: { id: content.user.id, email: 'jane.doe@example.com', billingAddressName: 'Jane Doe' },
    schedule: { interval: 'Month', intervalCount: 1 },
    nextBillingDate: '2026-09-30T00:00:00.000Z',
    upcomingPayments: upcoming,
    featureVersion: 'V1',
    amount: 24,
    quantity: 1,
  })
})

test('returns the details of a V3 subscription', async () => {
  const tenant = await newTenant()
  const id = await createV3(tenant, { items: [{ id: 'TEA', price: 10, quantity: 3 }] })
  expect((await dashboardGet(tenant, id.toUpperCase(), v3)).body).toMatchObject({
    id,
    name: 'Tea of the week',
    state: 'Active',
    gatewayId: null,
    paymentStatus: 'Paid',
    user: { email: 'jane.doe@example.com', billingAddressName: 'Jane Doe' },
    schedule: { interval: 'Week', intervalCount: 1 },
    featureVersion: 'V3',
    amount: 10,
    quantity: 3,
  })
})

test('the price of several items is their sum', async () => {
  const tenant = await newTenant()
  const items = [
    { id: 'TEA', price: 10.1, quantity: 2 },
    { id: 'CUP', price: 0.2, quantity: 1 },
  ]
  const id = await createV3(tenant, { items })
  expect((await dashboardGet(tenant, id, v3)).body).toMatchObject({ amount: 20.4, quantity: 1 })
})

test('counts payments after a reported date that is not on the schedule from that date', async () => {
  const tenant = await newTenant()
  const dates = async (nextBillingDate: string) => {
    const id = await createV3(tenant, { nextBillingDate })
    const { body } = await dashboardGet(tenant, id, v3)
    expect(body.nextBillingDate).toBe(body.upcomingPayments[0].date)
    return body.upcomingPayments.map(({ date }: { date: string }) => date.slice(0, 13))
  }
  expect(await dates('2099-08-10T10:00:00Z')).toEqual(['2099-08-10T10', '2099-08-17T10', '2099-08-24T10'])
  expect(await dates('2099-08-11T07:00:00Z')).toEqual(['2099-08-11T07', '2099-08-18T07', '2099-08-25T07'])
})

test.each([
  ['2027-01-31T00:00:00Z', '2027-02-28T19:19:04Z', ['2027-02-28T19:19', '2027-03-31T19:19', '2027-04-30T19:19']],
  ['2027-01-31T19:19:04Z', '2027-02-28T00:00:00Z', ['2027-02-28T00:00', '2027-03-31T00:00', '2027-04-30T00:00']],
  ['2027-01-31T00:00:00Z', '2027-02-27T23:59:00Z', ['2027-02-27T23:59', '2027-03-27T23:59', '2027-04-27T23:59']],
])(
  'a subscription from %s with the reported date %s has the payments %j',
  async (startsOn, nextBillingDate, expected) => {
    setClock('2027-02-20T12:00:00Z')
    const tenant = await newTenant()
    const id = await createV1(tenant, { schedule: { interval: 'Month', startsOn }, nextBillingDate })
    const { upcomingPayments } = (await dashboardGet(tenant, id)).body
    expect(upcomingPayments.map(({ date }: { date: string }) => date.slice(0, 16))).toEqual(expected)
  },
)

test.each([
  ['on its schedule', '2026-09-14T10:00:00Z'],
  ['off its schedule', '2026-09-16T07:00:00Z'],
])('a reported date %s that has passed is followed by the next date of the schedule', async (_, date) => {
  setClock('2026-09-01T12:00:00Z')
  const tenant = await newTenant()
  const id = await createV3(tenant, { nextBillingDate: date })
  const shownDates = async () => {
    const { nextBillingDate, upcomingPayments } = (await dashboardGet(tenant, id, v3)).body
    expect((await dashboardList(tenant)).body.items).toMatchObject([{ nextBillingDate }])
    return [nextBillingDate, upcomingPayments.map(({ date }: { date: string }) => date)]
  }
  const [first, payments] = await shownDates()
  expect([first, payments[0]]).toEqual([new Date(date).toISOString(), first])
  setClock('2026-09-20T12:00:00Z')
  expect(await shownDates()).toEqual([
    '2026-09-21T10:00:00.000Z',
    ['2026-09-21T10:00:00.000Z', '2026-09-28T10:00:00.000Z', '2026-10-05T10:00:00.000Z'],
  ])
})

test.each([
  ['paused', 'Paused', 0, true],
  ['cancellationRequested', 'CancellationRequested', 0, true],
  ['cancelled', 'Stopped', 0, false],
  ['finished', 'Finished', 0, false],
])('after %s, the state is %s', async (change, state, payments, hasNextDate) => {
  const tenant = await newTenant()
  const id = await createV3(tenant)
  await report(tenant, id, change)
  const { body } = await dashboardGet(tenant, id, v3)
  expect(body).toMatchObject({ state })
  expect(body.upcomingPayments).toHaveLength(payments)
  expect(body.nextBillingDate !== null).toBe(hasNextDate)
  expect('cancelledOn' in body).toBe(state === 'Stopped')
})

test('has payments again after it was resumed', async () => {
  const tenant = await newTenant()
  const id = await createV3(tenant)
  for (const change of ['paused', 'resumed']) await report(tenant, id, change)
  const { body } = await dashboardGet(tenant, id, v3)
  expect(body).toMatchObject({ state: 'Active', upcomingPayments: [{}, {}, {}] })
})

test('follows the newest payment', async () => {
  const tenant = await newTenant()
  const id = await createV3(tenant)
  await renew(tenant, id, 'failed')
  expect((await dashboardGet(tenant, id, v3)).body.paymentStatus).toBe('Declined')
})

test('has the id of the customer where the checkout sends no e-mail address', async () => {
  const tenant = await newTenant()
  const customerDetailsId = randomUUID()
  const { initialOrder, ...content } = v3Subscription({ customerDetailsId })
  const { email, ...order } = initialOrder as Record<string, unknown>
  await sendEvent(tenant, 'v3/subscription.created', { ...content, initialOrder: order })
  expect((await dashboardGet(tenant, content.id, v3)).body.user).toMatchObject({ id: customerDetailsId, email: '' })
})

test('V1 is the default version, and an id of the other version is unknown', async () => {
  const tenant = await newTenant()
  const [v1Id, v3Id] = [await createV1(tenant), await createV3(tenant)]
  expect((await dashboardGet(tenant, v1Id, { version: 'v1' })).status).toBe(200)
  expect((await dashboardGet(tenant, v1Id, v3)).status).toBe(404)
  expect((await dashboardGet(tenant, v3Id)).status).toBe(404)
})

test('an id that is not a GUID returns 400 in V1 and 404 in V3', async () => {
  const tenant = await newTenant()
  const reply = await dashboardGet(tenant, 'box')
  expect(reply).toMatchObject({ status: 400, body: { errors: { id: ['must be a GUID'] } } })
  expect((await dashboardGet(tenant, 'box', v3)).status).toBe(404)
  expect((await dashboardGet(tenant, randomUUID(), { version: 'V2' })).status).toBe(400)
})

test('returns 409 if the feature is not enabled', async () => {
  const tenant = await tenantWithoutFeatures()
  const reply = await dashboardGet(tenant, await createV3(tenant), v3)
  expect(reply).toMatchObject({ status: 409, body: { code: 'feature_not_enabled' } })
})
