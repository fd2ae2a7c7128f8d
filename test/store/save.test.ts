/** Tests that the list entries of an entity match the entity, for any number of entries and after failures. */

import fc from 'fast-check'
import { afterEach, describe, expect, test } from 'vitest'
import { EntryRow, listPartition } from '../../lib/store/list-entry.ts'
import { finishEntries, rebuildEntriesOfRow, remove, save } from '../../lib/store/save.ts'
import { around, interruptOnce, lostReply, metTransaction, throttled } from '../support/fault-injection.ts'
import { printSeed } from '../support/seed.ts'
import {
  allLists,
  expectedEntries,
  labels,
  newThing,
  positionOf,
  readAllEntries,
  readThing,
  type Thing,
  ThingRow,
  thingDefinition,
} from './things.ts'

let restore = () => {}
afterEach(() => restore())

/** Fails the transaction with this number, and all later transactions. */
function crashAt(transaction: number) {
  let transactions = 0
  restore = around(async (command, send) => {
    if (command === 'TransactWriteItemsCommand' && ++transactions >= transaction) throw new Error('crashed')
    return send()
  })
}

test('adds an entity to its lists, moves it, and removes it from lists that it is no longer on', async () => {
  const first = await save(thingDefinition, await newThing(['L1', 'L2']))
  expect(await readAllEntries(first)).toEqual(expectedEntries(first))
  const second = await save(thingDefinition, { ...first, status: 'sent', labels: ['L2', 'L3'] }, first)
  expect(second.version).toBe(2)
  expect(await readAllEntries(second)).toEqual(expectedEntries(second))
})

test('one of two concurrent saves fails with a conflict; the entries are those of the other', async () => {
  const first = await save(thingDefinition, await newThing([]))
  const both = ['L1', 'L2'].map(label => save(thingDefinition, { ...first, labels: [label] }, first))
  const results = await Promise.allSettled(both)
  expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  expect(results.find(({ status }) => status === 'rejected')).toMatchObject({ reason: { name: 'Conflict' } })
  const row = await readThing(first)
  expect(await readAllEntries(first)).toEqual(expectedEntries(row!))
})

describe('with more entries than fit in one transaction', () => {
  test('writes and updates all entries', async () => {
    const first = await save(thingDefinition, await newThing(labels(0, 250)))
    expect((await readThing(first))?.unfinished).toBeUndefined()
    expect(await readAllEntries(first)).toEqual(expectedEntries(first))
    const second = await save(thingDefinition, { ...first, status: 'sent', labels: labels(150, 400) }, first)
    expect(await readAllEntries(second)).toEqual(expectedEntries(second))
    expect((await readThing(second))?.unfinished).toBeUndefined()
  })

  test.each([1, 2, 3])(
    'finishEntries completes a save that crashed at transaction %i',
    { tags: ['long'] },
    async transaction => {
      const first = await save(thingDefinition, await newThing(labels(0, 150)))
      const change = { ...first, status: 'sent', labels: labels(100, 300) }
      crashAt(transaction)
      await expect(save(thingDefinition, change, first)).rejects.toThrow('crashed')
      restore()
      const unfinishedThing = (await readThing(first))!
      if (transaction === 1) return expect(await readAllEntries(unfinishedThing)).toEqual(expectedEntries(first))
      expect(unfinishedThing.unfinished).toBeDefined()
      await finishEntries(thingDefinition, unfinishedThing)
      expect(await readAllEntries(unfinishedThing)).toEqual(expectedEntries({ ...first, ...change }))
      expect((await readThing(first))?.unfinished).toBeUndefined()
    },
  )

  test('a change to an unfinished entity corrects its entries, and a late finishEntries does not undo that', {
    tags: ['long'],
  }, async () => {
    const first = await save(thingDefinition, await newThing(labels(0, 150)))
    crashAt(2)
    await save(thingDefinition, { ...first, labels: labels(100, 300) }, first).catch(() => {})
    restore()
    const unfinishedThing = (await readThing(first))!
    const changed = await save(thingDefinition, { ...unfinishedThing, labels: ['L7'] }, unfinishedThing)
    await finishEntries(thingDefinition, unfinishedThing)
    expect(await readAllEntries(changed)).toEqual(expectedEntries(changed))
  })
})

