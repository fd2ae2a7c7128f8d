/**
 * Compares the lists of entities after random histories with a plain array, on an in-memory table.
 * @module-tag long
 */

import type { DynamoDBRecord } from 'aws-lambda'
import fc from 'fast-check'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { log } from '../../lib/core/log.ts'
import type { Tenant } from '../../lib/core/tenant.ts'
import { findEntries } from '../../lib/lists/find-entries.ts'
import { idOfPosition } from '../../lib/lists/position.ts'
import { recountChangedLists } from '../../lib/lists/recount-changed-lists.ts'
import type { EntryKey } from '../../lib/store/list-entry.ts'
import { around, cancelled, lostReply, throttled } from '../support/fault-injection.ts'
import { useMemoryTable } from '../support/memory-table.ts'
import { printSeed } from '../support/seed.ts'
import { freshList } from './histories.ts'
import { expectExactTallies, interleave, retryUntilDone } from './interleaving.ts'
import {
  anyQuery,
  applyStep,
  expectedResults,
  listQueryOf,
  type Note,
  type NoteQuery,
  noteAt,
  type Step,
  stepsOf,
} from './note-entity.ts'

let restoreDatabase = () => {}
let restore = () => {}
beforeAll(() => {
  restoreDatabase = useMemoryTable()
})
afterEach(() => {
  restore()
  vi.restoreAllMocks()
})
afterAll(() => restoreDatabase())

const freshTenant = (): Tenant => {
  const { account, mode } = freshList()
  return { account, mode }
}

let sequence = 0
const recordOf = ({ partition, position }: EntryKey) =>
  ({
    dynamodb: { Keys: { pk: { S: partition }, sk: { S: position } }, SequenceNumber: String(++sequence) },
  }) as DynamoDBRecord

const doNothing = async () => {}

/** Delivers records as a stream does: the first failed record is delivered again, with all later records. */
async function deliver(records: DynamoDBRecord[]): Promise<void> {
  let rest = records
  await retryUntilDone(async () => {
    const { batchItemFailures } = await recountChangedLists(rest, { isCounted: () => true, afterRecount: doNothing })
    const failed = batchItemFailures.map(({ itemIdentifier }) => itemIdentifier)
    const first = rest.findIndex(({ dynamodb }) => failed.includes(dynamodb?.SequenceNumber ?? ''))
    rest = first < 0 ? [] : rest.slice(first)
    if (rest.length > 0) throw new Error('Some records failed.')
  })
}

async function expectResults(tenant: Tenant, notes: readonly Note[], queries: readonly NoteQuery[]) {
  for (const query of queries) {
    const { entries, total } = await findEntries(listQueryOf(tenant, query), query)
    expect({ ids: entries.map(({ position }) => idOfPosition(position)), total }).toEqual(expectedResults(notes, query))
  }
}

async function notesOf(tenant: Tenant, steps: readonly Step[]): Promise<Note[]> {
  const numbers = [...new Set(steps.map(({ n }) => n))]
  const notes = await Promise.all(numbers.map(n => noteAt(tenant, n)))
  return notes.flatMap(note => note ?? [])
}

const lists = ['notes', 'notes/weight', 'notes/colour=red', 'notes/label=a']

test('any query returns the same as a plain array, after any history of saves and deletes', async () => {
  const histories = fc.record({
    steps: stepsOf(300, 400),
    queries: fc.array(anyQuery, { minLength: 20, maxLength: 20 }),
  })
  let maxNotes = 0
  await fc.assert(
    fc.asyncProperty(histories, async ({ steps, queries }) => {
      const tenant = freshTenant()
      for (const half of [steps.slice(0, steps.length >> 1), steps.slice(steps.length >> 1)]) {
        const changedKeys: EntryKey[] = []
        for (const step of half) await applyStep(tenant, step, changedKeys)
        await deliver(changedKeys.map(recordOf))
      }
      const notes = await notesOf(tenant, steps)
      maxNotes = Math.max(maxNotes, notes.length)
      await expectResults(tenant, notes, queries)
    }),
    { numRuns: 120, endOnFailure: true, reporter: printSeed },
  )
  expect(maxNotes).toBeGreaterThan(150)
})

/** Rejects some of the requests, and drops the replies of others. */
function injectFaults(chance: () => number): () => void {
  return around(async (command, send) => {
    const n = chance()
    if (n < 3) throw throttled()
    if (n < 6 && command === 'TransactWriteItemsCommand') throw cancelled('TransactionConflict', 'None')
    if (n < 9 && command === 'TransactWriteItemsCommand') throw cancelled('ThrottlingError', 'None')
    const reply = await send()
    if (n > 96) throw lostReply()
    return reply
  })
}

test('concurrent writers and recounts, with faults and in any order, leave exact lists', async () => {
  vi.spyOn(log, 'error').mockImplementation(() => {})
  vi.spyOn(Math, 'random').mockReturnValue(0)
  const histories = fc.record({
    before: stepsOf(150, 160),
    writers: fc.array(stepsOf(5, 4), { minLength: 2, maxLength: 3 }),
    queries: fc.array(anyQuery, { minLength: 5, maxLength: 5 }),
    chances: fc.infiniteStream(fc.noBias(fc.nat(99))),
  })
  await fc.assert(
    fc.asyncProperty(fc.scheduler(), histories, async (s, { before, writers, queries, chances }) => {
      const tenant = freshTenant()
      const changedKeys: EntryKey[] = []
      for (const step of before) await applyStep(tenant, step, changedKeys)
      await deliver(changedKeys.map(recordOf))
      restore = injectFaults(() => chances.next().value)
      const started = Promise.withResolvers<void>()
      const work = writers.map(async steps => {
        await started.promise
        for (const step of steps) await write(tenant, step)
      })
      const turns = interleave(s, Promise.all(work))
      started.resolve()
      await turns
      restore()
      for (const list of lists) await expectExactTallies({ ...tenant, list })
      await expectResults(tenant, await notesOf(tenant, [...before, ...writers.flat()]), queries)
    }),
    { numRuns: 40, endOnFailure: true, reporter: printSeed },
  )
})

/** Applies a step, and delivers its stream records in parts, repeatedly and out of order. */
async function write(tenant: Tenant, step: Step): Promise<void> {
  const changedKeys: EntryKey[] = []
  await retryUntilDone(() => applyStep(tenant, step, changedKeys))
  const records = changedKeys.map(recordOf)
  const half = records.length >> 1
  await Promise.all([
    deliver([...records.toReversed(), ...records]),
    deliver(records.slice(0, half)).then(() => deliver(records)),
  ])
}
