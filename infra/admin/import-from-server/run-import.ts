/**
 * Runs the steps of an import. The first step imports the selected objects, and the second compares them with the
 * source. The last step imports new objects, and objects that failed or differ.
 */

import { setTimeout as sleep } from 'node:timers/promises'
import { Problem } from '../../../lib/core/problem.ts'
import type { ImportKind } from '../../../lib/import/index.ts'
import { setNextCreditNoteNumber } from '../../../lib/refunds/index.ts'
import type { CommandResult } from '../command.ts'
import { compareStoredWithSource } from './compare-objects.ts'
import { importNewAndDifferent } from './import-new-and-different.ts'
import { type Imported, importObjects } from './import-objects.ts'
import { createKindProgress, kindNames } from './import-progress.ts'
import { type KindResult, toCommandResult } from './import-result.ts'
import { type ImportRun, isSelectedForImport } from './import-run.ts'
import { beginStep, countErasedAndAbsent, forgetUnlistedFailures, kindStateOf, maxDifferent } from './import-state.ts'
import { readNextSourcePage } from './read-source-page.ts'
import type { ListedObject } from './source-pages.ts'
import { targetReaders } from './target-readers.ts'

const nextSteps = { import: 'compare', compare: 'check' } as const
const labels = { import: 'importing', compare: 'comparing' }

/** The state is saved after each page, so that an interrupted step can continue. */
async function runStep(run: ImportRun, kind: ImportKind, step: 'import' | 'compare'): Promise<void> {
  const state = kindStateOf(run.state, kind)
  if (state.step !== step) return
  const progress = createKindProgress(`${kindNames[kind]}: ${labels[step]}`, state, run.report)
  progress.update(state)
  for (let hasNext = true; hasNext; ) {
    const page = await readNextSourcePage(run, kind)
    await importPage(run, kind, page.objects)
    state.listed += page.objects.length
    state.total = page.total
    hasNext = page.next !== null
    if (page.next) state.position = page.next
    if (hasNext) await run.save()
    progress.update(state)
  }
  progress.finish(state)
  forgetUnlistedFailures(state)
  /** The source may have added objects that this step has not read. The last step reads and counts them. */
  state.total = Math.min(state.total ?? state.listed, state.listed)
  beginStep(state, nextSteps[step])
  await run.save()
}

async function importPage(run: ImportRun, kind: ImportKind, listed: ListedObject[]): Promise<void> {
  const state = kindStateOf(run.state, kind)
  const objects = listed.filter(object => isSelectedForImport(run, kind, object))
  for (const { id } of objects) if (state.failed[id]) state.failed[id].isListed = true
  const isComparing = state.step === 'compare'
  if (!isComparing) state.leftOut += listed.length - objects.length
  await importObjects(run, { kind, objects, ...(isComparing && { compare: compareAndNote(run, kind) }) })
}

/**
 * Compares an imported object with the source, and stores the id of the object if they differ. The last step compares
 * the object again, because counts in the object may not be complete yet.
 */
const compareAndNote =
  <K extends ImportKind>(run: ImportRun, kind: K) =>
  async ({ listed, ...imported }: Imported<K>) => {
    const state = kindStateOf(run.state, kind)
    const { different } = state
    const differences = await compareStoredWithSource(run, { kind, ...imported })
    const isNew = differences.length > 0 && !different.includes(listed.id)
    if (!isNew) return
    if (different.length < maxDifferent) different.push(listed.id)
    else state.hasMoreDifferent = true
  }

const pollMilliseconds = 1000

/**
 * Imported objects are counted some time after they are written. This function waits until the totals of the lists
 * include the imported objects, but at most `waitSeconds`.
 */
async function waitForTotals({ kinds, tenant, state, waitSeconds, report }: ImportRun): Promise<void> {
  const deadline = Date.now() + 1000 * waitSeconds
  for (const kind of kinds) {
    const kindState = kindStateOf(state, kind)
    const { total, failed, leftOut } = kindState
    const expected = (total ?? 0) - Object.keys(failed).length - leftOut - countErasedAndAbsent(kindState)
    while (Date.now() < deadline && (await targetReaders[kind].count(tenant)) < expected) {
      report({ text: `${kindNames[kind]}: waiting until the lists have counted them` })
      await sleep(pollMilliseconds)
    }
  }
}

export async function runImport(run: ImportRun): Promise<CommandResult> {
  const { kinds, state, tenant } = run
  for (const kind of kinds) await runStep(run, kind, 'import')
  await waitForTotals(run)
  for (const kind of kinds) await runStep(run, kind, 'compare')
  const differences = await importNewAndDifferent(run)
  const results: KindResult[] = []
  for (const kind of kinds) {
    const kindState = kindStateOf(state, kind)
    const { total, created, updated, failed, erased, different, hasMoreDifferent, leftOut, note } = kindState
    const here = await targetReaders[kind].count(tenant)
    const counts = { source: total ?? 0, here, created, updated }
    results.push({ kind, ...counts, failed, erased, different, hasMoreDifferent, note, isPartial: leftOut > 0 })
    kindState.step = 'done'
  }
  await run.save()
  const result = toCommandResult(results, differences)
  return { ...result, errors: [...(result.errors ?? []), ...(await setCreditNote(run))] }
}

/** Sets the number of the next credit note. Returns faults if a credit note already has this number or a higher one. */
async function setCreditNote({ tenant, nextCreditNote }: ImportRun): Promise<string[]> {
  try {
    if (nextCreditNote) await setNextCreditNoteNumber(tenant, nextCreditNote)
    return []
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    return Object.values(error.errors).flatMap(faults => faults.map(fault => `--next-credit-note ${fault}.`))
  }
}