describe('a change of the facets of many entries', () => {
  const isFacetWrite = (command: string) => command === 'PutItemCommand'
  const manyLabels = labels(0, 6)
  const lists = allLists.slice(0, 12)

  /** Saves a thing, and changes its status, which is a facet of all its entries. */
  async function changeStatus(thing: Thing): Promise<Thing> {
    return save(thingDefinition, { ...thing, status: 'sent' }, thing)
  }

  test('writes each of them with one request after the transaction', async () => {
    const first = await save(thingDefinition, await newThing(manyLabels))
    const commands: string[] = []
    restore = around(async (command, send) => {
      commands.push(command)
      return send()
    })
    await changeStatus(first)
    restore()
    const facetWrites = Array(1 + manyLabels.length).fill('PutItemCommand')
    expect(commands).toEqual(['TransactWriteItemsCommand', ...facetWrites, 'UpdateItemCommand'])
    const row = (await readThing(first))!
    expect(row.unfinished).toBeUndefined()
    expect(await readAllEntries(first, lists)).toEqual(expectedEntries(row))
  })

  test('writes few of them in the transaction', async () => {
    const first = await save(thingDefinition, await newThing(labels(0, 3)))
    const { isDone } = interruptOnce(isFacetWrite, async () => {})
    expect(await readAllEntries(first, lists)).toEqual(expectedEntries(first))
    const second = await changeStatus(first)
    expect(await readAllEntries(first, lists)).toEqual(expectedEntries(second))
    expect(isDone()).toBe(false)
  })

  const requests = 1 + (1 + manyLabels.length) + 1
  test.each(Array.from({ length: requests }, (_, n) => n + 1))(
    'finishEntries completes it after a crash at request %i',
    async nth => {
      const first = await save(thingDefinition, await newThing(manyLabels))
      let count = 0
      restore = around(async (_, send) => {
        if (++count >= nth) throw new Error('crashed')
        return send()
      })
      await expect(changeStatus(first)).rejects.toThrow('crashed')
      restore()
      const row = (await readThing(first))!
      expect([row.status, row.unfinished !== undefined]).toEqual(nth === 1 ? ['new', false] : ['sent', true])
      await finishEntries(thingDefinition, row)
      expect(await readAllEntries(first, lists)).toEqual(expectedEntries(row))
    },
  )

  test.each([
    ['restores the facets', { status: 'new' }],
    ['removes most entries', { status: 'new', labels: ['L1'] }],
    ['leaves the facets', { status: 'sent', labels: labels(3, 9) }],
  ])('does not undo a later save that %s', async (_, later) => {
    const first = await save(thingDefinition, await newThing(manyLabels))
    const { isDone } = interruptOnce(isFacetWrite, async () => {
      const row = (await readThing(first))!
      await save(thingDefinition, { ...row, ...later }, row)
    })
    await changeStatus(first)
    expect(isDone()).toBe(true)
    const row = (await readThing(first))!
    expect(row).toMatchObject({ ...later, version: 3 })
    expect(row.unfinished).toBeUndefined()
    expect(await readAllEntries(first, lists)).toEqual(expectedEntries(row))
  })

  /** Writes all entries of a thing as an earlier release does, without the version of the thing. */
  async function writeEntriesWithoutVersion(thing: Thing): Promise<void> {
    for (const { list, ...entry } of thingDefinition.listEntriesOf(thing))
      await EntryRow.put({ ...entry, partition: listPartition({ ...thing, list }) }).go()
  }

  test('does not undo a later save of an earlier release', async () => {
    const first = await save(thingDefinition, await newThing(manyLabels))
    interruptOnce(isFacetWrite, async () => {
      const { unfinished: _, ...row } = (await readThing(first))!
      const later = { ...row, status: 'packed', version: row.version + 1 }
      await ThingRow.put(later).go()
      await writeEntriesWithoutVersion(later)
    })
    await changeStatus(first)
    const row = (await readThing(first))!
    expect(row.status).toBe('packed')
    const { 'things/status=packed': _, ...expected } = expectedEntries(row)
    expect(await readAllEntries(first, Object.keys(expected))).toEqual(expected)
  })

  test('writes entries of earlier releases, which have no version', async () => {
    const first = await save(thingDefinition, await newThing(manyLabels))
    await writeEntriesWithoutVersion(first)
    const second = await changeStatus(first)
    expect(await readAllEntries(first, lists)).toEqual(expectedEntries(second))
  })

  test.each([
    ['conflicts with a transaction', metTransaction],
    ['is throttled', throttled],
    ['gets no reply', lostReply],
  ])('writes an entry in a second transaction if its request %s', async (_, fault) => {
    const first = await save(thingDefinition, await newThing(manyLabels))
    const commands: string[] = []
    restore = around(async (command, send) => {
      commands.push(command)
      if (commands.filter(isFacetWrite).length === 1 && isFacetWrite(command)) throw fault()
      return send()
    })
    const second = await changeStatus(first)
    expect(commands.filter(command => command === 'TransactWriteItemsCommand')).toHaveLength(2)
    expect((await readThing(first))?.unfinished).toBeUndefined()
    expect(await readAllEntries(first, lists)).toEqual(expectedEntries(second))
  })

  test('writes entries that are missing or have other facets', async () => {
    const first = await save(thingDefinition, await newThing(manyLabels))
    const [missing, damaged] = thingDefinition
      .listEntriesOf(first)
      .slice(-2)
      .map(({ list, position }) => ({ partition: listPartition({ ...first, list }), position }))
    await EntryRow.delete(missing!).go()
    await EntryRow.put({ ...damaged!, facets: ['wrong'] }).go()
    const second = await changeStatus(first)
    expect(await readAllEntries(first, lists)).toEqual(expectedEntries(second))
  })
})

