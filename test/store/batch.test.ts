import { afterEach, expect, test, vi } from 'vitest'
import { log } from '../../lib/core/log.ts'
import { fullRange, readEntries } from '../../lib/lists/entries.ts'
import { loadEntities } from '../../lib/lists/load-entities.ts'
import { batchDelete, batchGet } from '../../lib/store/batch.ts'
import type { EntryRow } from '../../lib/store/list-entry.ts'
import { remove, save } from '../../lib/store/save.ts'
import { around, limitBatchGet } from '../support/fault-injection.ts'
import { newThing, type Thing, ThingRow, thingDefinition } from './things.ts'

let restore = () => {}
afterEach(() => {
  restore()
  vi.restoreAllMocks()
})

async function things(count: number): Promise<Thing[]> {
  const first = await newThing([])
  const ids = Array.from({ length: count }, (_, n) => first.id.slice(0, -2) + String(n).padStart(2, '0'))
  return Promise.all(ids.map(id => save(thingDefinition, { ...first, id })))
}

const idsOf = (rows: Thing[]) => rows.map(({ id }) => id).toSorted()

test('requests unprocessed keys again until all rows are read', async () => {
  const all = await things(12)
  restore = limitBatchGet(5)
  expect(idsOf(await batchGet<Thing>(ThingRow, all.map(thingDefinition.keyOf)))).toEqual(idsOf(all))
})

test('fails if some keys are still unprocessed after all attempts', async () => {
  vi.spyOn(Math, 'random').mockReturnValue(0)
  const all = await things(2)
  restore = limitBatchGet(1)
  const reading = batchGet<Thing>(
    ThingRow,
    Array.from({ length: 11 }, (_, n) => ({ ...thingDefinition.keyOf(all[0]!), id: `${n}` })),
  )
  await expect(reading).rejects.toThrow('1 rows were left unprocessed.')
})

/** Writes only the first row of each batch, as a throttled table does. */
const limitBatchWrite = () =>
  around(async (command, send, input) => {
    if (command !== 'BatchWriteItemCommand') return send()
    const { RequestItems } = input as { RequestItems: Record<string, object[]> }
    const rest = Object.entries(RequestItems).map(([table, requests]) => [table, requests.splice(1)] as const)
    const reply = (await send()) as { output: { UnprocessedItems: object } }
    reply.output.UnprocessedItems = Object.fromEntries(rest.filter(([, requests]) => requests.length > 0))
    return reply
  })

test('deletes unprocessed rows with further requests', async () => {
  vi.spyOn(Math, 'random').mockReturnValue(0)
  const all = await things(3)
  const keys = all.map(thingDefinition.keyOf)
  restore = limitBatchWrite()
  await batchDelete(ThingRow, keys)
  expect(await batchGet(ThingRow, keys, true)).toEqual([])
})

const loadThings = ({ account, mode }: Thing, entries: readonly EntryRow[]) =>
  loadEntities<Thing>(entries, { entity: ThingRow, keyOf: id => ({ account, mode, id }) })
const entriesOn = ({ account, mode }: Thing) =>
  readEntries({ account, mode, list: 'things' }, { range: fullRange, consistent: true })

test('reads rows that an eventually consistent read misses with a consistent read', async () => {
  const errorSpy = vi.spyOn(log, 'error').mockImplementation(() => {})
  const all = await things(3)
  const consistentReads: boolean[] = []
  restore = around(async (command, send, input) => {
    const reply = (await send()) as { output: { Responses: Record<string, { id: string }[]> } }
    if (command !== 'BatchGetItemCommand') return reply
    const [request] = Object.values((input as { RequestItems: object }).RequestItems)
    consistentReads.push(request.ConsistentRead === true)
    if (request.ConsistentRead !== true) for (const rows of Object.values(reply.output.Responses)) rows.splice(0, 1)
    return reply
  })
  expect(await loadThings(all[0]!, await entriesOn(all[0]!))).toHaveLength(3)
  expect(consistentReads).toEqual([false, true])
  expect(errorSpy).not.toHaveBeenCalled()
})

test('skips and logs an entry without an entity', async () => {
  const errorSpy = vi.spyOn(log, 'error').mockImplementation(() => {})
  const all = await things(3)
  const entries = await entriesOn(all[0]!)
  await remove(thingDefinition, all[1]!)
  const rows = await loadThings(all[0]!, entries)
  expect(rows.map(({ id }) => id)).toEqual([all[0]!.id, all[2]!.id])
  const { account, mode, id } = all[1]!
  expect(errorSpy.mock.calls.map(([, details]) => details)).toEqual([{ account, mode, id }])
})
