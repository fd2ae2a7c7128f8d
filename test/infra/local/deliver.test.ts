import type { DynamoDBRecord } from 'aws-lambda'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { deliver } from '../../../infra/local/deliver.ts'

const record = (number: number): DynamoDBRecord => ({ dynamodb: { SequenceNumber: String(number) } })
const records = (count: number) => Array.from({ length: count }, (_, index) => record(index + 1))
const numbers = (some: DynamoDBRecord[]) => some.map(({ dynamodb }) => Number(dynamodb?.SequenceNumber))
const failed = (itemIdentifier: unknown) => ({ batchItemFailures: [{ itemIdentifier }] })

/** Delivers to a worker and tells what it was given, time after time, and what was given up. */
async function delivered(count: number, answer: (given: number[], times: number) => unknown) {
  const calls: number[][] = []
  const buried: [number, unknown][] = []
  await deliver(records(count), {
    worker: async given => {
      calls.push(numbers(given))
      return answer(numbers(given), calls.length)
    },
    bury: (given, fault) => buried.push([numbers([given])[0]!, fault]),
  })
  return { calls, buried }
}

const throwing = (fault: unknown) => {
  throw fault
}

test.each([null, undefined, {}, { batchItemFailures: null }, { batchItemFailures: [] }])(
  'takes %j for success',
  async answer => {
    expect(await delivered(3, () => answer)).toEqual({ calls: [[1, 2, 3]], buried: [] })
  },
)

test('goes on from the first record that failed', async () => {
  const { calls, buried } = await delivered(4, (_, times) =>
    times === 1 ? { batchItemFailures: [{ itemIdentifier: '4' }, { itemIdentifier: '3' }] } : {},
  )
  expect(calls).toEqual([
    [1, 2, 3, 4],
    [3, 4],
  ])
  expect(buried).toEqual([])
})

test.each(['', null, 'unknown'])('takes %j as the failed record for a failure of all', async identifier => {
  const { calls } = await delivered(2, (_, times) => (times === 1 ? failed(identifier) : {}))
  expect(calls).toEqual([[1, 2], [1], [2]])
})

test('halves a batch that throws until the one record stands alone, and gives up that one only', async () => {
  const fault = new Error('3 is poison')
  const { calls, buried } = await delivered(4, given => given.includes(3) && throwing(fault))
  expect(calls).toEqual([[1, 2, 3, 4], [1, 2], [3, 4], [3], [3], [3], [4]])
  expect(buried).toEqual([[3, fault]])
})

test('gives up a record that is reported again and again, and no other', async () => {
  const { calls, buried } = await delivered(3, given => given.includes(2) && failed('2'))
  expect(calls).toEqual([[1, 2, 3], [2, 3], [2], [2], [2], [3]])
  expect(numbers(buried.map(([number]) => record(number)))).toEqual([2])
})

test('tries again what works the second time', async () => {
  const { calls, buried } = await delivered(1, (_, times) => times === 1 && throwing(new Error('once')))
  expect({ calls, buried }).toEqual({ calls: [[1], [1]], buried: [] })
})

test('hands over every record in order, gives up exactly the poison, and nothing twice after it succeeded', async () => {
  const cases = fc.record({
    count: fc.integer({ min: 1, max: 12 }),
    poison: fc.option(fc.integer({ min: 1, max: 12 }), { nil: 0 }),
    reports: fc.boolean(),
  })
  await fc.assert(
    fc.asyncProperty(cases, async ({ count, poison, reports }) => {
      const done: number[] = []
      const { buried } = await delivered(count, given => {
        const at = given.indexOf(poison)
        if (at >= 0 && !reports) throw new Error('poison')
        done.push(...(at < 0 ? given : given.slice(0, at)))
        return at < 0 ? {} : failed(String(poison))
      })
      const expected = numbers(records(count)).filter(number => number !== poison)
      expect(done).toEqual(expected)
      expect(buried.map(([number]) => number)).toEqual(poison >= 1 && poison <= count ? [poison] : [])
    }),
    { numRuns: 20 },
  )
})
