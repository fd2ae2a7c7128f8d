import type { DynamoDBRecord } from 'aws-lambda'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { deliverChanges } from '../../../infra/local/stream/deliver-changes.ts'

const record = (number: number): DynamoDBRecord => ({ dynamodb: { SequenceNumber: String(number) } })
const records = (count: number) => Array.from({ length: count }, (_, index) => record(index + 1))
const numbers = (batch: DynamoDBRecord[]) => batch.map(({ dynamodb }) => Number(dynamodb?.SequenceNumber))
const failureOf = (itemIdentifier: unknown) => ({ batchItemFailures: [{ itemIdentifier }] })

/** Delivers records to a worker; returns the records of each call, and those that were dropped. */
async function deliverRecords(count: number, result: (received: number[], times: number) => unknown) {
  const calls: number[][] = []
  const dropped: [number, unknown][] = []
  await deliverChanges(records(count), {
    worker: async received => {
      calls.push(numbers(received))
      return result(numbers(received), calls.length)
    },
    onGiveUp: (record, error) => dropped.push([numbers([record])[0]!, error]),
  })
  return { calls, dropped }
}

const throwError = (error: unknown) => {
  throw error
}

test.each([null, undefined, {}, { batchItemFailures: null }, { batchItemFailures: [] }])(
  'a result of %j means success',
  async result => {
    expect(await deliverRecords(3, () => result)).toEqual({ calls: [[1, 2, 3]], dropped: [] })
  },
)

test('continues from the first record that failed', async () => {
  const { calls, dropped } = await deliverRecords(4, (_, times) =>
    times === 1 ? { batchItemFailures: [{ itemIdentifier: '4' }, { itemIdentifier: '3' }] } : {},
  )
  expect(calls).toEqual([
    [1, 2, 3, 4],
    [3, 4],
  ])
  expect(dropped).toEqual([])
})

test.each(['', null, 'unknown'])('a failed record %j means that all records failed', async identifier => {
  const { calls } = await deliverRecords(2, (_, times) => (times === 1 ? failureOf(identifier) : {}))
  expect(calls).toEqual([[1, 2], [1], [2]])
})

test('halves a batch that throws until the failing record is alone, and drops only that record', async () => {
  const error = new Error('3 is failing')
  const { calls, dropped } = await deliverRecords(4, received => received.includes(3) && throwError(error))
  expect(calls).toEqual([[1, 2, 3, 4], [1, 2], [3, 4], [3], [3], [3], [4]])
  expect(dropped).toEqual([[3, error]])
})

test('drops a record that is reported as failed every time, and no other', async () => {
  const { calls, dropped } = await deliverRecords(3, received => received.includes(2) && failureOf('2'))
  expect(calls).toEqual([[1, 2, 3], [2, 3], [2], [2], [2], [3]])
  expect(numbers(dropped.map(([number]) => record(number)))).toEqual([2])
})

test('retries a record that succeeds the second time', async () => {
  const { calls, dropped } = await deliverRecords(1, (_, times) => times === 1 && throwError(new Error('once')))
  expect({ calls, dropped }).toEqual({ calls: [[1], [1]], dropped: [] })
})

test('delivers all records in order, drops only the failing one, and repeats none that succeeded', {
  tags: ['long'],
}, async () => {
  const cases = fc.record({
    count: fc.integer({ min: 1, max: 12 }),
    failing: fc.option(fc.integer({ min: 1, max: 12 }), { nil: 0 }),
    isReported: fc.boolean(),
  })
  await fc.assert(
    fc.asyncProperty(cases, async ({ count, failing, isReported }) => {
      const done: number[] = []
      const { dropped } = await deliverRecords(count, received => {
        const at = received.indexOf(failing)
        if (at >= 0 && !isReported) throw new Error('failing')
        done.push(...(at < 0 ? received : received.slice(0, at)))
        return at < 0 ? {} : failureOf(String(failing))
      })
      const expected = numbers(records(count)).filter(number => number !== failing)
      expect(done).toEqual(expected)
      expect(dropped.map(([number]) => number)).toEqual(failing >= 1 && failing <= count ? [failing] : [])
    }),
    { numRuns: 20 },
  )
})
