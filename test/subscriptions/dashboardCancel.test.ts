import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import type { SubscriptionId } from '../../lib/core/ids.ts'
import { log } from '../../lib/core/log.ts'
import type { Tenant } from '../../lib/core/tenant.ts'
import { keyOf, SubscriptionRow } from '../../lib/subscriptions/entity.ts'
import { endDueSubscriptions } from '../../lib/subscriptions/index.ts'
import { sendEvent } from '../support/checkout.ts'
import { around } from '../support/fault-injection.ts'
import { call, newTenant } from '../support/store.ts'
import { at, createV1, dashboardGet, get, renewalOrder, tenantWithoutFeatures, v3, v3Subscription } from './calls.ts'
import { actionsOf, newSubscription } from './changes.ts'

afterEach(() => void vi.useRealTimers())

const cancel = (tenant: Tenant, id: string, query: Record<string, string> = {}) =>
  call('subscriptions.dashboardCancel', tenant, { params: { id }, query })

async function newV3(fields: Record<string, unknown> = {}) {
  const tenant = await newTenant()
  const content = v3Subscription(fields)
  await sendEvent(tenant, 'v3/subscription.created', content, at(1))
  return { tenant, id: content.id }
}

test('cancels a V1 subscription at the gateway', async () => {
  const { tenant, id } = await newSubscription()
  const reply = await cancel(tenant, id)
  expect(reply).toMatchObject({ status: 200, body: { id, state: 'Canceled', nextBillingDate: null } })
  expect((await cancel(tenant, id)).body).toEqual(reply.body)
  expect(await actionsOf(tenant, id)).toEqual(['cancel'])
})

test('a V3 subscription ends at its next billing date, exactly once', async () => {
  const { tenant, id } = await newV3({ nextBillingDate: '2027-03-10T10:00:00Z' })
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2027-03-01T00:00:00Z') })
  const reply = await cancel(tenant, id, v3)
  expect(reply).toMatchObject({ status: 200, body: { state: 'CancellationRequested', upcomingPayments: [] } })
  expect((await cancel(tenant, id, v3)).body).toEqual(reply.body)
  await endDueSubscriptions()
  expect((await dashboardGet(tenant, id, v3)).body.state).toBe('CancellationRequested')
  vi.setSystemTime(new Date('2027-03-10T10:00:01Z'))
  await Promise.all([endDueSubscriptions(), endDueSubscriptions()])
  const ended = await dashboardGet(tenant, id, v3)
  expect(ended.body).toMatchObject({ state: 'Stopped', cancelledOn: '2027-03-10T10:00:00.000Z' })
  await endDueSubscriptions()
  expect((await dashboardGet(tenant, id, v3)).body).toEqual(ended.body)
  expect((await cancel(tenant, id, v3)).body).toEqual(ended.body)
  expect(await actionsOf(tenant, id)).toEqual([])
})

test.each([
  ['API', 'on', '2027-03-08T10:00', '2027-03-15T10:00:00Z'],
  ['API', 'off', '2027-03-05T10:00', '2027-03-12T10:00:00Z'],
  ['checkout', 'off', '2027-03-05T10:00', '2027-03-12T10:00:00Z'],
])(
  'a renewal that arrives before the end that the %s has requested, %s the schedule, does not postpone it',
  async (requester, _, end, followingDate) => {
    const nextBillingDate = `${end}:00Z`
    const { tenant, id } = await newV3({ nextBillingDate })
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2027-03-02T00:00:00Z') })
    const request = { subscription: v3Subscription({ id, nextBillingDate }) }
    if (requester === 'API') await cancel(tenant, id, v3)
    else await sendEvent(tenant, 'v3/subscription.state.cancellationRequested', request)
    expect((await dashboardGet(tenant, id, v3)).body.state).toBe('CancellationRequested')
    vi.setSystemTime(new Date(`${end}:30Z`))
    const renewal = {
      order: renewalOrder({ creationDate: `${end}:05.000Z` }),
      subscription: v3Subscription({ id, nextBillingDate: followingDate }),
    }
    await sendEvent(tenant, 'v3/subscription.invoice.payment.succeeded', renewal)
    await endDueSubscriptions()
    const { body } = await dashboardGet(tenant, id, v3)
    expect(body).toMatchObject({ state: 'Stopped', cancelledOn: `${end}:05.000Z` })
  },
)

test('a V3 subscription whose payment is late ends at its next billing date', async () => {
  const { tenant, id } = await newV3({ nextBillingDate: '2027-03-10T10:00:00Z' })
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2027-03-12T00:00:00Z') })
  expect((await cancel(tenant, id, v3)).body.state).toBe('CancellationRequested')
  const payment = {
    order: renewalOrder({ creationDate: '2027-03-13T10:00:00.000Z' }),
    subscription: v3Subscription({ id, nextBillingDate: '2027-03-17T10:00:00Z' }),
  }
  await sendEvent(tenant, 'v3/subscription.invoice.payment.succeeded', payment)
  vi.setSystemTime(new Date('2027-03-17T09:59:59Z'))
  await endDueSubscriptions()
  expect((await dashboardGet(tenant, id, v3)).body.state).toBe('CancellationRequested')
  vi.setSystemTime(new Date('2027-03-17T10:00:01Z'))
  await endDueSubscriptions()
  const { body } = await dashboardGet(tenant, id, v3)
  expect(body).toMatchObject({ state: 'Stopped', cancelledOn: '2027-03-17T10:00:00.000Z' })
})

