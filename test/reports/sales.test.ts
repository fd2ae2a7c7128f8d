import { expect, test } from 'vitest'
import { measure } from '../bench/meter.ts'
import { address, completeOrder, item, sendEvent } from '../support/checkout.ts'
import { paidOrder, refund } from '../support/payments.ts'
import { newTenant, otherMode } from '../support/store.ts'
import { sales, setTimeZone, soldIn, storeIn } from './calls.ts'

const november = { from: '2026-11-01', to: '2026-11-30' }
const none = { orders: 0, units: null, gross: 0, taxes: 0, shipping: 0, discounts: 0, refunds: 0 }

test('reports the sales of each day, beside those of as many days before', async () => {
  const tenant = await newTenant()
  const amounts = { finalGrandTotal: 25.5, taxesTotal: 4.07, shippingFees: 5, rebateAmount: 2 }
  await completeOrder(tenant, { completionDate: '2026-11-30T23:59:59.999Z', ...amounts })
  await completeOrder(tenant, { completionDate: '2026-11-30T00:00:00.000Z', ...amounts })
  await completeOrder(tenant, { completionDate: '2026-10-31T12:00:00.000Z', ...amounts, finalGrandTotal: 1 })
  await completeOrder(tenant, { completionDate: '2026-12-01T00:00:00.000Z', ...amounts })
  const { status, body } = await sales(tenant, november)
  expect(status).toBe(200)
  const { groups, ...period } = body
  expect(period).toEqual({
    ...november,
    previousFrom: '2026-10-02',
    previousTo: '2026-10-31',
    timeZone: 'UTC',
    interval: 'day',
    by: 'currency',
  })
  expect(groups).toHaveLength(1)
  const [{ intervals, previousIntervals, ...group }] = groups
  const total = { ...none, orders: 2, gross: 51, taxes: 8.14, shipping: 10, discounts: 4 }
  const previousTotal = { ...none, orders: 1, gross: 1, taxes: 4.07, shipping: 5, discounts: 2 }
  expect(group).toEqual({ currency: 'eur', country: null, productId: null, total, previousTotal })
  expect(intervals).toHaveLength(30)
  expect(intervals.slice(-2)).toEqual([
    { start: '2026-11-29', ...none },
    { start: '2026-11-30', ...total },
  ])
  expect(previousIntervals.at(-1)).toEqual({ start: '2026-10-31', ...previousTotal })
})

test('days are those of the time zone at the completion, whatever the time zone is later', async () => {
  const tenant = await storeIn('Europe/Berlin')
  await completeOrder(tenant, { completionDate: '2026-11-09T23:30:00.000Z' })
  await setTimeZone(tenant, 'America/St_Johns')
  await completeOrder(tenant, { completionDate: '2026-11-11T02:00:00.000Z' })
  const { timeZone, groups } = (await sales(tenant, november)).body
  expect(timeZone).toBe('America/St_Johns')
  expect(groups[0].total.orders).toBe(2)
  expect(soldIn(groups[0].intervals)).toMatchObject([{ start: '2026-11-10', orders: 2 }])
})

test('by default, reports the last 30 days of the store, up to today', async () => {
  const tenant = await storeIn('Pacific/Kiritimati')
  const { from, to, previousFrom, previousTo, groups } = (await sales(tenant)).body
  const today = new Date(Date.now() + 14 * 3_600_000)
  const dayBefore = (days: number) => new Date(today.getTime() - days * 86_400_000).toISOString().slice(0, 10)
  expect([from, to, previousFrom, previousTo]).toEqual([29, 0, 59, 30].map(dayBefore))
  expect(groups).toMatchObject([{ currency: 'eur', country: null, productId: null, total: none, previousTotal: none }])
  expect(groups[0].intervals).toHaveLength(30)
})

test('each currency is a group, with its own decimals, and the highest gross comes first', async () => {
  const tenant = await newTenant()
  const completionDate = '2026-11-10T12:00:00.000Z'
  const odd = 'gold / silver ü'
  for (const [currency, finalGrandTotal] of [
    ['EUR', 20.19],
    ['jpy', 1999],
    ['KWD', 3.125],
    [odd, 5],
    ['eur', 1],
  ])
    await completeOrder(tenant, { currency, finalGrandTotal, completionDate })
  const { groups } = (await sales(tenant, november)).body
  expect(groups.map(({ currency, total }: any) => [currency, total.orders, total.gross])).toEqual([
    ['jpy', 1, 1999],
    ['eur', 2, 21.19],
    [odd, 1, 5],
    ['kwd', 1, 3.125],
  ])
})

