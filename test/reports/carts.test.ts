import { randomUUID } from 'node:crypto'
import { expect, test, vi } from 'vitest'
import { cart, completeOrder, sendEvent } from '../support/checkout.ts'
import { newTenant } from '../support/store.ts'
import { carts, setTimeZone, storeIn } from './calls.ts'

const november = { from: '2026-11-01', to: '2026-11-30' }

const reportedIn = (intervals: { start: string; recovered: number; recoveredValue: number }[]) =>
  intervals.filter(({ recovered }) => recovered > 0).map(({ start, recoveredValue }) => [start, recoveredValue])

test('shows the open carts of each currency with their value, as they are now', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-11-20T12:00:00Z') })
  const tenant = await newTenant()
  const first = cart({ total: 20.5, creationDate: '2026-10-31T18:00:00Z', modificationDate: '2026-11-10T18:00:00Z' })
  await sendEvent(tenant, 'cart.updated', first)
  await sendEvent(tenant, 'cart.updated', cart({ total: null, summary: { total: 4 } }))
  await sendEvent(tenant, 'cart.updated', cart({ total: 1000, currency: 'jpy' }))
  await sendEvent(tenant, 'cart.updated', cart({ total: null, currency: 'usd' }))
  expect((await carts(tenant)).body.open).toEqual([
    { currency: 'jpy', carts: 1, value: 1000 },
    { currency: 'eur', carts: 2, value: 24.5 },
    { currency: 'usd', carts: 1, value: 0 },
  ])
  await sendEvent(tenant, 'cart.updated', { ...first, total: 30, modificationDate: '2026-11-11T18:00:00Z' })
  await sendEvent(tenant, 'cart.updated', cart({ status: 'Cancelled' }))
  expect((await carts(tenant)).body.open[1]).toEqual({ currency: 'eur', carts: 2, value: 34 })
  await completeOrder(tenant, { token: first.token })
  expect((await carts(tenant)).body.open[1]).toEqual({ currency: 'eur', carts: 1, value: 4 })
  vi.useRealTimers()
})

test('an order recovers its cart if it is completed more than 4 hours after the cart was created', async () => {
  const tenant = await storeIn('Europe/Berlin')
  const complete = (
    creationDate: string | null,
    completionDate: string | null,
    finalGrandTotal: number,
    currency = 'EUR',
  ) => completeOrder(tenant, { creationDate, completionDate, finalGrandTotal, currency })
  await complete('2026-11-09T18:59:59.999Z', '2026-11-09T23:00:00.000Z', 10)
  await complete('2026-11-09T19:00:00.000Z', '2026-11-09T23:00:00.000Z', 20)
  await complete('2026-10-20T00:00:00.000Z', '2026-10-25T00:00:00.000Z', 40)
  await complete(null, '2026-11-09T23:00:00.000Z', 80)
  await complete('2026-11-01T00:00:00.000Z', null, 160)
  await complete('2026-11-01T00:00:00.000Z', '2026-11-02T00:00:00.000Z', 1, 'USD')
  await setTimeZone(tenant, 'UTC')
  const { groups, ...rest } = (await carts(tenant, november)).body
  expect(rest).toMatchObject({ ...november, previousFrom: '2026-10-02', timeZone: 'UTC', interval: 'day', open: [] })
  expect(groups.map(({ currency }: any) => currency)).toEqual(['eur', 'usd'])
  expect(groups[0]).toMatchObject({
    total: { recovered: 1, recoveredValue: 10 },
    previousTotal: { recovered: 1, recoveredValue: 40 },
  })
  expect(reportedIn(groups[0].intervals)).toEqual([['2026-11-10', 10]])
  expect(reportedIn(groups[0].previousIntervals)).toEqual([['2026-10-25', 40]])
})

test('a renewal of a subscription recovers no cart, unlike its first order', async () => {
  const tenant = await newTenant()
  const dates = { creationDate: '2026-11-01T00:00:00.000Z', completionDate: '2026-11-09T00:00:00.000Z' }
  await completeOrder(tenant, { ...dates, isRecurringOrder: true })
  const first = randomUUID()
  await completeOrder(tenant, { ...dates, token: first, isRecurringOrder: true, subscriptionId: first })
  const { groups } = (await carts(tenant, november)).body
  expect(groups).toMatchObject([{ total: { recovered: 1 } }])
})

test('a store without carts has one group, without recovered carts', async () => {
  const { open, groups } = (await carts(await newTenant(), { interval: 'month' })).body
  const total = { recovered: 0, recoveredValue: 0 }
  expect({ open, groups }).toMatchObject({ open: [], groups: [{ currency: 'eur', total, previousTotal: total }] })
})

test('rejects a period of too many intervals', async () => {
  const { status, body } = await carts(await newTenant(), { from: '2025-01-01', to: '2026-12-31' })
  expect({ status, fields: Object.keys(body.errors) }).toEqual({ status: 400, fields: ['interval'] })
})