const shownDate = async (tenant: Tenant, id: string) => (await dashboardGet(tenant, id, v3)).body.nextBillingDate

test.each([
  ['reported', '2027-03-10T10:00:00Z', '2027-03-10T10:00:00.000Z'],
  ['next by schedule, as the reported one has passed', '2027-02-24T10:00:00Z', '2027-03-08T10:00:00.000Z'],
])('ends on the date that was shown before and after the request: %s', async (_, nextBillingDate, end) => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2027-03-02T00:00:00Z') })
  const { tenant, id } = await newV3({ nextBillingDate })
  expect(await shownDate(tenant, id)).toBe(end)
  expect((await cancel(tenant, id, v3)).body.nextBillingDate).toBe(end)
  vi.setSystemTime(new Date(Date.parse(end) - 1000))
  await endDueSubscriptions()
  expect((await dashboardGet(tenant, id, v3)).body).toMatchObject({
    state: 'CancellationRequested',
    nextBillingDate: end,
  })
  vi.setSystemTime(new Date(Date.parse(end) + 30_000))
  expect(await shownDate(tenant, id)).toBe(end)
  await endDueSubscriptions()
  const { body } = await dashboardGet(tenant, id, v3)
  expect(body).toMatchObject({ state: 'Stopped', cancelledOn: end, nextBillingDate: null })
})

test('a requested cancellation that is stored with another date ends on that date, and shows it', async () => {
  const { tenant, id } = await newV3({ nextBillingDate: '2027-03-03T10:00:00Z' })
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2027-03-05T00:00:00Z') })
  await cancel(tenant, id, v3)
  /** Earlier releases stored this end, because they added a week to the reported date. */
  const endsAt = '2027-03-10T10:00:00.000Z'
  await SubscriptionRow.patch(keyOf(tenant, id as SubscriptionId))
    .set({ endsAt })
    .go()
  expect(await shownDate(tenant, id)).toBe(endsAt)
  vi.setSystemTime(new Date('2027-03-10T10:00:01Z'))
  await endDueSubscriptions()
  expect((await dashboardGet(tenant, id, v3)).body).toMatchObject({ state: 'Stopped', cancelledOn: endsAt })
})

test('one that was requested by the checkout ends too', async () => {
  const { tenant, id } = await newV3({ nextBillingDate: '2026-09-02T10:00:00Z' })
  const subscription = v3Subscription({ id, nextBillingDate: '2026-09-02T10:00:00Z' })
  await sendEvent(tenant, 'v3/subscription.state.cancellationRequested', { subscription }, at(2))
  await endDueSubscriptions()
  expect((await dashboardGet(tenant, id, v3)).body.state).toBe('Stopped')
})

test('one that cannot be ended is logged, and the others end', async () => {
  const nextBillingDate = '2027-03-10T10:00:00Z'
  const [broken, other] = [await newV3({ nextBillingDate }), await newV3({ nextBillingDate })]
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2027-03-01T00:00:00Z') })
  for (const { tenant, id } of [broken, other]) await cancel(tenant, id, v3)
  vi.setSystemTime(new Date('2027-03-10T10:00:01Z'))
  const restore = around(async (command, request, input) => {
    if (command === 'GetItemCommand' && JSON.stringify(input).includes(broken.id)) throw new Error('Damaged')
    return request()
  })
  onTestFinished(restore)
  const errorSpy = vi.spyOn(log, 'error').mockImplementation(() => {})
  await endDueSubscriptions()
  restore()
  const stateOf = async ({ tenant, id }: typeof other) => (await dashboardGet(tenant, id, v3)).body.state
  expect([await stateOf(broken), await stateOf(other)]).toEqual(['CancellationRequested', 'Stopped'])
  expect(errorSpy).toHaveBeenCalledWith(
    'A subscription could not be ended.',
    expect.objectContaining({ ...broken.tenant, id: broken.id }),
  )
  errorSpy.mockRestore()
})

test('each engine has its own subscriptions', async () => {
  const [one, other] = [await newSubscription(), await newV3()]
  expect((await cancel(one.tenant, one.id, v3)).status).toBe(404)
  expect((await cancel(other.tenant, other.id)).status).toBe(404)
})

test('returns 409 if the feature is not enabled, and cancels nothing', async () => {
  const tenant = await tenantWithoutFeatures()
  const id = await createV1(tenant)
  const reply = await cancel(tenant, id)
  expect(reply).toMatchObject({ status: 409, body: { code: 'feature_not_enabled' } })
  expect((await get(tenant, id)).body.status).toBe('Active')
})
