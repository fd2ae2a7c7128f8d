/**
 * Formats the result of an import: the numbers of objects at the source and in this store, the failed objects, and the
 * differences.
 */

import { toJson } from '../../../lib/core/json.ts'
import { truncate } from '../../../lib/core/problem.ts'
import type { ImportKind } from '../../../lib/import/index.ts'
import type { CommandResult } from '../command.ts'
import { formatTable } from '../text-tables.ts'
import type { ObjectDifference } from './import-new-and-different.ts'
import { kindNames } from './import-progress.ts'
import { countErasedAndAbsent, type KindState, maxDifferent } from './import-state.ts'

export interface KindResult
  extends Pick<KindState, 'created' | 'updated' | 'failed' | 'erased' | 'different' | 'hasMoreDifferent' | 'note'> {
  kind: ImportKind
  /** The number of objects of this kind at the source. `here` is the number in this store. */
  source: number
  here: number
  /** Whether the import has left out older objects. */
  isPartial: boolean
}

const valueText = (value: unknown) => truncate(toJson(value) ?? '-', 60)

const failuresOf = ({ kind, failed }: KindResult) =>
  Object.entries(failed).map(([id, { faults }]) => ({ kind, id, faults }))

function countsTable(results: KindResult[]): string {
  const rows = results.map(({ kind, failed, different, hasMoreDifferent, isPartial: _, erased: __, ...counts }) => ({
    ...counts,
    kind: kindNames[kind],
    failed: Object.keys(failed).length,
    different: `${different.length}${hasMoreDifferent ? ' or more' : ''}`,
  }))
  return formatTable(['kind', 'source', 'here', 'created', 'updated', 'failed', 'different'], rows)
}

function differencesTable(differences: ObjectDifference[]): string {
  const rows = differences.map(({ source, here, ...difference }) => ({
    ...difference,
    source: valueText(source),
    here: valueText(here),
  }))
  return formatTable(['kind', 'id', 'field', 'source', 'here'], rows)
}

const missingOf = ({ source, here, failed, erased }: Pick<KindResult, 'source' | 'here' | 'failed' | 'erased'>) =>
  source - here - Object.keys(failed).length - countErasedAndAbsent({ erased })

const leftOutReason = (kind: ImportKind) =>
  kind === 'carts'
    ? 'Those that have not changed for as long as this store keeps idle carts are left out.'
    : 'With --since, older ones are left out.'

const leftOutText = ({ kind, isPartial, ...result }: KindResult): string[] =>
  isPartial && missingOf(result) > 0
    ? [`${kindNames[kind]}: ${missingOf(result)} are not here. ${leftOutReason(kind)}`]
    : []

/**
 * Returns a sentence if this store lacks objects of the source, apart from the failed and erased objects. This store may
 * have more objects than the source, because objects can be created here, or deleted at the source.
 */
const missingText = ({ kind, isPartial, ...result }: KindResult): string[] => {
  const missing = missingOf(result)
  return missing > 0 && !isPartial ? [`The source has ${missing} more ${kindNames[kind]} than this store.`] : []
}

const surplusText = ({ kind, source, here }: KindResult): string[] =>
  here > source ? [`${kindNames[kind]}: ${here - source} are only here: made here, or deleted at the source.`] : []

const erasedText = ({ kind, erased }: KindResult): string[] => {
  const count = Object.keys(erased).length
  const verbs = count === 1 ? ['was', 'is'] : ['were', 'are']
  return count > 0 ? [`${kindNames[kind]}: ${count} ${verbs[0]} erased here, and ${verbs[1]} not compared.`] : []
}

/** The objects that the last step has not compared again may differ or not, so the number of differences is unknown. */
const moreDifferentText = ({ kind, hasMoreDifferent }: KindResult): string[] => {
  const count = maxDifferent.toLocaleString('en')
  const text = `More than ${count} ${kindNames[kind]} differed from the source. The further ones were not compared again.`
  return hasMoreDifferent ? [text] : []
}

const noteText = ({ kind, note }: KindResult) => (note ? [`${kindNames[kind]}: ${note}`] : [])

const countsOf = ({ failed, different, erased, ...counts }: KindResult) => ({
  ...counts,
  erased: Object.keys(erased).length,
})

export function toCommandResult(results: KindResult[], differences: ObjectDifference[]): CommandResult {
  const failures = results.flatMap(failuresOf)
  const sections = [
    countsTable(results),
    [noteText, erasedText, surplusText, leftOutText].flatMap(textOf => results.flatMap(textOf)).join('\n'),
    failures.map(({ kind, id, faults }) => `${kindNames[kind]} ${id}: ${faults.join('; ')}`).join('\n'),
    differences.length > 0 ? differencesTable(differences) : '',
  ]
  const differing = results.reduce((sum, { different }) => sum + different.length, 0)
  return {
    json: { kinds: results.map(countsOf), failures, differences },
    text: sections.filter(Boolean).join('\n\n'),
    errors: [
      ...(failures.length > 0
        ? [`Objects that could not be imported: ${failures.length}. The next run tries them again.`]
        : []),
      ...(differing > 0 ? [`Objects that differ from the source: ${differing}.`] : []),
      ...results.flatMap(moreDifferentText),
      ...results.flatMap(missingText),
    ],
  }
}
