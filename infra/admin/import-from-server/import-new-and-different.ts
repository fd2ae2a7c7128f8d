/**
 * Runs the last step of an import, which imports new objects, objects that could not be imported before, and objects
 * that differ from the source.
 */

import { setTimeout as sleep } from 'node:timers/promises'
import { isObject } from '../../../lib/core/json.ts'
import type { ImportKind } from '../../../lib/import/index.ts'
import { compareStoredWithSource } from './compare-objects.ts'
import type { Difference } from './expected-differences.ts'
import { type Imported, importObjects } from './import-objects.ts'
import { type ImportRun, isSelectedForImport } from './import-run.ts'
import { kindStateOf } from './import-state.ts'
import { readNextSourcePage } from './read-source-page.ts'
import { firstPosition, type ListedObject } from './source-pages.ts'
import { findTargetReplies } from './target-readers.ts'

export interface ObjectDifference extends Difference {
  kind: ImportKind
  id: string
}

interface Outcome {
  created: number
  differences: ObjectDifference[]
}

/**
 * Imports the new objects of a kind, and the objects that failed or differed before. The source lists new objects
 * first. Once all failed and different objects are found, reading stops at the first page without new objects.
 */
async function importKindAgain(run: ImportRun, kind: ImportKind): Promise<Outcome> {
  const state = kindStateOf(run.state, kind)
  const sought = new Set([...Object.keys(state.failed), ...state.different])
  const outcome: Outcome = { created: 0, differences: [] }
  state.position = firstPosition
  for (;;) {
    const { objects, total, next } = await readNextSourcePage(run, kind)
    state.total = total ?? state.total
    const unknown = await unknownOf(run, kind, objects)
    const again = objects.filter(object => sought.has(object.id) || unknown.has(object.id))
    const { created, differences } = await importAndCompare(run, kind, again)
    outcome.created += created
    outcome.differences.push(...differences)
    for (const { id } of objects) sought.delete(id)
    if (!next || (unknown.size === 0 && sought.size === 0)) break
    state.position = next
  }
  for (const id of sought) delete state.failed[id]
  state.different = [...new Set(outcome.differences.map(({ id }) => id))]
  return outcome
}

/**
 * Returns the ids of the selected objects that this store does not have, apart from objects that were erased here. A
 * product is looked up by its `userDefinedId`, because its id in this store is not its id at the source.
 */
async function unknownOf(run: ImportRun, kind: ImportKind, objects: ListedObject[]) {
  const unknown = new Set<string>()
  const { erased } = kindStateOf(run.state, kind)
  const selected = objects.filter(object => isSelectedForImport(run, kind, object) && !(object.id in erased))
  for (const { id, item } of selected) {
    const targetId = isObject(item) && kind === 'products' ? String(item.userDefinedId) : id
    if (!(await findTargetReplies(kind, { tenant: run.tenant, id: targetId, source: { summary: item } })))
      unknown.add(id)
  }
  return unknown
}

async function importAndCompare(run: ImportRun, kind: ImportKind, objects: ListedObject[]): Promise<Outcome> {
  const differences: ObjectDifference[] = []
  const compare = async ({ listed, ...imported }: Imported<ImportKind>) => {
    const found = await compareStoredWithSource(run, { kind, ...imported })
    differences.push(...found.map(difference => ({ kind, id: listed.id, ...difference })))
  }
  return { created: await importObjects(run, { kind, objects, compare }), differences }
}

const maxRounds = 20
/**
 * The pauses before differences are looked at again, as shares of `waitSeconds`. An object may differ from the source
 * because the lists of this store do not count all objects yet. Differences that remain after all pauses are reported.
 */
const pauses = [1 / 12, 3 / 12, 8 / 12]

export async function importNewAndDifferent(run: ImportRun): Promise<ObjectDifference[]> {
  for (let round = 1, paused = 0; ; round++) {
    const outcomes: Outcome[] = []
    for (const kind of run.kinds) outcomes.push(await importKindAgain(run, kind))
    const differences = outcomes.flatMap(({ differences }) => differences)
    const isQuiet = outcomes.every(({ created }) => created === 0)
    const isSettled = isQuiet && (differences.length === 0 || paused === pauses.length)
    if (isSettled || round === maxRounds) return differences
    if (isQuiet) await sleep(1000 * run.waitSeconds * (pauses[paused++] ?? 0))
  }
}
