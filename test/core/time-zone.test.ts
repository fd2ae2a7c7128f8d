import fc from 'fast-check'
import { expect, test } from 'vitest'
import { instantOf, lastInstantOf, localTime } from '../../lib/core/time-zone.ts'

test.each([
  ['2026-11-01T23:30:00.123Z', undefined, '2026-11-01T23:30:00.123'],
  ['2026-11-01T23:30:00.123Z', 'Europe/Berlin', '2026-11-02T00:30:00.123'],
  ['2026-07-01T22:30:00.000Z', 'Europe/Berlin', '2026-07-02T00:30:00.000'],
  ['2026-07-01T00:00:00.000Z', 'America/St_Johns', '2026-06-30T21:30:00.000'],
  ['2026-12-31T10:15:00.000Z', 'Pacific/Chatham', '2027-01-01T00:00:00.000'],
  ['2026-10-25T01:30:00.000Z', 'Europe/Berlin', '2026-10-25T02:30:00.000'],
])('%s in the time zone %s is %s', (timestamp, timeZone, local) => {
  expect(localTime(timestamp, timeZone)).toBe(local)
})

test.each([
  ['2026-11-01', 'UTC', '2026-11-01T00:00:00.000Z'],
  ['2026-03-29', 'Europe/Berlin', '2026-03-28T23:00:00.000Z'],
  ['2026-03-30', 'Europe/Berlin', '2026-03-29T22:00:00.000Z'],
  /** The clock skips midnight. */
  ['2024-03-10', 'America/Havana', '2024-03-10T05:00:00.000Z'],
  /**
   * In Havana, the clock is set back to midnight. In Santiago, it is set back from midnight to 23:00 of the day before.
   */
  ['2024-11-03', 'America/Havana', '2024-11-03T04:00:00.000Z'],
  ['2024-04-07', 'America/Santiago', '2024-04-07T04:00:00.000Z'],
  ['2026-03-29T02:00', 'Europe/Berlin', '2026-03-29T01:00:00.000Z'],
  ['2026-10-25T02:00', 'Europe/Berlin', '2026-10-25T00:00:00.000Z'],
  ['2026-10-25T03:00', 'Europe/Berlin', '2026-10-25T02:00:00.000Z'],
  /** Samoa skipped this day. */
  ['2011-12-30', 'Pacific/Apia', '2011-12-30T10:00:00.000Z'],
])('%s begins in %s at %s', (day, timeZone, instant) => {
  expect(instantOf(day, timeZone).toISOString()).toBe(instant)
})

test.each([
  ['2026-11-01T23:59:59.999', 'UTC', '2026-11-01T23:59:59.999Z'],
  /** The clock is set back from midnight to 23:00, and in Havana from 01:00 to midnight. */
  ['2026-04-04T22:59:59.999', 'America/Santiago', '2026-04-05T01:59:59.999Z'],
  ['2026-04-04T23:59:59.999', 'America/Santiago', '2026-04-05T03:59:59.999Z'],
  ['2026-04-05T00:00:00', 'America/Santiago', '2026-04-05T04:00:00.000Z'],
  ['2024-11-03T00:30:00', 'America/Havana', '2024-11-03T05:30:00.000Z'],
  ['2026-10-25T01:59:59', 'Europe/Berlin', '2026-10-24T23:59:59.000Z'],
  ['2026-10-25T02:30:00', 'Europe/Berlin', '2026-10-25T01:30:00.000Z'],
  ['2026-10-25T03:00:00', 'Europe/Berlin', '2026-10-25T02:00:00.000Z'],
  /** The clock is set back by half an hour. */
  ['2026-04-05T01:45:00', 'Australia/Lord_Howe', '2026-04-04T15:15:00.000Z'],
  /** The clock skips this time. */
  ['2026-03-29T02:30:00', 'Europe/Berlin', '2026-03-29T01:30:00.000Z'],
  ['2026-03-29T03:00:00', 'Europe/Berlin', '2026-03-29T01:00:00.000Z'],
  ['2026-09-06T00:30:00', 'America/Santiago', '2026-09-06T04:30:00.000Z'],
])('the last time at which clocks show %s in %s is %s', (local, timeZone, instant) => {
  expect(lastInstantOf(local, timeZone).toISOString()).toBe(instant)
})

const zones = [
  'UTC',
  'Pacific/Chatham',
  'America/St_Johns',
  'Australia/Lord_Howe',
  'America/Santiago',
  'Asia/Kathmandu',
]
const days = fc
  .date({ min: new Date('2015-01-01'), max: new Date('2035-01-01'), noInvalidDate: true })
  .map(date => date.toISOString().slice(0, 10))

test('the start of a day is its first instant in any time zone', () => {
  fc.assert(
    fc.property(days, fc.constantFrom(...zones), (day, timeZone) => {
      const start = instantOf(day, timeZone)
      const before = new Date(start.getTime() - 1)
      expect(localTime(start.toISOString(), timeZone).slice(0, 10)).toBe(day)
      expect(localTime(before.toISOString(), timeZone) < day).toBe(true)
    }),
  )
})
