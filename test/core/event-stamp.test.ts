import fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import { eventStamp, type LatestFields, mergeLatest, setNow, stampTime } from '../../lib/core/event-stamp.ts'

interface Said {
  status: string
  note: string | null
}

const sayings = fc.array(
  fc.record({
    said: fc.record({ status: fc.string(), note: fc.option(fc.string()) }, { requiredKeys: [] }),
    minute: fc.integer({ min: 0, max: 5 }),
    id: fc.uuid(),
  }),
)

const after = (all: readonly { said: Partial<Said>; minute: number; id: string }[]) =>
  all.reduce<LatestFields<Said>>(
    (latest, { said, minute, id }) =>
      mergeLatest<Said>(latest, said, eventStamp(`2026-08-30T18:0${minute}:00.000Z`, id)),
    {},
  )

test('events in any order, and any number of times, lead to the same state', () => {
  fc.assert(
    fc.property(sayings, fc.infiniteStream(fc.double({ min: 0, max: 1 })), (all, chances) => {
      const shuffled = [...all, ...all.filter((_, n) => n % 3 === 0)]
        .map(saying => ({ saying, place: chances.next().value as number }))
        .toSorted((one, other) => one.place - other.place)
        .map(({ saying }) => saying)
      expect(after(shuffled)).toEqual(after(all))
    }),
  )
})

test('a change through the API is kept even against an event from the future', () => {
  const future = eventStamp('2099-01-01T00:00:00.000Z', 'late')
  const latest = setNow<Said>({ status: { value: 'old', stamp: future } }, { status: 'new' })
  expect(latest.status?.value).toBe('new')
  expect(mergeLatest<Said>(latest, { status: 'old' }, future).status?.value).toBe('new')
})

test.each(['2026-08-30T18:17:32.806Z', '2026-08-30T18:17:32.8065916Z'])(
  'a stamp of %s tells its time',
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
  const latest = setNow<Said>({}, { status: 'new' })
  vi.useRealTimers()
  for (const told of [time, '2026-08-30T18:17:32.8069999Z'])
    expect(mergeLatest<Said>(latest, { status: 'old' }, eventStamp(told, 'x')).status?.value).toBe('new')
  expect(
    mergeLatest<Said>(latest, { status: 'newer' }, eventStamp('2026-08-30T18:17:32.807Z', 'x')).status?.value,
  ).toBe('newer')
})
