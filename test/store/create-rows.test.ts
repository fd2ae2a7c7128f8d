import { expect, test } from 'vitest'
import { newId } from '../../lib/core/ids.ts'
import { Conflict } from '../../lib/store/conditional-write.ts'
import { createRows, groupsToCreate } from '../../lib/store/create-rows.ts'
import { save } from '../../lib/store/save.ts'
import { labels, newThing, readThing, type Thing, thingDefinition } from './things.ts'

async function things(count: number, fields: Partial<Thing> = {}): Promise<Thing[]> {
  const first = await newThing([])
  return Array.from({ length: count }, () => ({ ...first, ...fields, id: newId() }))
}

const groupSizes = (all: Thing[]) => groupsToCreate(thingDefinition, all, thing => thing).map(g => g.length)

test('a group has at most 100 writes: each entity and its list entries', async () => {
  expect(groupSizes(await things(70))).toEqual([33, 33, 4])
  expect(groupSizes(await things(3, { labels: labels(0, 47) }))).toEqual([2, 1])
  expect(groupSizes([])).toEqual([])
})

test('a group has at most 3 MB', async () => {
  expect(groupSizes(await things(10, { notes: 'x'.repeat(700_000) }))).toEqual([4, 4, 2])
})

test('an entity with more entries than a transaction holds is in a group of its own', async () => {
  const [one, ...others] = await things(3)
  expect(groupSizes([one!, { ...others[0]!, labels: labels(0, 200) }, others[1]!])).toEqual([1, 1, 1])
})

test('creates all, or none if one of them exists', async () => {
  const all = await things(3)
  await createRows(thingDefinition, all)
  expect((await Promise.all(all.map(readThing))).map(thing => thing?.version)).toEqual([1, 1, 1])
  const [existing, other] = await things(2)
  await save(thingDefinition, existing!)
  await expect(createRows(thingDefinition, [other!, existing!])).rejects.toThrow(Conflict)
  expect(await readThing(other!)).toBeNull()
})