describe('obsolete entries after a crash', () => {
  async function crashSave(): Promise<Thing> {
    const first = await save(thingDefinition, await newThing(labels(0, 150)))
    crashAt(2)
    await save(thingDefinition, { ...first, labels: labels(300, 330) }, first).catch(() => {})
    restore()
    const unfinishedThing = (await readThing(first))!
    expect(Object.keys(await readAllEntries(unfinishedThing)).length).toBeGreaterThan(
      Object.keys(expectedEntries(unfinishedThing)).length,
    )
    return unfinishedThing
  }

  test('are deleted with the entity', { tags: ['long'] }, async () => {
    const unfinishedThing = await crashSave()
    const withFewUnfinished = { ...unfinishedThing, unfinished: unfinishedThing.unfinished!.slice(-60) }
    await remove(thingDefinition, withFewUnfinished)
    const obsoleteLists = withFewUnfinished.unfinished.map(({ partition }) => partition.split('#list#')[1])
    const remainingLists = Object.keys(await readAllEntries(unfinishedThing))
    expect(
      remainingLists.filter(list => obsoleteLists.includes(list) || list in expectedEntries(unfinishedThing)),
    ).toEqual([])
  })

  test('are deleted by a rebuild of the entries', { tags: ['long'] }, async () => {
    const unfinishedThing = await crashSave()
    expect(await rebuildEntriesOfRow(thingDefinition, unfinishedThing)).toBe(true)
    expect(await readAllEntries(unfinishedThing)).toEqual(expectedEntries(unfinishedThing))
    expect((await readThing(unfinishedThing))?.unfinished).toBeUndefined()
  })
})

describe('a rebuild of the entries', () => {
  test.each([1, 2])(
    'uses the current state of an entity that changes before transaction %i',
    { tags: ['long'] },
    async nth => {
      const first = await save(thingDefinition, await newThing(labels(0, 150)))
      const missing = { partition: listPartition({ ...first, list: 'things' }), position: positionOf(first) }
      await EntryRow.delete(missing).go()
      let transactions = 0
      restore = around(async (command, send) => {
        if (command === 'TransactWriteItemsCommand' && ++transactions === nth)
          await save(thingDefinition, { ...first, labels: labels(100, 180) }, first)
        return send()
      })
      expect(await rebuildEntriesOfRow(thingDefinition, first)).toBe(true)
      const now = (await readThing(first))!
      expect(now.version).toBe(2)
      expect(await readAllEntries(now)).toEqual(expectedEntries(now))
    },
  )

  test('does nothing for a deleted entity', async () => {
    const first = await save(thingDefinition, await newThing(['L1']))
    await remove(thingDefinition, first)
    expect(await rebuildEntriesOfRow(thingDefinition, first)).toBe(false)
    expect(await readAllEntries(first)).toEqual({})
  })
})

test('a large entity can have more than a thousand unfinished entries', { tags: ['long'] }, async () => {
  const first = await save(thingDefinition, { ...(await newThing(labels(0, 1200))), notes: 'x'.repeat(300_000) })
  crashAt(2)
  const change = { ...first, labels: labels(1200, 2400) }
  await expect(save(thingDefinition, change, first)).rejects.toThrow('crashed')
  restore()
  const unfinishedThing = (await readThing(first))!
  expect(unfinishedThing.unfinished).toHaveLength(1200)
  await finishEntries(thingDefinition, unfinishedThing)
  const lists = labels(1150, 1250).map(label => `things/label=${label}`)
  expect(Object.keys(await readAllEntries(first, lists))).toEqual(lists.slice(50))
})

test('after any sequence of changes, the entries match the entity', async () => {
  const states = fc.record({
    status: fc.constantFrom('new', 'sent'),
    labels: fc.uniqueArray(fc.constantFrom(...labels(0, 8))),
  })
  const lists = allLists.slice(0, 12)
  await fc.assert(
    fc.asyncProperty(
      fc.array(states, { minLength: 1, maxLength: 8 }),
      fc.infiniteStream(fc.nat(7)),
      async (history, chances) => {
        let thing: Thing | undefined
        const emptyThing = await newThing([])
        for (const state of history) {
          restore = around(async (_, send) => {
            const reply = await send()
            if (chances.next().value === 0) throw lostReply()
            return reply
          })
          await save(thingDefinition, { ...emptyThing, ...state }, thing).catch(() => {})
          restore()
          thing = (await readThing(emptyThing)) ?? undefined
        }
        if (thing?.unfinished) await finishEntries(thingDefinition, thing)
        expect(await readAllEntries(emptyThing, lists)).toEqual(thing ? expectedEntries(thing) : {})
      },
    ),
    { numRuns: 15, endOnFailure: true, reporter: printSeed },
  )
})
