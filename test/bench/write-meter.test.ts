import { createWriteTransaction, Entity } from 'electrodb'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { newId } from '../../lib/core/ids.ts'
import { tableConfig } from '../../lib/store/client.ts'
import { key, secondaryKey } from '../../lib/store/key-definitions.ts'
import { createWriteMeter, recordsOf } from './write-meter.ts'

const Thing = new Entity(
  {
    model: { entity: 'thing', version: '1', service: 'bench' },
    attributes: {
      id: { type: 'string', required: true },
      group: { type: 'string' },
      text: { type: 'string' },
      expiresAt: { type: 'number' },
    },
    indexes: {
      byId: key({ pk: ['#bench', 'id'], sk: ['#thing'] }),
      byGroup: { condition: ({ group }) => group !== undefined, ...secondaryKey({ pk: ['#bench'], sk: ['group'] }) },
    },
  },
  tableConfig,
)

let meter: ReturnType<typeof createWriteMeter>
let id: string

beforeEach(() => {
  meter = createWriteMeter()
  id = newId()
})
afterEach(() => meter.stop())

const put = (fields: { group?: string; text?: string; expiresAt?: number }) => Thing.put({ id, ...fields }).go()
const text = 'x'.repeat(2048)

/** Returns the units in the table and in the index, for each write. */
const takeUnits = () => meter.takeWrites().map(({ units, indexUnits }) => [units - indexUnits, indexUnits])

test('a write costs as much as the larger of the old and the new item', async () => {
  await put({ text })
  await put({})
  await put({})
  expect(takeUnits().map(([units]) => units)).toEqual([3, 3, 1])
})

test('a row in the index costs units there too', async () => {
  await put({})
  await put({ group: 'a' })
  await put({ group: 'a', text })
  expect(takeUnits()).toEqual([
    [1, 0],
    [1, 1],
    [3, 3],
  ])
})

test('a change of the index key costs a delete and a put in the index, and its removal a delete', async () => {
  for (const group of ['a', 'b', undefined, 'c']) await put(group ? { group } : {})
  await Thing.delete({ id }).go()
  expect(takeUnits().map(([, indexUnits]) => indexUnits)).toEqual([1, 2, 1, 1, 1])
})

test('a transaction doubles the cost of the table, but not of the index', async () => {
  await createWriteTransaction({ Thing }, ({ Thing }) => [Thing.put({ id, group: 'a' }).commit()]).go()
  expect(takeUnits()).toEqual([[2, 1]])
})

test('a batch costs as much as its writes one by one', async () => {
  const ids = [newId(), newId()]
  await Thing.put(ids.map(one => ({ id: one, group: 'a' }))).go()
  expect(takeUnits()).toEqual([
    [1, 1],
    [1, 1],
  ])
  await Thing.delete(ids.map(one => ({ id: one }))).go()
  expect(takeUnits()).toEqual([
    [1, 1],
    [1, 1],
  ])
})

test('an update costs as much as the whole row, and so does one whose condition fails', async () => {
  await put({ text })
  takeUnits()
  await Thing.patch({ id }).set({ group: 'a' }).go()
  const failing = Thing.patch({ id })
    .set({ group: 'b' })
    .where((attributes, { eq }) => eq(attributes.group, 'c'))
  await expect(failing.go()).rejects.toThrow()
  expect(takeUnits()).toEqual([
    [3, 0],
    [3, 0],
  ])
})

const takeGrowth = () => meter.takeWrites()[0]?.growth

test('the table and its index grow by the rows that stay, and shrink when they are deleted', async () => {
  await put({})
  const { table = 0, ...others } = takeGrowth() ?? {}
  expect(table).toBeGreaterThan(100)
  expect(others).toEqual({ index: 0, expiringTable: 0, expiringIndex: 0 })
  await put({ group: 'a' })
  const { index = 0 } = takeGrowth() ?? {}
  expect(index).toBeGreaterThan(table)
  await Thing.delete({ id }).go()
  expect(takeGrowth()).toEqual({ table: -index, index: -index, expiringTable: 0, expiringIndex: 0 })
})

test('rows that expire are counted apart, and not at all if they expire within a day', async () => {
  const inDays = (days: number) => Math.floor(Date.now() / 1000) + days * 24 * 60 * 60
  await put({ group: 'a', expiresAt: inDays(2) })
  const bytes = expect.toSatisfy((count: number) => count > 100)
  expect(takeGrowth()).toEqual({ table: 0, index: 0, expiringTable: bytes, expiringIndex: bytes })
  id = newId()
  await put({ group: 'a', expiresAt: inDays(0.9) })
  expect(takeGrowth()).toEqual({ table: 0, index: 0, expiringTable: 0, expiringIndex: 0 })
})

test('the stream has the images of each row that a write has changed', async () => {
  for (const group of ['a', 'a', 'b']) await put({ group })
  await Thing.delete({ id }).go()
  const images = recordsOf(meter.takeWrites()).map(({ eventName, dynamodb }) => [
    eventName,
    dynamodb?.OldImage?.group?.S,
    dynamodb?.NewImage?.group?.S,
  ])
  expect(images).toEqual([
    ['INSERT', undefined, 'a'],
    ['MODIFY', 'a', 'b'],
    ['REMOVE', 'b', undefined],
  ])
})
