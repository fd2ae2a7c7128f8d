/**
 * Applies random histories of orders and refunds, and compares the reports with sums over plain arrays.
 * @module-tag long
 */

import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import { decimalsOf } from '../../lib/core/money.ts'
import { address, event, order, send } from '../support/checkout.ts'
import { printSeed } from '../support/seed.ts'
import { newTenant } from '../support/store.ts'
import { sales, setTimeZone } from './calls.ts'

vi.mock('../../lib/lists/sizes.ts', async () => (await import('../lists/small-sizes.ts')).smallSizes)

const zones = ['UTC', 'Europe/Berlin', 'Pacific/Chatham', 'America/St_Johns', 'Australia/Lord_Howe', 'Asia/Kathmandu']
const currencies = ['eur', 'jpy', 'kwd', 'odd/code']
const countries = ['DE', 'CA', null]
const measures = ['orders', 'gross', 'taxes', 'shipping', 'discounts', 'refunds'] as const
type Measures = Record<(typeof measures)[number], bigint>

/** Times within 26 hours of the start of a day: a day on which clocks change, one busy day, or any other day. */
const instants = fc
  .oneof(
    fc.constantFrom('2026-03-08', '2026-03-29', '2026-04-05', '2026-09-27', '2026-10-04', '2026-10-25', '2026-11-01'),
    fc.constant('2026-03-29'),
    fc.integer({ min: 0, max: 400 }).map(day => new Date(Date.UTC(2026, 0, 1 + day)).toISOString().slice(0, 10)),
  )
  .chain(day =>
    fc
      .integer({ min: -26 * 60, max: 26 * 60 })
      .map(minute => new Date(Date.parse(day) + minute * 60_000).toISOString()),
  )

/** The gross amounts. In KWD, the sum of ten of the highest amounts exceeds 2^53. */
const gross = fc.oneof(fc.nat(100_000), fc.constantFrom(0, 'highest' as const))
const unitsOf = (value: number | 'highest', currency: string) =>
  value === 'highest' ? 999_999_999_999 * 10 ** decimalsOf(currency) : value

const orders = fc.record({
  at: instants,
  currency: fc.constantFrom(...currencies),
  country: fc.constantFrom(...countries),
  amounts: fc.record({ gross, taxes: fc.nat(9999), shipping: fc.nat(999), discounts: fc.nat(999) }),
  refunds: fc.array(fc.record({ at: instants, units: fc.integer({ min: 1, max: 500 }), fails: fc.boolean() }), {
    maxLength: 2,
  }),
})
type Sold = typeof orders extends fc.Arbitrary<infer O> ? O : never

const histories = fc.record({
  sold: fc.array(orders, { minLength: 1, maxLength: 45, size: 'max' }),
  /** Each entry selects the next event, and may change the time zone of the store before this event. */
  sequence: fc.array(fc.tuple(fc.nat(), fc.option(fc.constantFrom(...zones), { freq: 3 })), {
    minLength: 250,
    maxLength: 250,
  }),
})

/**
 * The amounts that the model counts for an order or a refund. `local` is in the time zone that the store had when the
 * order arrived.
 */
interface Counted extends Measures {
  local: string
  currency: string
  country: string | null
}

const localIn = (at: string, timeZone: string) => new Date(at).toLocaleString('sv-SE', { timeZone }).replace(' ', 'T')

function countedOf({ at, currency, country, amounts, refunds }: Sold, zone: string): Counted[] {
  const none = { orders: 0n, gross: 0n, taxes: 0n, shipping: 0n, discounts: 0n, refunds: 0n }
  const figures = Object.fromEntries(
    Object.entries(amounts).map(([name, value]) => [name, BigInt(unitsOf(value, currency))]),
  )
  return [
    { ...none, ...figures, orders: 1n, currency, country, local: localIn(at, zone) },
    ...refunds
      .filter(({ fails }) => !fails)
      .map(refund => ({ ...none, refunds: BigInt(refund.units), currency, country, local: localIn(refund.at, zone) })),
  ]
}

const decimal = (value: number | bigint, currency: string) => {
  const decimals = decimalsOf(currency)
  const digits = String(value).padStart(decimals + 1, '0')
  return Number(decimals ? `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}` : digits)
}

