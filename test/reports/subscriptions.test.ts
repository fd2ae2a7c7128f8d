import { expect, test } from 'vitest'
import { v1Subscription, v3Subscription } from '../subscriptions/calls.ts'
import { sendEvent } from '../support/checkout.ts'
import { newTenant } from '../support/store.ts'
import { setTimeZone, storeIn, subscriptions } from './calls.ts'

const november = { from: '2026-11-01', to: '2026-11-30' }
const changedIn = (intervals: { start: string; new: number; ended: number }[]) =>
  intervals.filter(interval => interval.new > 0 || interval.ended > 0)

test('counts new and ended subscriptions of both engines on local days', async () => {
  const tenant = await storeIn('Europe/Berlin')
  const v1 = v1Subscription({ creationDate: '2026-11-09T23:30:00.000Z' })
  const v3 = v3Subscription({ id: '0198aaaa-0000-7000-8000-00000000aaaa' })
  const created = { ...v3, initialOrder: { ...v3.initialOrder, creationDate: '2026-10-31T22:59:59.000Z' } }
  await sendEvent(tenant, 'subscription.created', v1)
  await sendEvent(tenant, 'v3/subscription.created', created)
  await setTimeZone(tenant, 'America/St_Johns')
  await sendEvent(tenant, 'subscription.cancelled', { ...v1, cancelledOn: '2026-11-11T23:30:00.000Z' })
  await sendEvent(
    tenant,
    'v3/subscription.state.finished',
    { subscription: created },
    { createdOn: '2026-11-20T12:00:00.000Z' },
  )
  const { status, body } = await subscriptions(tenant, november)
  expect(status).toBe(200)
  expect(body).toMatchObject({
    ...november,
    timeZone: 'America/St_Johns',
    interval: 'day',
    active: 0,
    paused: 0,
    monthlyRecurringRevenue: [],
    total: { new: 1, ended: 2 },
    previousTotal: { new: 1, ended: 0 },
  })
  expect(changedIn(body.intervals)).toEqual([
    { start: '2026-11-10', new: 1, ended: 0 },
    { start: '2026-11-12', new: 0, ended: 1 },
    { start: '2026-11-20', new: 0, ended: 1 },
  ])
  expect(changedIn(body.previousIntervals)).toEqual([{ start: '2026-10-31', new: 1, ended: 0 }])
})

test('shows how many are active and paused now, and what the active ones pay in a month', async () => {
  const tenant = await newTenant()
  const every = (interval: string, intervalCount = 1) => ({ interval, intervalCount, startsOn: null })
  const paused = v1Subscription({ amount: 999 })
  for (const one of [
    v1Subscription({ amount: 24, quantity: 2, schedule: every('Month') }),
    v1Subscription({ amount: 120, schedule: every('Year') }),
    v1Subscription({ amount: 10, schedule: every('Month', 3) }),
    v1Subscription({ amount: 1000, currency: 'jpy', schedule: every('Week', 2) }),
    paused,
  ])
    await sendEvent(tenant, 'subscription.created', one)
  await sendEvent(tenant, 'subscription.paused', paused)
  expect((await subscriptions(tenant)).body).toMatchObject({
    active: 4,
    paused: 1,
    monthlyRecurringRevenue: [
      { currency: 'jpy', amount: 2167 },
      { currency: 'eur', amount: 61.33 },
    ],
  })
  await sendEvent(tenant, 'subscription.resumed', paused)
  expect((await subscriptions(tenant)).body.monthlyRecurringRevenue[1]).toMatchObject({ currency: 'eur' })
  expect(
    (await subscriptions(tenant)).body.monthlyRecurringRevenue.find((one: any) => one.currency === 'eur').amount,
  ).toBe(1060.33)
})

test('a subscription that is created and ended at the same time counts as both', async () => {
  const tenant = await newTenant()
  const one = v1Subscription({ creationDate: '2026-11-10T12:00:00.000Z', cancelledOn: '2026-11-10T12:00:00.000Z' })
  await sendEvent(tenant, 'subscription.cancelled', one)
  const { total, intervals } = (await subscriptions(tenant, november)).body
  expect(total).toEqual({ new: 1, ended: 1 })
  expect(changedIn(intervals)).toEqual([{ start: '2026-11-10', new: 1, ended: 1 }])
})

test('rejects a period of too many intervals', async () => {
  const { status, body } = await subscriptions(await newTenant(), { from: '2025-01-01', to: '2026-12-31' })
  expect({ status, fields: Object.keys(body.errors) }).toEqual({ status: 400, fields: ['interval'] })
})
