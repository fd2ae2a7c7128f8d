/** An entity and its entries never disagree, however many they are and whatever breaks in between. */

import fc from 'fast-check'
import { afterEach, describe, expect, test } from 'vitest'
import { EntryRow, listPartition } from '../../lib/store/list-entry.ts'
import { finishEntries, rebuildEntries, remove, save } from '../../lib/store/save.ts'
import { around, lostReply } from '../support/fault-injection.ts'
import { printSeed } from '../support/seed.ts'
import { every, kind, labels, newThing, position, standing, stored, type Thing, wanted } from './things.ts'

let calm = () => {}
afterEach(() => calm())

/** Everything works until the n-th transaction, which and all after it are not done. */
function crashAt(transaction: number) {
  let seen = 0
  calm = around(async (command, send) => {
    if (command === 'TransactWriteItemsCommand' && ++seen >= transaction) throw new Error('crashed')
    return send()
  })
}

test('puts an entity on its lists, moves it, and takes it from those it leaves', async () => {
  const first = await save(kind, await newThing(['L1', 'L2']))
  expect(await standing(first)).toEqual(wanted(first))
  const second = await save(kind, { ...first, status: 'sent', labels: ['L2', 'L3'] }, first)
  expect(second.version).toBe(2)
  expect(await standing(second)).toEqual(wanted(second))
})

test('one of two concurrent saves fails with a conflict; the entries are those of the other', async () => {
  const first = await save(kind, await newThing([]))
  const both = ['L1', 'L2'].map(label => save(kind, { ...first, labels: [label] }, first))
  const outcomes = await Promise.allSettled(both)
  expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  expect(outcomes.find(({ status }) => status === 'rejected')).toMatchObject({ reason: { name: 'Conflict' } })
  const row = await stored(first)
  expect(await standing(first)).toEqual(wanted(row!))
})

describe('with more entries than a transaction holds', () => {
  test('writes them all, and changes them all', async () => {
    const first = await save(kind, await newThing(labels(0, 250)))
    expect((await stored(first))?.unfinished).toBeUndefined()
    expect(await standing(first)).toEqual(wanted(first))
    const second = await save(kind, { ...first, status: 'sent', labels: labels(150, 400) }, first)
    expect(await standing(second)).toEqual(wanted(second))
    expect((await stored(second))?.unfinished).toBeUndefined()
  })

  test.each([1, 2, 3])(
    'a crash at transaction %i of them leaves nothing that the next to come upon it does not mend',
    async transaction => {
      const first = await save(kind, await newThing(labels(0, 150)))
      const change = { ...first, status: 'sent', labels: labels(100, 300) }
      crashAt(transaction)
      await expect(save(kind, change, first)).rejects.toThrow('crashed')
      calm()
      const left = (await stored(first))!
      if (transaction === 1) return expect(await standing(left)).toEqual(wanted(first))
      expect(left.unfinished).toBeDefined()
      await finishEntries(kind, left)
      expect(await standing(left)).toEqual(wanted({ ...first, ...change }))
      expect((await stored(first))?.unfinished).toBeUndefined()
    },
  )

  test('a change to an unfinished entity puts everything right as well, and the late finisher leaves it so', async () => {
    const first = await save(kind, await newThing(labels(0, 150)))
    crashAt(2)
    await save(kind, { ...first, labels: labels(100, 300) }, first).catch(() => {})
    calm()
    const left = (await stored(first))!
    const mended = await save(kind, { ...left, labels: ['L7'] }, left)
    await finishEntries(kind, left)
    expect(await standing(mended)).toEqual(wanted(mended))
  })
})

describe('a crash left entries that have to go, and', () => {
  async function crashed(): Promise<Thing> {
    const first = await save(kind, await newThing(labels(0, 150)))
    crashAt(2)
    await save(kind, { ...first, labels: labels(300, 330) }, first).catch(() => {})
    calm()
    const left = (await stored(first))!
    expect(Object.keys(await standing(left)).length).toBeGreaterThan(Object.keys(wanted(left)).length)
    return left
  }

  test('none is left where the entity is erased', { tags: ['long'] }, async () => {
    const left = await crashed()
    const few = { ...left, unfinished: left.unfinished!.slice(-60) }
    await remove(kind, few)
    const gone = few.unfinished.map(({ partition }) => partition.split('#list#')[1])
    const still = Object.keys(await standing(left))
    expect(still.filter(list => gone.includes(list) || list in wanted(left))).toEqual([])
  })

  test('none is left where all entries are written anew', { tags: ['long'] }, async () => {
    const left = await crashed()
    expect(await rebuildEntries(kind, left)).toBe(true)
    expect(await standing(left)).toEqual(wanted(left))
    expect((await stored(left))?.unfinished).toBeUndefined()
  })
})

describe('entries are written anew', () => {
  test.each([1, 2])('of a thing as it is by then, though it changes before transaction %i', async nth => {
    const first = await save(kind, await newThing(labels(0, 150)))
    const missing = { partition: listPartition({ ...first, list: 'things' }), position: position(first) }
    await EntryRow.delete(missing).go()
    let seen = 0
    calm = around(async (command, send) => {
      if (command === 'TransactWriteItemsCommand' && ++seen === nth)
        await save(kind, { ...first, labels: labels(100, 180) }, first)
      return send()
    })
    expect(await rebuildEntries(kind, first)).toBe(true)
    const now = (await stored(first))!
    expect(now.version).toBe(2)
    expect(await standing(now)).toEqual(wanted(now))
  })

  test('of nothing that is gone', async () => {
    const first = await save(kind, await newThing(['L1']))
    await remove(kind, first)
    expect(await rebuildEntries(kind, first)).toBe(false)
    expect(await standing(first)).toEqual({})
  })
})

test('a large thing may leave more than a thousand lists for others', { tags: ['long'] }, async () => {
  const first = await save(kind, { ...(await newThing(labels(0, 1200))), notes: 'x'.repeat(300_000) })
  crashAt(2)
  const change = { ...first, labels: labels(1200, 2400) }
  await expect(save(kind, change, first)).rejects.toThrow('crashed')
  calm()
  const left = (await stored(first))!
  expect(left.unfinished).toHaveLength(1200)
  await finishEntries(kind, left)
  const among = labels(1150, 1250).map(label => `things/label=${label}`)
  expect(Object.keys(await standing(first, among))).toEqual(among.slice(50))
})

test('after any sequence of changes, the entries match the entity', async () => {
  const states = fc.record({
    status: fc.constantFrom('new', 'sent'),
    labels: fc.uniqueArray(fc.constantFrom(...labels(0, 8))),
  })
  const among = every.slice(0, 12)
  await fc.assert(
    fc.asyncProperty(
      fc.array(states, { minLength: 1, maxLength: 8 }),
      fc.infiniteStream(fc.nat(7)),
      async (history, weather) => {
        let thing: Thing | undefined
        const fresh = await newThing([])
        for (const state of history) {
          calm = around(async (_, send) => {
            const reply = await send()
            if (weather.next().value === 0) throw lostReply()
            return reply
          })
          await save(kind, { ...fresh, ...state }, thing).catch(() => {})
          calm()
          thing = (await stored(fresh)) ?? undefined
        }
        expect(await standing(fresh, among)).toEqual(thing ? wanted(thing) : {})
      },
    ),
    { numRuns: 15, endOnFailure: true, reporter: printSeed },
  )
}, 60_000)
