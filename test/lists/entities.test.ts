/** Random histories of entities on several lists, held against a plain array, on a table in memory. */

import type { DynamoDBRecord } from 'aws-lambda'
import fc from 'fast-check'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { log } from '../../lib/core/log.ts'
import type { Tenant } from '../../lib/core/tenant.ts'
import { recountChanged } from '../../lib/lists/changes.ts'
import { findEntries } from '../../lib/lists/find.ts'
import { idOfPosition } from '../../lib/lists/position.ts'
import type { EntryKey } from '../../lib/store/list-entry.ts'
import { around, cancelled, lostReply, throttled } from '../support/fault-injection.ts'
import { inMemory } from '../support/memory-table.ts'
import { tellSeed } from '../support/seed.ts'
import { freshList } from './histories.ts'
import {
  type Asked,
  asked,
  expected,
  type Note,
  noteAt,
  questionOf,
  type Step,
  stepsOf,
  take,
} from './notes.ts'
import { expectRight, inTurns, untilDone } from './turns.ts'

let end = () => {}
let calm = () => {}
beforeAll(() => {
  end = inMemory()
})
afterEach(() => {
  calm()
  vi.restoreAllMocks()
})
afterAll(() => end())

const freshTenant = (): Tenant => {
  const { account, mode } = freshList()
  return { account, mode }
}

let sequence = 0
const recordOf = ({ partition, position }: EntryKey) =>
  ({
    dynamodb: { Keys: { pk: { S: partition }, sk: { S: position } }, SequenceNumber: String(++sequence) },
  }) as DynamoDBRecord

const nothingFollows = async () => {}

/** As a stream does it: what failed first comes again, with all that follows it. */
async function deliver(records: DynamoDBRecord[]): Promise<void> {
  let rest = records
  await untilDone(async () => {
    const { batchItemFailures } = await recountChanged(rest, nothingFollows)
    const failed = batchItemFailures.map(({ itemIdentifier }) => itemIdentifier)
    const first = rest.findIndex(({ dynamodb }) => failed.includes(dynamodb?.SequenceNumber ?? ''))
    rest = first < 0 ? [] : rest.slice(first)
    if (rest.length > 0) throw new Error('Some of it has to come again.')
  })
}

async function expectFound(tenant: Tenant, notes: readonly Note[], wanted: readonly Asked[]) {
  for (const one of wanted) {
    const { entries, total } = await findEntries(questionOf(tenant, one), one)
    expect({ ids: entries.map(({ position }) => idOfPosition(position)), total }).toEqual(
      expected(notes, one),
    )
  }
}

async function notesOf(tenant: Tenant, steps: readonly Step[]): Promise<Note[]> {
  const numbers = [...new Set(steps.map(({ n }) => n))]
  const found = await Promise.all(numbers.map(n => noteAt(tenant, n)))
  return found.flatMap(note => note ?? [])
}

const lists = ['notes', 'notes/weight', 'notes/colour=red', 'notes/label=a']

test('whatever is asked is answered as a plain array would, after any history of saving and erasing', async () => {
  const histories = fc.record({
    steps: stepsOf(300, 400),
    filters: fc.array(asked, { minLength: 20, maxLength: 20 }),
  })
  let longest = 0
  await fc.assert(
    fc.asyncProperty(histories, async ({ steps, filters }) => {
      const tenant = freshTenant()
      for (const half of [steps.slice(0, steps.length >> 1), steps.slice(steps.length >> 1)]) {
        const touched: EntryKey[] = []
        for (const step of half) await take(tenant, step, touched)
        await deliver(touched.map(recordOf))
      }
      const notes = await notesOf(tenant, steps)
      longest = Math.max(longest, notes.length)
      await expectFound(tenant, notes, filters)
    }),
    { numRuns: 120, endOnFailure: true, reporter: tellSeed },
  )
  expect(longest).toBeGreaterThan(150)
})

/** Of a hundred requests some are turned away, and some done without an answer. */
function storm(luck: () => number): () => void {
  return around(async (command, send) => {
    const fate = luck()
    if (fate < 3) throw throttled()
    if (fate < 6 && command === 'TransactWriteItemsCommand') throw cancelled('TransactionConflict', 'None')
    if (fate < 9 && command === 'TransactWriteItemsCommand') throw cancelled('ThrottlingError', 'None')
    const reply = await send()
    if (fate > 96) throw lostReply()
    return reply
  })
}

test('writers and followers at once, in bad weather and whatever order, leave lists that say what is there', async () => {
  vi.spyOn(log, 'error').mockImplementation(() => {})
  vi.spyOn(Math, 'random').mockReturnValue(0)
  const histories = fc.record({
    before: stepsOf(150, 160),
    writers: fc.array(stepsOf(5, 4), { minLength: 2, maxLength: 3 }),
    filters: fc.array(asked, { minLength: 5, maxLength: 5 }),
    weather: fc.infiniteStream(fc.noBias(fc.nat(99))),
  })
  await fc.assert(
    fc.asyncProperty(fc.scheduler(), histories, async (s, { before, writers, filters, weather }) => {
      const tenant = freshTenant()
      const known: EntryKey[] = []
      for (const step of before) await take(tenant, step, known)
      await deliver(known.map(recordOf))
      calm = storm(() => weather.next().value)
      const started = Promise.withResolvers<void>()
      const work = writers.map(async steps => {
        await started.promise
        for (const step of steps) await write(tenant, step)
      })
      const turns = inTurns(s, Promise.all(work))
      started.resolve()
      await turns
      calm()
      for (const list of lists) await expectRight({ ...tenant, list })
      await expectFound(tenant, await notesOf(tenant, [...before, ...writers.flat()]), filters)
    }),
    { numRuns: 40, endOnFailure: true, reporter: tellSeed },
  )
})

/** Its batches come in halves, twice, and in the wrong order. */
async function write(tenant: Tenant, step: Step): Promise<void> {
  const touched: EntryKey[] = []
  await untilDone(() => take(tenant, step, touched))
  const records = touched.map(recordOf)
  const half = records.length >> 1
  await Promise.all([
    deliver([...records.toReversed(), ...records]),
    deliver(records.slice(0, half)).then(() => deliver(records)),
  ])
}
