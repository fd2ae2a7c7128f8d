import fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import { eventStamp, type LatestFields, mergeLatest, mergeLatestNow, stampTime } from '../../lib/core/event-stamp.ts'

interface Fields {
  status: string
  note: string | null
}

const histories = fc.array(
  fc.record({
    fields: fc.record({ status: fc.string(), note: fc.option(fc.string()) }, { requiredKeys: [] }),
    minute: fc.integer({ min: 0, max: 5 }),
    id: fc.uuid(),
  }),
)

const stateAfter = (all: readonly { fields: Partial<Fields>; minute: number; id: string }[]) =>
  all.reduce<LatestFields<Fields>>(
    (latest, { fields, minute, id }) =>
      mergeLatest<Fields>(latest, fields, eventStamp(`2026-08-30T18:0${minute}:00.000Z`, id)),
    {},
  )

test('events in any order, and any number of times, lead to the same state', () => {
  fc.assert(
    fc.property(histories, fc.infiniteStream(fc.double({ min: 0, max: 1 })), (all, chances) => {
      const shuffled = [...all, ...all.filter((_, n) => n % 3 === 0)]
        .map(event => ({ event, rank: chances.next().value as number }))
        .toSorted((one, other) => one.rank - other.rank)
        .map(({ event }) => event)
      expect(stateAfter(shuffled)).toEqual(stateAfter(all))
    }),
  )
})

test('a change through the API wins over an event with a future date', () => {
  const future = eventStamp('2099-01-01T00:00:00.000Z', 'late')
  const latest = mergeLatestNow<Fields>({ status: { value: 'old', stamp: future } }, { status: 'new' })
  expect(latest.status?.value).toBe('new')
  expect(mergeLatest<Fields>(latest, { status: 'old' }, future).status?.value).toBe('new')
})

test.each(['2026-08-30T18:17:32.806Z', '2026-08-30T18:17:32.8065916Z'])(
  'the time of a stamp of %s is in milliseconds',
  time => expect(stampTime(eventStamp(time, 'x y'))).toBe('2026-08-30T18:17:32.806Z'),
)

test('stamps sort by time first, whatever their ids and the precision of their times', () => {
  const times = ['805Z', '8059999Z', '806Z', '8060001Z', '80601Z', '8069Z', '8069001Z', '807Z']
  const stamps = times.map((time, n) => eventStamp(`2026-08-30T18:17:32.${time}`, `id ${9 - n}`))
  expect(stamps.toSorted()).toEqual(stamps)
  expect(eventStamp('2026-08-30T18:17:32.8060000Z', 'x')).toBe('2026-08-30T18:17:32.806Z x')
})

test('a change through the API is newer than all events of its millisecond', () => {
  const time = '2026-08-30T18:17:32.806Z'
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse(time) })
  const latest = mergeLatestNow<Fields>({}, { status: 'new' })
  vi.useRealTimers()
  for (const createdOn of [time, '2026-08-30T18:17:32.8069999Z'])
    expect(mergeLatest<Fields>(latest, { status: 'old' }, eventStamp(createdOn, 'x')).status?.value).toBe('new')
  expect(
    mergeLatest<Fields>(latest, { status: 'newer' }, eventStamp('2026-08-30T18:17:32.807Z', 'x')).status?.value,
  ).toBe('newer')
})
