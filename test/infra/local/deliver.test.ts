import type { DynamoDBRecord } from 'aws-lambda'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { deliver } from '../../../infra/local/deliver.ts'

const record = (number: number): DynamoDBRecord => ({ dynamodb: { SequenceNumber: String(number) } })
const records = (count: number) => Array.from({ length: count }, (_, index) => record(index + 1))
const numbers = (some: DynamoDBRecord[]) => some.map(({ dynamodb }) => Number(dynamodb?.SequenceNumber))
const failed = (itemIdentifier: unknown) => ({ batchItemFailures: [{ itemIdentifier }] })

/** Delivers to a worker; returns what each call received and what was received up. */
async function delivered(count: number, result: (received: number[], times: number) => unknown) {
  const calls: number[][] = []
  const receivedUp: [number, unknown][] = []
  await deliver(records(count), {
    worker: async received => {
      calls.push(numbers(received))
      return result(numbers(received), calls.length)
    },
    onGiveUp: (record, error) => receivedUp.push([numbers([record])[0]!, error]),
  })
  return { calls, receivedUp }
}

const throwing = (error: unknown) => {
  throw error
}

test.each([null, undefined, {}, { batchItemFailures: null }, { batchItemFailures: [] }])(
  'a result of %j means success',
  async result => {
    expect(await delivered(3, () => result)).toEqual({ calls: [[1, 2, 3]], receivedUp: [] })
  },
)

test('continues from the first record that failed', async () => {
  const { calls, receivedUp } = await delivered(4, (_, times) =>
    times === 1 ? { batchItemFailures: [{ itemIdentifier: '4' }, { itemIdentifier: '3' }] } : {},
  )
  expect(calls).toEqual([
    [1, 2, 3, 4],
    [3, 4],
  ])
  expect(receivedUp).toEqual([])
})

test.each(['', null, 'unknown'])('a failed record %j means that all failed', async identifier => {
  const { calls } = await delivered(2, (_, times) => (times === 1 ? failed(identifier) : {}))
  expect(calls).toEqual([[1, 2], [1], [2]])
})

test('halves a batch that throws until the failing record is alone, and gives up only that one', async () => {
  const error = new Error('3 is failing')
  const { calls, receivedUp } = await delivered(4, received => received.includes(3) && throwing(error))
  expect(calls).toEqual([[1, 2, 3, 4], [1, 2], [3, 4], [3], [3], [3], [4]])
  expect(receivedUp).toEqual([[3, error]])
})

test('gives up a record that is reported again and again, and no other', async () => {
  const { calls, receivedUp } = await delivered(3, received => received.includes(2) && failed('2'))
  expect(calls).toEqual([[1, 2, 3], [2, 3], [2], [2], [2], [3]])
  expect(numbers(receivedUp.map(([number]) => record(number)))).toEqual([2])
})

test('retries what works the second time', async () => {
  const { calls, receivedUp } = await delivered(1, (_, times) => times === 1 && throwing(new Error('once')))
  expect({ calls, receivedUp }).toEqual({ calls: [[1], [1]], receivedUp: [] })
})

test('delivers every record in order, gives up only the failing one, and repeats none that succeeded', async () => {
  const cases = fc.record({
    count: fc.integer({ min: 1, max: 12 }),
    failing: fc.option(fc.integer({ min: 1, max: 12 }), { nil: 0 }),
    reports: fc.boolean(),
  })
  await fc.assert(
    fc.asyncProperty(cases, async ({ count, failing, reports }) => {
      const done: number[] = []
      const { receivedUp } = await delivered(count, received => {
        const at = received.indexOf(failing)
        if (at >= 0 && !reports) throw new Error('failing')
        done.push(...(at < 0 ? received : received.slice(0, at)))
        return at < 0 ? {} : failed(String(failing))
      })
      const expected = numbers(records(count)).filter(number => number !== failing)
      expect(done).toEqual(expected)
      expect(receivedUp.map(([number]) => number)).toEqual(failing >= 1 && failing <= count ? [failing] : [])
    }),
    { numRuns: 20 },
  )
})
