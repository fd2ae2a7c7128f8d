/** Checks what is saved on single rows: fields that follow from other rows, and saves that were not finished. */

import { isDeepStrictEqual } from 'node:util'
import { toJson } from '../core/json.ts'
import { type Difference, type Finding, isSameFinding } from './finding.ts'
import type { MaintainedRow } from './maintained.ts'

export async function rowDifferences(maintained: MaintainedRow): Promise<Difference[]> {
  const fields = await fieldDifferences(maintained, false)
  return [...unfinishedSave(maintained), ...fields]
}

/** An object whose stored form has no entries, such as one that a bug has damaged. */
export const unreadableObject = ({ reference }: MaintainedRow, fault: unknown): Difference => ({
  kind: 'unreadable-object',
  key: reference.name,
  list: null,
  is: fault instanceof Error ? fault.message : String(fault),
  shouldBe: 'readable',
  persists: async () => {
    const later = await reference.load()
    try {
      later?.entries()
      return false
    } catch {
      return true
    }
  },
})

/** A save under way is unfinished for less time than passes before a difference is confirmed. */
function unfinishedSave({ reference, row, unfinished }: MaintainedRow): Difference[] {
  if (!unfinished) return []
  const finding: Finding = {
    kind: 'unfinished-save',
    key: reference.name,
    list: null,
    is: `unfinished since version ${row.version}`,
    shouldBe: 'finished',
  }
  const persists = async () => {
    const later = await reference.load()
    return later?.unfinished !== undefined && later.row.version === row.version
  }
  const repair = { target: `save of ${reference.name}`, run: reference.finishSave }
  return [{ ...finding, persists, repair }]
}

async function fieldDifferences(
  { reference, row, derivedFields }: MaintainedRow,
  consistent: boolean,
): Promise<Difference[]> {
  const { name: key, syncFields: run } = reference
  const stored = row as object as Record<string, unknown>
  const derived = Object.entries(await derivedFields(consistent))
  const wrong = derived.filter(([field, value]) => !isDeepStrictEqual(stored[field], value))
  return wrong.map(([field, value]) => {
    const is = fieldText(field, stored[field])
    const finding = { kind: 'wrong-field', key, list: null, is, shouldBe: fieldText(field, value) } as const
    const persists = async () => {
      const later = await reference.load()
      const again = later ? await fieldDifferences(later, true) : []
      return again.some(other => isSameFinding(finding, other))
    }
    return { ...finding, persists, repair: { target: `fields of ${key}`, run } }
  })
}

const fieldText = (field: string, value: unknown) =>
  `${field} ${value === undefined ? 'absent' : toJson(value)}`
