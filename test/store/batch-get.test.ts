import { afterEach, expect, test, vi } from 'vitest'
import { log } from '../../lib/core/log.ts'
import { fullRange, readEntries } from '../../lib/lists/entries.ts'
import { loadEntities } from '../../lib/lists/load-entities.ts'
import { batchGet } from '../../lib/store/batch-get.ts'
import { remove, save } from '../../lib/store/save.ts'
import { around, leavingOver } from '../support/fault-injection.ts'
import { kind, newThing, type Thing, ThingRow } from './things.ts'

let calm = () => {}
afterEach(() => {
  calm()
  vi.restoreAllMocks()
})

async function things(count: number): Promise<Thing[]> {
  const first = await newThing([])
  const ids = Array.from({ length: count }, (_, n) => first.id.slice(0, -2) + String(n).padStart(2, '0'))
  return Promise.all(ids.map(id => save(kind, { ...first, id })))
}

const idsOf = (rows: Thing[]) => rows.map(({ id }) => id).toSorted()

test('what a busy table leaves over is asked for until all is there', async () => {
  const all = await things(12)
  calm = leavingOver(5)
  expect(idsOf(await batchGet<Thing>(ThingRow, all.map(kind.keyOf)))).toEqual(idsOf(all))
})

test('a table that goes on handing over too little is a fault of ours, after a while', async () => {
  vi.spyOn(Math, 'random').mockReturnValue(0)
  const all = await things(2)
  calm = leavingOver(1)
  const reading = batchGet<Thing>(
    ThingRow,
    Array.from({ length: 11 }, (_, n) => ({ ...kind.keyOf(all[0]!), id: `${n}` })),
  )
  await expect(reading).rejects.toThrow('1 rows could not be read.')
})

const standing = (thing: Thing) => ({
  entity: ThingRow,
  keyOf: (id: string) => kind.keyOf({ ...thing, id }),
  idOf: ({ id }: Thing) => id,
})
const entriesOn = ({ account, mode }: Thing) =>
  readEntries({ account, mode, list: 'things' }, { range: fullRange, consistent: true })

test('what one copy of the table does not have yet is asked of the table itself, and nothing else is', async () => {
  const complaints = vi.spyOn(log, 'error').mockImplementation(() => {})
  const all = await things(3)
  const asked: boolean[] = []
  calm = around(async (command, send, input) => {
    const reply = (await send()) as { output: { Responses: Record<string, { id: string }[]> } }
    if (command !== 'BatchGetItemCommand') return reply
    const [request] = Object.values((input as { RequestItems: object }).RequestItems)
    asked.push(request.ConsistentRead === true)
    if (request.ConsistentRead !== true)
      for (const rows of Object.values(reply.output.Responses)) rows.splice(0, 1)
    return reply
  })
  expect(await loadEntities(await entriesOn(all[0]!), standing(all[0]!))).toHaveLength(3)
  expect(asked).toEqual([false, true])
  expect(complaints).not.toHaveBeenCalled()
})

test('an entry of a missing object is skipped and reported', async () => {
  const complaints = vi.spyOn(log, 'error').mockImplementation(() => {})
  const all = await things(3)
  const entries = await entriesOn(all[0]!)
  await remove(kind, all[1]!)
  const found = await loadEntities(entries, standing(all[0]!))
  expect(found.map(({ id }) => id)).toEqual([all[0]!.id, all[2]!.id])
  expect(complaints).toHaveBeenCalledOnce()
})
