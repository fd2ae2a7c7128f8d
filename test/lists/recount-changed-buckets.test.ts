import { GetCommand } from '@aws-sdk/lib-dynamodb'
import type { DynamoDBRecord } from 'aws-lambda'
import fc from 'fast-check'
import { afterEach, expect, test, vi } from 'vitest'
import { handler } from '../../functions/maintenance/run.ts'
import { log } from '../../lib/core/log.ts'
import { readEntryPage } from '../../lib/lists/entry-page.ts'
import { timePosition } from '../../lib/lists/position.ts'
import { createTallyCache, readTally } from '../../lib/lists/tally.ts'
import { client, tableConfig } from '../../lib/store/client.ts'
import { type List, listPartition } from '../../lib/store/list-entry.ts'
import { around, throttled } from '../support/fault-injection.ts'
import { printSeed } from '../support/seed.ts'
import { contextFor } from '../support/store.ts'
import { testTwice } from '../support/test-twice.ts'
import { idOf, newList, put, remove } from './histories.ts'

let restore = () => {}
afterEach(() => restore())

const positionOf = (n: number) => timePosition(new Date(Date.UTC(2025, 0, 1) + n * 3_600_000).toISOString(), idOf(n))
const numbers = (from: number, to: number) => Array.from({ length: to - from }, (_, n) => from + n)

let sequence = 0
const recordOf = (list: List, position: string) =>
  ({
    dynamodb: { Keys: { pk: { S: listPartition(list) }, sk: { S: position } }, SequenceNumber: String(++sequence) },
  }) as DynamoDBRecord

const countOf = async (list: List) => (await readTally(list, '', true)).count

test('counts the entries of a batch list by list, and ignores records of other rows', async () => {
  const lists = [await newList(), await newList()]
  for (const list of lists)
    await put(
      list,
      numbers(0, 3).map(n => ({ position: positionOf(n), measures: [n] })),
    )
  const otherRow = {
    dynamodb: { Keys: { pk: { S: '1001#Test#discounts' }, sk: { S: 'x' } }, SequenceNumber: '0' },
  } as DynamoDBRecord
  const records = lists.flatMap(list => numbers(0, 3).map(n => recordOf(list, positionOf(n))))
  expect(await handler({ Records: [otherRow, ...records, otherRow] }, contextFor())).toEqual({ batchItemFailures: [] })
  for (const list of lists) expect(await readTally(list, '', true)).toMatchObject({ count: 3, measures: [3n] })
})

test('the tally of an empty list expires, and that of a list with entries does not', async () => {
  const list = await newList()
  const entry = { position: positionOf(0), measures: [1] }
  const recounted = async () => {
    await handler({ Records: [recordOf(list, entry.position)] }, contextFor())
    const { count, expiresAt } = (await storedTally(list)) ?? {}
    return { count, hours: expiresAt && Math.round((expiresAt - Date.now() / 1000) / 3600) }
  }
  await put(list, [entry])
  expect(await recounted()).toEqual({ count: 1 })
  await remove(list, [entry.position])
  expect(await recounted()).toEqual({ count: 0, hours: 24 })
  await put(list, [entry])
  expect(await recounted()).toEqual({ count: 1 })
})

/** Returns the tally of the whole list, as it is in the table. */
async function storedTally({ account, mode, list }: List) {
  const Key = { pk: `${account}#${mode}#tally#${list}`, sk: '#' }
  const { Item } = await client.send(new GetCommand({ TableName: tableConfig.table, Key }))
  return Item
}

