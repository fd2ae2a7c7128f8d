/** A list that is counted whole while it is in use, on a table in memory: neither that nor what follows the table is held up. */

import fc from 'fast-check'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { timePosition } from '../../lib/lists/position.ts'
import { rebuildTallies } from '../../lib/lists/rebuild-tallies.ts'
import { recount } from '../../lib/lists/recount.ts'
import { readTally, writeTally } from '../../lib/lists/tally.ts'
import type { List } from '../../lib/store/list-entry.ts'
import { around, throttled } from '../support/fault-injection.ts'
import { inMemory } from '../support/memory-table.ts'
import { tellSeed } from '../support/seed.ts'
import { freshList, idOf, put, remove } from './histories.ts'
import { expectRight, inTurns, numbers, positionOf, standing, untilDone } from './turns.ts'

vi.mock('../../lib/lists/sizes.ts', async () => (await import('./small.ts')).small)

let end = () => {}
beforeAll(() => {
  end = inMemory()
})
afterAll(() => end())

/** Somebody else comes in after every so many requests. */
function interrupted(every: number, work: () => Promise<unknown>): () => void {
  let sent = 0
  let isBusy = false
  return around(async (_, send) => {
    const reply = await send()
    if (isBusy || ++sent % every) return reply
    isBusy = true
    await work()
    isBusy = false
    return reply
  })
}

/** So close that each of its 28 hours is divided. */
const sale = (n: number) => ({
  position: timePosition(new Date(Date.UTC(2025, 10, 28) + n * 20_000).toISOString(), idOf(n)),
  measures: [1, n],
})
const lastSale = 5000

test.each([
  ['was never counted', 0],
  ['was followed for an hour, and then no more', 180],
  ['was followed all along', lastSale],
])('a list that %s comes right while its last hour changes every moment', async (_, followed) => {
  const list = freshList()
  await put(list, numbers(0, followed).map(sale))
  if (followed > 0) await recount(list, [sale(0).position])
  await put(list, numbers(followed, lastSale).map(sale))
  let next = lastSale
  const calm = interrupted(60, async () => {
    await put(list, [sale(++next)])
    await recount(list, [sale(next).position])
  })
  const { count } = await rebuildTallies(list)
  calm()
  expect(next).toBeGreaterThan(lastSale + 1)
  expect(count).toBeGreaterThan(lastSale)
  await expectRight(list)
})

/** A month that the list does not call divided, though it has a tally: that of another time. */
async function listWithRemains(): Promise<List> {
  const list = freshList()
  await put(list, numbers(0, 300).map(standing))
  await recount(list, [positionOf(0)])
  const sum = { count: 7, measures: [7, 7] }
  const root = await readTally(list, '', true)
  await writeTally(list, { ...root, ...sum, parts: { t202501: sum } })
  const month = await readTally(list, 't202501', true)
  await writeTally(list, { ...month, ...sum, parts: { t20250101: sum } })
  return list
}

test('broken off at any request, it is made good by the next recounts nearby', async () => {
  let last = 0
  for (let isBroken = true; isBroken; last++) {
    const list = await listWithRemains()
    let sent = 0
    const calm = around((_, send) => (++sent > last ? Promise.reject(throttled()) : send()))
    await rebuildTallies(list).catch(() => {})
    calm()
    isBroken = sent > last
    if (isBroken) await recount(list, numbers(0, 300).map(positionOf))
    await expectRight(list)
  }
  expect(last).toBeGreaterThan(8)
})

const changes = fc.array(fc.tuple(fc.constantFrom(1, 2, 101, 102, 149, 150, 1000), fc.boolean()), {
  minLength: 2,
  maxLength: 6,
})

test('in whatever order its requests and those of others come, it leaves what is there', async () => {
  const history = fc.record({ known: fc.constantFrom(0, 99, 140), gone: fc.nat(60), wanted: changes })
  await fc.assert(
    fc.asyncProperty(fc.scheduler(), history, async (s, { known, gone, wanted }) => {
      const list = freshList()
      await put(list, numbers(0, known).map(standing))
      if (known > 0) await recount(list, [positionOf(0)])
      await put(list, numbers(known, 150).map(standing))
      await remove(list, numbers(0, gone).map(positionOf))
      const started = Promise.withResolvers<void>()
      const others = wanted.map(async ([n, isThere]) => {
        await started.promise
        await (isThere ? put(list, [standing(n)]) : remove(list, [positionOf(n)]))
        await untilDone(() => recount(list, [positionOf(n)]))
      })
      const whole = [1, 2].map(() => started.promise.then(() => untilDone(() => rebuildTallies(list))))
      const turns = inTurns(s, Promise.all([...others, ...whole]))
      started.resolve()
      await turns
      await expectRight(list)
    }),
    { numRuns: 60, endOnFailure: true, reporter: tellSeed },
  )
})
