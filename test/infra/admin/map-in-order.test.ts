import { setImmediate } from 'node:timers/promises'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { mapInOrder } from '../../../infra/admin/map-in-order.ts'

async function* count(to: number, read: (n: number) => void = () => {}) {
  for (let n = 0; n < to; n++) {
    read(n)
    yield n
  }
}

test('yields all results in order, whichever ends first, with a limited number in progress', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.integer({ min: 0, max: 4 }), { maxLength: 40 }),
      fc.integer({ min: 1, max: 8 }),
      async (turns, concurrency) => {
        let [running, most] = [0, 0]
        const results = mapInOrder(count(turns.length), concurrency, async n => {
          most = Math.max(most, ++running)
          for (let turn = 0; turn < turns[n]!; turn++) await setImmediate()
          running--
          return n
        })
        expect(await Array.fromAsync(results)).toEqual(turns.map((_, n) => n))
        expect(most).toBeLessThanOrEqual(concurrency)
      },
    ),
  )
})

test('reads no more items than needed while the first one takes long', async () => {
  let lastRead = 0
  const first = Promise.withResolvers<number>()
  const results = mapInOrder(
    count(5000, n => {
      lastRead = n
    }),
    3,
    async n => (n === 0 ? first.promise : n),
  )
  const reading = Array.fromAsync(results)
  await expect.poll(() => lastRead).toBe(1000)
  await setImmediate()
  expect(lastRead).toBe(1000)
  first.resolve(0)
  expect(await reading).toHaveLength(5000)
})

test('rejects when the turn of a failed item comes', async () => {
  const yielded: number[] = []
  const reading = (async () => {
    for await (const n of mapInOrder(count(5), 2, n =>
      n === 2 ? Promise.reject(new Error('two')) : Promise.resolve(n),
    ))
      yielded.push(n)
  })()
  await expect(reading).rejects.toThrow('two')
  expect(yielded).toEqual([0, 1])
})