test('groups by country: that of the billing address, or else of the shipping address, or null', async () => {
  const tenant = await newTenant()
  const completionDate = '2026-11-10T12:00:00.000Z'
  const addressIn = (country: string | null) => address({ country })
  await completeOrder(tenant, { completionDate, billingAddress: addressIn('de'), shippingAddress: addressIn('AT') })
  await completeOrder(tenant, { completionDate, billingAddress: addressIn('DE'), currency: 'USD' })
  await completeOrder(tenant, { completionDate, billingAddress: addressIn(null), shippingAddress: addressIn('AT') })
  await completeOrder(tenant, { completionDate, billingAddress: undefined, finalGrandTotal: 7 })
  const { groups } = (await sales(tenant, { ...november, by: 'country' })).body
  expect(groups.map(({ currency, country, total }: any) => [currency, country, total.gross])).toEqual([
    ['eur', 'AT', 20],
    ['eur', 'DE', 20],
    ['usd', 'DE', 20],
    ['eur', null, 7],
  ])
})

test('a refund counts on the day when it was made, and not once it has failed', async () => {
  const tenant = await storeIn('Europe/Berlin')
  const token = await completeOrder(tenant, { completionDate: '2026-10-10T12:00:00.000Z', finalGrandTotal: 100 })
  const refunded = { orderToken: token, amount: 30.5, creationDate: '2026-11-19T23:00:00.000Z' }
  await sendEvent(tenant, 'order.refund.created', { ...refunded, id: 'first' })
  await sendEvent(tenant, 'order.refund.created', { ...refunded, id: 'second', amount: 1 })
  await sendEvent(tenant, 'order.refund.created', { ...refunded, id: 'third', amount: 1, currency: 'USD' })
  await sendEvent(tenant, 'order.refund.failed', { orderToken: token, id: 'second' })
  for (const by of ['currency', 'country']) {
    const [group] = (await sales(tenant, { ...november, by })).body.groups
    expect(group.total).toEqual({ ...none, refunds: 30.5 })
    expect(soldIn(group.intervals)).toMatchObject([{ start: '2026-11-20', refunds: 30.5 }])
    expect(group.previousTotal).toMatchObject({ orders: 1, gross: 100, refunds: 0 })
  }
})

test('a refund that the gateway refuses does not count', async () => {
  const tenant = await newTenant()
  const token = await paidOrder(tenant, { paymentTransactionId: 'pi_refused' })
  const { status } = await refund(tenant, token, { amount: 10 })
  const [{ total }] = (await sales(tenant)).body.groups
  expect(total.refunds).toBe(status === 200 ? 10 : 0)
})

test('a new completion of an order replaces its figures; a new status does not change them', async () => {
  const tenant = await newTenant()
  const token = await completeOrder(tenant, { completionDate: '2026-11-10T12:00:00.000Z', finalGrandTotal: 20 })
  await completeOrder(tenant, {
    token,
    completionDate: '2026-11-12T12:00:00.000Z',
    finalGrandTotal: 30,
    currency: 'USD',
  })
  for (const status of ['Cancelled', 'InProgress']) await sendEvent(tenant, 'order.status.changed', { token, status })
  const { groups } = (await sales(tenant, november)).body
  expect(groups).toHaveLength(1)
  expect(groups[0]).toMatchObject({ currency: 'usd', total: { orders: 1, gross: 30 } })
  expect(soldIn(groups[0].intervals)).toMatchObject([{ start: '2026-11-12' }])
})

test.each([
  ['hour', { from: '2026-11-01', to: '2026-11-02' }, 48, ['2026-11-01T00:00', '2026-11-02T23:00']],
  ['day', { from: '2026-02-27', to: '2026-03-01' }, 3, ['2026-02-27', '2026-03-01']],
  ['week', { from: '2026-11-01', to: '2026-11-17' }, 4, ['2026-11-01', '2026-11-16']],
  ['month', { from: '2025-12-31', to: '2026-03-01' }, 4, ['2025-12-31', '2026-03-01']],
])('divides a period by %s', async (interval, period, length, ends) => {
  const tenant = await newTenant()
  await completeOrder(tenant, { completionDate: `${period.to}T23:15:00.000Z` })
  const [{ intervals }] = (await sales(tenant, { ...period, interval })).body.groups
  expect(intervals).toHaveLength(length)
  expect([intervals[0].start, intervals.at(-1).start]).toEqual(ends)
  expect(soldIn(intervals)).toMatchObject([{ start: ends[1], orders: 1 }])
})

