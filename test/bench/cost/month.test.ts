import { expect, test } from 'vitest'
import { assumptions } from './assumptions.ts'
import { customMetricsOfAlarms, keptBackups } from './fixed.ts'
import { checkMonth, maxMonth } from './limits.ts'
import { customMetricDollars, tracesOf } from './month.ts'
import { monthly } from './prices.ts'
import { sizeAfter, storageDollars } from './storage.ts'
import { bytesSent } from './use.ts'

const gigabyte = 1024 ** 3
const { storedDays, expiringDays, rareMetricHours } = assumptions

const weekly = 'cron(0 3 ? * SUN *)'

test.each([
  [weekly, { DeleteAfterDays: 70 }, [['warm', 10]]],
  ['cron(0 3 * * ? *)', { DeleteAfterDays: 90 }, [['warm', 90]]],
  [
    weekly,
    { MoveToColdStorageAfterDays: 7, DeleteAfterDays: 98 },
    [
      ['warm', 1],
      ['cold', 13],
    ],
  ],
])('%s with %j keeps %j at once', (ScheduleExpression, Lifecycle, expected) => {
  const kept = keptBackups({ ScheduleExpression, Lifecycle })
  expect(kept.map(({ storage, copies }) => [storage, copies])).toEqual(expected)
})

test('the schedule of backups must be known', () => {
  expect(() => keptBackups({ ScheduleExpression: 'rate(1 day)', Lifecycle: { DeleteAfterDays: 1 } })).toThrow('unknown')
})

/**
 * In a year, the table grows by a gigabyte of rows that stay. At the end of the year, the table and its index also have
 * a gigabyte of expiring rows each.
 */
const growth = {
  table: gigabyte / storedDays,
  index: 0,
  expiringTable: gigabyte / expiringDays,
  expiringIndex: gigabyte / expiringDays,
}

test('rows that expire are stored for their lifetime, others since the first day', () => {
  expect(sizeAfter(growth, storedDays)).toEqual({ table: expect.closeTo(2), index: expect.closeTo(1) })
})

test('each backup is a copy of the table as it was, without the index', () => {
  const dollars = storageDollars(growth, {})
  expect(dollars['storage of the table and its index']).toBeCloseTo(3 * monthly.tableGigabyte)
  expect(dollars['point-in-time recovery']).toBeCloseTo(2 * monthly.recoveryGigabyte)
  expect(dollars['backups in warm storage, 1.0 at once']).toBeCloseTo(
    monthly.backupGigabyte * (2 - 3.5 / storedDays),
    5,
  )
  expect(dollars['backups in cold storage, 12.9 at once']).toBeCloseTo(
    (90 / 7) * monthly.coldBackupGigabyte * (2 - 52 / storedDays),
    5,
  )
})

test('metrics of alarms have the names by which Lambdas write them', () => {
  expect(customMetricsOfAlarms).toContain('Faults')
  expect(customMetricsOfAlarms).toContain('GatewayAnswers Live unavailable')
})

test('a custom metric is billed for the hours in which it is written', () => {
  const rare = (customMetricsOfAlarms.size * rareMetricHours * monthly.customMetric) / 720
  expect(customMetricsOfAlarms.size).toBeGreaterThan(5)
  expect(customMetricDollars({})).toBeCloseTo(rare)
  expect(customMetricDollars({ Often: 1e6 })).toBeCloseTo(rare + monthly.customMetric)
  expect(customMetricDollars({ Once: 1 })).toBeCloseTo(rare + monthly.customMetric / 720, 4)
  const [alarmed = ''] = customMetricsOfAlarms
  expect(customMetricDollars({ [alarmed]: 0 })).toBeLessThan(rare)
})

test('the first run of each second is traced, and five percent of the others', () => {
  const seconds = 30 * 24 * 60 * 60
  expect(tracesOf({ invocations: 1000 })).toBe(1000)
  expect(tracesOf({ invocations: seconds + 1000 })).toBeCloseTo(seconds + 50)
})

test('replies are counted compressed if API Gateway compresses them', () => {
  const sent = (length: number, headers = {}) =>
    bytesSent({ headers, body: Buffer.alloc(length, 'x') }, 1024) - assumptions.gatewayHeaderBytes
  const encoding = { 'Content-Encoding': 'gzip' }
  expect(sent(1023)).toBe(1023)
  expect(sent(10_000)).toBeLessThan(10_000 * (1 - assumptions.compressedShare) + 100)
  expect(sent(10_000, encoding)).toBe(10_000 + 'Content-Encoding: gzip\r\n'.length)
})

test('a month above its limit is a failure', () => {
  expect(checkMonth(maxMonth)).toEqual([])
  expect(checkMonth(maxMonth + 0.01)).toEqual(['a month of the shop costs 60.01 dollars, limit 60'])
})
