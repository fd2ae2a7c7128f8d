import { expect, test } from 'vitest'
import { fromStoreTime, toStoreTime } from '../../lib/pages/session/store-time.ts'

test.each([
  ['2026-11-01 23:59:59', 'UTC', '2026-11-01T23:59:59.999Z'],
  ['2026-11-01 09:30:00', 'Europe/Berlin', '2026-11-01T08:30:00.000Z'],
  /** The clock is set back from midnight to 23:00, so the day has a second hour after 23:00. */
  ['2026-04-04 23:59:59', 'America/Santiago', '2026-04-05T03:59:59.999Z'],
  ['2026-10-25 02:30:00', 'Europe/Berlin', '2026-10-25T01:30:00.000Z'],
])('what is valid until %s in %s ends at %s', (local, timeZone, instant) => {
  expect(fromStoreTime(local, timeZone)).toBe(instant)
  expect(toStoreTime(instant, timeZone)).toBe(local)
})