testTwice(
  'records delivered twice, out of order and in any batches leave the right totals',
  { few: 2, all: 6 },
  async numRuns => {
    await fc.assert(
      fc.asyncProperty(
        fc.shuffledSubarray(numbers(0, 140), { minLength: 110 }),
        fc.array(fc.integer({ min: 1, max: 60 }), { minLength: 1, maxLength: 6 }),
        async (order, sizes) => {
          const list = await newList()
          await put(
            list,
            order.map(n => ({ position: positionOf(n), measures: [] })),
          )
          const removed = order.slice(0, 20)
          await remove(list, removed.map(positionOf))
          const records = [...order, ...order.slice(50), ...removed].map(n => recordOf(list, positionOf(n)))
          const batches: DynamoDBRecord[][] = []
          for (let start = 0, n = 0; start < records.length; n++) {
            const size = sizes[n % sizes.length]!
            batches.push(records.slice(start, start + size))
            start += size
          }
          await Promise.all(
            [batches.filter((_, n) => n % 2), batches.filter((_, n) => n % 2 === 0)].map(async half => {
              for (const batch of half) await handler({ Records: batch }, contextFor())
            }),
          )
          expect(await countOf(list)).toBe(order.length - 20)
          const { entries, total } = await readEntryPage(createTallyCache(list), {
            offset: 0,
            limit: 100,
            direction: 'backwards',
          })
          expect({ count: entries.length, total }).toEqual({
            count: Math.min(100, order.length - 20),
            total: order.length - 20,
          })
        },
      ),
      { numRuns, endOnFailure: true, reporter: printSeed },
    )
  },
)

test('reports the first record of a list that cannot be counted, and counts the others', async () => {
  const errorSpy = vi.spyOn(log, 'error').mockImplementation(() => {})
  const [failing, healthy] = [await newList(), await newList()]
  for (const list of [failing, healthy]) await put(list, [{ position: positionOf(0), measures: [] }])
  const records = [recordOf(healthy, positionOf(0)), recordOf(failing, positionOf(0)), recordOf(failing, positionOf(1))]
  let isHealthy = false
  restore = around(async (_, send) => {
    if (!isHealthy) throw throttled()
    return send()
  })
  expect(await handler({ Records: records.slice(1) }, contextFor())).toEqual({
    batchItemFailures: [{ itemIdentifier: records[1]!.dynamodb!.SequenceNumber }],
  })
  isHealthy = true
  expect(await handler({ Records: records }, contextFor())).toEqual({ batchItemFailures: [] })
  expect([await countOf(failing), await countOf(healthy)]).toEqual([1, 1])
  expect(errorSpy).toHaveBeenCalledOnce()
  errorSpy.mockRestore()
})

test('the next change of a bucket corrects totals that were not updated during an outage', async () => {
  const list = await newList()
  await put(
    list,
    numbers(0, 5).map(n => ({ position: positionOf(n), measures: [] })),
  )
  expect(await countOf(list)).toBe(0)
  await handler({ Records: [recordOf(list, positionOf(4))] }, contextFor())
  expect(await countOf(list)).toBe(5)
})

test('a changed entry is recounted only if its measures have changed', async () => {
  const list = await newList()
  await put(list, [{ position: positionOf(0), measures: [2] }])
  const stored = ({ m, f }: { m: string; f: string }) => ({ m: { L: [{ N: m }] }, f: { L: [{ S: f }] } })
  const changed = (before: ReturnType<typeof stored>, after: ReturnType<typeof stored>) => {
    const record = recordOf(list, positionOf(0))
    const dynamodb = { ...record.dynamodb, OldImage: before, NewImage: after }
    return { ...record, eventName: 'MODIFY', dynamodb } as DynamoDBRecord
  }
  const versionAfter = async (record: DynamoDBRecord) => {
    await handler({ Records: [record] }, contextFor())
    return (await readTally(list, '', true)).version
  }
  expect(await versionAfter(changed(stored({ m: '2', f: 'processed' }), stored({ m: '2', f: 'shipped' })))).toBe(0)
  expect(await versionAfter(changed(stored({ m: '1', f: 'shipped' }), stored({ m: '2', f: 'shipped' })))).toBe(1)
  expect(await readTally(list, '', true)).toMatchObject({ count: 1, measures: [2n] })
})
