import { createWriteTransaction, Entity } from 'electrodb'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { newId } from '../../lib/core/ids.ts'
import { tableConfig } from '../../lib/store/client.ts'
import { key, secondaryKey } from '../../lib/store/key.ts'
import { writeMeter } from './write-meter.ts'

const Thing = new Entity(
  {
    model: { entity: 'thing', version: '1', service: 'metered' },
    attributes: {
      id: { type: 'string', required: true },
      place: { type: 'string' },
      text: { type: 'string' },
    },
    indexes: {
      byId: key({ pk: ['#metered', 'id'], sk: ['#thing'] }),
      atPlace: {
        condition: ({ place }) => place !== undefined,
        ...secondaryKey({ pk: ['#metered'], sk: ['place'] }),
      },
    },
  },
  tableConfig,
)

let meter: ReturnType<typeof writeMeter>
let id: string

beforeEach(() => {
  meter = writeMeter()
  id = newId()
})
afterEach(() => meter.stop())

const put = (fields: { place?: string; text?: string }) => Thing.put({ id, ...fields }).go()
const text = 'x'.repeat(2048)

/** Units in the table and in the index. */
const costs = () => meter.written().map(({ units, indexUnits }) => [units - indexUnits, indexUnits])

test('a change costs as much as the larger of before and after', async () => {
  await put({ text })
  await put({})
  await put({})
  expect(costs().map(([units]) => units)).toEqual([3, 3, 1])
})

test('a row in the index is written there too', async () => {
  await put({})
  await put({ place: 'a' })
  await put({ place: 'a', text })
  expect(costs()).toEqual([
    [1, 0],
    [1, 1],
    [3, 3],
  ])
})

test('a row that moves in the index is deleted and put there, and one that leaves it is deleted', async () => {
  for (const place of ['a', 'b', undefined, 'c']) await put(place ? { place } : {})
  await Thing.delete({ id }).go()
  expect(costs().map(([, indexUnits]) => indexUnits)).toEqual([1, 2, 1, 1, 1])
})

test('a transaction doubles the cost of the table, but not of the index', async () => {
  await createWriteTransaction({ Thing }, ({ Thing }) => [Thing.put({ id, place: 'a' }).commit()]).go()
  expect(costs()).toEqual([[2, 1]])
})
