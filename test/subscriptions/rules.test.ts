import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  type ChangeName,
  type Changes,
  cancelledOn,
  type Engine,
  engines,
  initialState,
  isFinal,
  type State,
  stateAfter,
  stateOf,
  states,
  withChange,
} from '../../lib/subscriptions/rules.ts'

const changeNames: ChangeName[] = ['paused', 'resumed', 'cancellationRequested', 'cancelled', 'finished']

type Row = [engine: Engine, from: State, change: ChangeName, to: State]

const rows: Row[] = [
  ['V1', 'Active', 'paused', 'Paused'],
  ['V1', 'Paused', 'resumed', 'Active'],
  ['V1', 'Active', 'cancelled', 'Canceled'],
  ['V1', 'Paused', 'cancelled', 'Canceled'],
  ['V3', 'Active', 'paused', 'Paused'],
  ['V3', 'Paused', 'resumed', 'Active'],
  ['V3', 'Active', 'cancellationRequested', 'CancellationRequested'],
  ['V3', 'Paused', 'cancellationRequested', 'CancellationRequested'],
  ['V3', 'Active', 'cancelled', 'Stopped'],
  ['V3', 'Paused', 'cancelled', 'Stopped'],
  ['V3', 'CancellationRequested', 'cancelled', 'Stopped'],
  ['V3', 'Active', 'finished', 'Finished'],
  ['V3', 'Paused', 'finished', 'Finished'],
  ['V3', 'CancellationRequested', 'finished', 'Finished'],
]

describe('a subscription', () => {
  test('is Active when it was created', () => {
    for (const engine of engines) expect(stateOf({ engine, changes: {} })).toBe('Active')
    expect(initialState).toBe('Active')
  })

  test.each(rows)('of %s that is %s and %s becomes %s', (engine, from, change, to) => {
    expect(stateAfter(engine, from, change)).toBe(to)
  })

  const isAllowed = (...wanted: [Engine, State, ChangeName]) =>
    rows.some(([engine, from, change]) => [engine, from, change].join() === wanted.join())
  const refused = engines
    .flatMap(engine => states.map(from => [engine, from] as const))
    .flatMap(([engine, from]) => changeNames.map(change => [engine, from, change] as const))
    .filter(move => !isAllowed(...move))

  test.each(refused)('of %s that is %s is not %s', (engine, from, change) => {
    expect(stateAfter(engine, from, change)).toBe(null)
  })

  test('is in a final state after Canceled, Stopped and Finished only', () => {
    expect(states.filter(isFinal)).toEqual(['Canceled', 'Stopped', 'Finished'])
    for (const [engine, from, change] of rows) expect(isFinal(from), `${engine} ${change}`).toBe(false)
  })
})

const at = (minute: number) => `2027-01-01T00:${String(minute).padStart(2, '0')}:00.000Z`

type Reported = [name: ChangeName, minute: number]
const changesOf = (reported: readonly Reported[]): Changes =>
  reported.reduce<Changes>(
    (changes, [name, minute]) => withChange(changes, name, { stamp: `${at(minute)} ${name}`, at: at(minute) }),
    {},
  )

describe('of several changes', () => {
  test.each<[string, Engine, Reported[], State]>([
    [
      'the last pause or resumption counts',
      'V1',
      [
        ['paused', 1],
        ['resumed', 2],
        ['paused', 3],
      ],
      'Paused',
    ],
    [
      'nothing follows a cancellation',
      'V1',
      [
        ['cancelled', 1],
        ['resumed', 2],
        ['paused', 3],
      ],
      'Canceled',
    ],
    [
      'a requested cancellation cannot be undone',
      'V3',
      [
        ['cancellationRequested', 1],
        ['resumed', 2],
      ],
      'CancellationRequested',
    ],
    [
      'the first end counts',
      'V3',
      [
        ['finished', 1],
        ['cancelled', 2],
      ],
      'Finished',
    ],
  ])('%s', (_, engine, reported, expected) => {
    expect(stateOf({ engine, changes: changesOf(reported) })).toBe(expected)
  })

  test('the state is the same in any order and with duplicates, and that of applying all in their order', () => {
    const reported = fc.uniqueArray(fc.tuple(fc.constantFrom(...changeNames), fc.integer({ min: 0, max: 59 })), {
      selector: ([, minute]) => minute,
      maxLength: 12,
    })
    const shuffled = reported.chain(all =>
      fc.tuple(fc.constant(all), fc.shuffledSubarray([...all, ...all], { minLength: 2 * all.length })),
    )
    fc.assert(
      fc.property(fc.constantFrom(...engines), shuffled, (engine, [all, twice]) => {
        const inOrder = all.toSorted(([, one], [, other]) => one - other)
        const expected = inOrder.reduce<State>(
          (state, [name]) => stateAfter(engine, state, name) ?? state,
          initialState,
        )
        expect(stateOf({ engine, changes: changesOf(twice) })).toBe(expected)
      }),
    )
  })
})

test('the date of a cancellation is that of the first one, and there is none while it is only requested', () => {
  const dateOf = (engine: Engine, ...reported: Reported[]) => cancelledOn({ engine, changes: changesOf(reported) })
  expect(dateOf('V1', ['paused', 1])).toBe(null)
  expect(dateOf('V1', ['cancelled', 5], ['cancelled', 3])).toBe(at(3))
  expect(dateOf('V3', ['cancellationRequested', 1])).toBe(null)
  expect(dateOf('V3', ['cancellationRequested', 1], ['cancelled', 9])).toBe(at(9))
  expect(dateOf('V3', ['finished', 2], ['cancelled', 4])).toBe(null)
})