test('by product, counts the units and the amounts of one product in the currency of the store', async () => {
  const tenant = await storeIn('Europe/Berlin')
  const items = [item({ id: 'TEE', quantity: 2, price: 5 }), item({ id: 'CAP' })]
  await completeOrder(tenant, { completionDate: '2026-11-09T22:59:59.999Z', items })
  await completeOrder(tenant, { completionDate: '2026-11-09T23:00:00.000Z', items })
  await completeOrder(tenant, { completionDate: '2026-11-10T08:00:00.000Z', items, currency: 'USD' })
  const { by, groups } = (await sales(tenant, { ...november, by: 'product', productId: 'TEE' })).body
  expect(by).toBe('product')
  const unknown = { taxes: null, shipping: null, discounts: null, refunds: null }
  expect(groups).toMatchObject([{ currency: 'eur', country: null, productId: 'TEE' }])
  expect(groups[0].total).toEqual({ orders: 3, units: 6, gross: 20, ...unknown })
  expect(soldIn(groups[0].intervals)).toEqual([
    { start: '2026-11-09', orders: 1, units: 2, gross: 10, ...unknown },
    { start: '2026-11-10', orders: 2, units: 4, gross: 10, ...unknown },
  ])
  const [other] = (await sales(tenant, { ...november, by: 'product', productId: 'HAT' })).body.groups
  expect(other.total).toEqual({ orders: 0, units: 0, gross: 0, ...unknown })
})

test.each([
  [{ from: '2026-11-02', to: '2026-11-01' }, { from: ['must not be after 2026-11-01, the last day'] }],
  [{ from: '2026-02-30' }, { from: ['must be a day such as 2026-11-01'] }],
  [{ from: '2026-11-01T00:00:00Z' }, { from: ['must be a day such as 2026-11-01'] }],
  [{ from: '0001-01-01' }, { from: ['must be between 1970-01-01 and 9998-12-31'] }],
  [
    { from: '2025-01-01', to: '2026-02-05' },
    { interval: ['must be longer, or the period shorter: a period has at most 400 intervals'] },
  ],
  [
    { from: '2026-11-01', to: '2026-11-08', interval: 'hour' },
    { interval: ['must be longer, or the period shorter: a period has at most 7 days with the interval hour'] },
  ],
  [{ interval: 'year' }, { interval: ['must be one of hour, day, week, month'] }],
  [{ by: 'city' }, { by: ['must be one of currency, country, product'] }],
  [{ by: 'product' }, { productId: ['is required if by is product'] }],
  [{ productId: 'TEE' }, { productId: ['is allowed only if by is product'] }],
  [
    { by: 'product', productId: 'TEE', from: '2026-08-01', to: '2026-11-01', interval: 'month' },
    { from: ['must be later: a report by product has at most 92 days'] },
  ],
] as const)('rejects the query %j', async (query, errors) => {
  const { status, body } = await sales(await newTenant(), query as Record<string, string>)
  expect({ status, errors: body.errors }).toEqual({ status: 400, errors })
})

test('400 days, and years by month, are not too long', async () => {
  const tenant = await newTenant()
  const { groups } = (await sales(tenant, { from: '2025-01-01', to: '2026-02-04' })).body
  expect(groups[0].intervals).toHaveLength(400)
  const years = (await sales(tenant, { from: '1970-01-01', to: '1999-12-31', interval: 'month' })).body
  expect(years).toMatchObject({ previousFrom: '1940-01-02' })
  expect(years.groups[0].intervals).toHaveLength(360)
})

test('the other mode has figures of its own', async () => {
  const tenant = await newTenant()
  await completeOrder(tenant, { completionDate: '2026-11-10T12:00:00.000Z' })
  const [{ total }] = (await sales(otherMode(tenant), november)).body.groups
  expect(total.orders).toBe(0)
})

test('a year by day costs at most 20 read units, with the year before', { tags: ['long'] }, async () => {
  const tenant = await newTenant()
  for (let month = 1; month <= 12; month++)
    for (const [year, currency] of [
      [2025, 'EUR'],
      [2026, 'EUR'],
      [2026, 'USD'],
    ] as const)
      await completeOrder(tenant, {
        currency,
        completionDate: `${year}-${String(month).padStart(2, '0')}-15T12:00:00.000Z`,
      })
  const query = { from: '2026-01-01', to: '2026-12-31' }
  await sales(tenant, query)
  const { result, cost } = await measure(() => sales(tenant, query))
  expect(result.body.groups[0].total.orders).toBe(12)
  expect(cost.units).toBeLessThanOrEqual(20)
  expect(cost.sequentialCalls).toBeLessThanOrEqual(3)
})
