/** Counts the objects that an import would read, and writes nothing. */

import type { ImportKind } from '../../../lib/import/index.ts'
import type { CommandResult } from '../command.ts'
import { formatTable } from '../text-tables.ts'
import { kindNames } from './import-progress.ts'
import { type ImportRun, isSelectedForImport } from './import-run.ts'
import { kindStateOf } from './import-state.ts'
import { readNextSourcePage } from './read-source-page.ts'
import { firstPosition, type Position } from './source-pages.ts'
import { targetReaders } from './target-readers.ts'

interface Count {
  kind: ImportKind
  /** The number of objects on the source server. `wanted` is the number of these objects that would be imported. */
  source: number
  wanted: number
  here: number
  note: string | null
}

async function countKind(run: ImportRun, kind: ImportKind): Promise<Count> {
  const state = kindStateOf(run.state, kind)
  const counts = { source: 0, wanted: 0 }
  for (let position: Position | null = firstPosition; position; ) {
    state.position = position
    const { objects, next } = await readNextSourcePage(run, kind)
    counts.source += objects.length
    counts.wanted += objects.filter(object => isSelectedForImport(run, kind, object)).length
    run.report({ text: `${kindNames[kind]}: ${counts.source} counted` })
    position = next
  }
  return { kind, ...counts, here: await targetReaders[kind].count(run.tenant), note: state.note }
}

/** Counts the objects of each kind. Changes the state of the import only in memory, and does not save it. */
export async function countForDryRun(run: ImportRun): Promise<CommandResult> {
  const counts: Count[] = []
  for (const kind of run.kinds) counts.push(await countKind(run, kind))
  const rows = counts.map(({ kind, wanted, ...count }) => ({ ...count, kind: kindNames[kind], 'to import': wanted }))
  const notes = counts.filter(({ note }) => note).map(({ kind, note }) => `${kindNames[kind]}: ${note}`)
  const table = formatTable(['kind', 'source', 'to import', 'here'], rows)
  return { json: counts, text: [table, ...notes, 'Nothing was imported.'].join('\n') }
}
