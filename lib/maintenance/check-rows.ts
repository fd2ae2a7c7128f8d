/** Reports faults of single rows: wrong derived fields, unfinished saves, and rows that cannot be read. */

import { isDeepStrictEqual } from 'node:util'
import { toJson } from '../core/json.ts'
import type { VersionedRow } from '../store/stored-object.ts'
import { type Difference, type Finding, findingOf } from './finding.ts'
import {
  computeDerivedFields,
  findFault,
  finishSave,
  loadRow,
  type RowReference,
  saveDerivedFields,
} from './objects.ts'

export const rowDifferences = async (reference: RowReference, row: VersionedRow): Promise<Difference[]> => [
  ...unfinishedSave(reference, row),
  ...(await fieldDifferences(reference, row, false)),
]

/** Reports a row whose list entries cannot be computed, such as a row that a bug has damaged. */
export const unreadableObject = (reference: RowReference, fault: unknown): Difference => ({
  kind: 'unreadable-object',
  key: reference.name,
  list: null,
  is: fault instanceof Error ? fault.message : String(fault),
  shouldBe: 'readable',
  persists: async () => (await findFault(reference)) !== undefined,
})

/**
 * Reports an unfinished save. A save that is merely still running ends before the difference is checked again, so it
 * does not become a finding.
 */
function unfinishedSave(reference: RowReference, { unfinished, version }: VersionedRow): Difference[] {
  if (!unfinished) return []
  const { name } = reference
  const difference: Difference = {
    kind: 'unfinished-save',
    key: name,
    list: null,
    is: `unfinished since version ${version}`,
    shouldBe: 'finished',
    persists: async () => {
      const later = await loadRow(reference)
      return later?.unfinished !== undefined && later.version === version
    },
    repair: { target: `save of ${name}`, run: () => finishSave(reference) },
  }
  return [difference]
}

async function fieldDifferences(
  reference: RowReference,
  row: VersionedRow,
  consistent: boolean,
): Promise<Difference[]> {
  const { object, name: key } = reference
  const stored = row as object as Record<string, unknown>
  const { fields } = await computeDerivedFields(object, row, consistent)
  const wrong = Object.entries(fields).filter(([field, value]) => !isDeepStrictEqual(stored[field], value))
  return wrong.map(([field, value]) => {
    const is = fieldText(field, stored[field])
    const finding: Finding = { kind: 'wrong-field', key, list: null, is, shouldBe: fieldText(field, value) }
    const persists = async () => {
      const later = await loadRow(reference)
      const again = later ? await fieldDifferences(reference, later, true) : []
      return again.some(other => isDeepStrictEqual(findingOf(other), finding))
    }
    return { ...finding, persists, repair: { target: `fields of ${key}`, run: () => saveDerivedFields(reference) } }
  })
}

const fieldText = (field: string, value: unknown) => `${field} ${value === undefined ? 'absent' : toJson(value)}`