/** Creates a store, and applies the events in a random sequence. Returns the store, and what its reports must count. */
async function storeWith({ sold, sequence }: typeof histories extends fc.Arbitrary<infer H> ? H : never) {
  const tenant = await newTenant()
  const counted: Counted[] = []
  let zone = 'UTC'
  const steps = sold.flatMap(one => {
    const { at, currency, country, amounts, refunds } = one
    const token = randomUUID()
    const content = order({
      token,
      currency,
      creationDate: null,
      completionDate: at,
      billingAddress: address({ country }),
      finalGrandTotal: decimal(unitsOf(amounts.gross, currency), currency),
      taxesTotal: decimal(amounts.taxes, currency),
      shippingFees: decimal(amounts.shipping, currency),
      rebateAmount: decimal(amounts.discounts, currency),
    })
    const complete = async () => {
      counted.push(...countedOf(one, zone))
      return [event(tenant, 'order.completed', content)]
    }
    const others = refunds.flatMap(({ at: creationDate, units, fails }) => {
      const id = randomUUID()
      const refund = { id, orderToken: token, amount: decimal(units, currency), creationDate }
      const failure = { id, orderToken: token }
      return [
        async () => [event(tenant, 'order.refund.created', refund)],
        ...(fails ? [async () => [event(tenant, 'order.refund.failed', failure)]] : []),
      ]
    })
    return [complete, ...others]
  })
  for (const [pick, newZone] of sequence) {
    if (steps.length === 0) break
    zone = newZone ?? zone
    if (newZone) await setTimeZone(tenant, zone)
    const [step] = steps.splice(pick % steps.length, 1)
    expect(await send(...(await step!()))).toEqual([])
  }
  return { tenant, counted }
}

const addDays = (day: string, count: number) =>
  new Date(Date.parse(day) + count * 86_400_000).toISOString().slice(0, 10)

const isStart: Record<string, (day: string) => boolean> = {
  hour: () => true,
  day: () => true,
  week: day => new Date(day).getUTCDay() === 1,
  month: day => day.endsWith('-01'),
}

function startsBetween(from: string, to: string, interval: string): string[] {
  const days: string[] = []
  for (let day = from; day <= to; day = addDays(day, 1)) if (day === from || isStart[interval]!(day)) days.push(day)
  const hours = Array.from({ length: 24 }, (_, n) => `T${String(n).padStart(2, '0')}:00`)
  return interval === 'hour' ? days.flatMap(day => hours.map(hour => day + hour)) : days
}

const sumsOf = (counted: Counted[], currency: string) => ({
  units: null,
  ...Object.fromEntries(
    measures.map(name => {
      const sum = counted.reduce((total, one) => total + one[name], 0n)
      return [name, name === 'orders' ? Number(sum) : decimal(sum, currency)]
    }),
  ),
})

function intervalsOf(counted: Counted[], starts: string[], currency: string) {
  return starts.map((start, n) => {
    const end = starts[n + 1] ?? '~'
    return {
      start,
      ...sumsOf(
        counted.filter(({ local }) => local >= start && local < end),
        currency,
      ),
    }
  })
}

const queries = fc.record({
  from: fc.integer({ min: 0, max: 390 }).map(day => addDays('2026-01-01', day)),
  length: fc.oneof(fc.integer({ min: 0, max: 6 }), fc.integer({ min: 7, max: 399 })),
  interval: fc.constantFrom('hour', 'day', 'week', 'month'),
  by: fc.constantFrom('currency', 'country'),
})

test('figures equal sums over plain arrays, in any time zone and any sequence of events', async () => {
  const run = fc.record({ history: histories, queries: fc.array(queries, { minLength: 12, maxLength: 12 }) })
  await fc.assert(
    fc.asyncProperty(run, async ({ history, queries }) => {
      const { tenant, counted } = await storeWith(history)
      for (const { from, length, by, ...query } of queries) {
        const interval = query.interval === 'hour' && length > 6 ? 'day' : query.interval
        const to = addDays(from, length)
        const previousFrom = addDays(from, -1 - length)
        const { groups } = (await sales(tenant, { from, to, by, interval })).body
        const inside = counted.filter(({ local }) => local >= previousFrom && local < addDays(to, 1))
        const keyOf = ({ currency, country }: any) => `${currency} ${by === 'country' ? country : null}`
        const expected = Map.groupBy(inside, keyOf)
        if (inside.length === 0) expected.set('eur null', [])
        expect(groups.map(keyOf).toSorted()).toEqual([...expected.keys()].toSorted())
        for (const group of groups) {
          const own = expected.get(keyOf(group))!
          const [before, now] = [own.filter(({ local }) => local < from), own.filter(({ local }) => local >= from)]
          expect(group.total).toEqual(sumsOf(now, group.currency))
          expect(group.previousTotal).toEqual(sumsOf(before, group.currency))
          expect(group.intervals).toEqual(intervalsOf(now, startsBetween(from, to, interval), group.currency))
          expect(group.previousIntervals).toEqual(
            intervalsOf(before, startsBetween(previousFrom, addDays(from, -1), interval), group.currency),
          )
        }
      }
    }),
    { numRuns: 6, endOnFailure: true, reporter: printSeed },
  )
})
