/** Checks what is saved on single rows: fields that follow from other rows, and saves that were not finished. */

import { isDeepStrictEqual } from 'node:util'
import { toJson } from '../core/json.ts'
import type { Tenant } from '../core/tenant.ts'
import * as discounts from '../discounts/index.ts'
import { type Difference, type Finding, isSameFinding } from './finding.ts'
import type { MaintainedRow } from './maintained.ts'

export async function rowDifferences(maintained: MaintainedRow): Promise<Difference[]> {
  const fields = await fieldDifferences(ownerOf(maintained), false)
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

/** A row with fields that follow from other rows. */
interface FieldOwner {
  name: string
  row: object
  derivedFields: (consistent: boolean) => Promise<object>
  load: () => Promise<FieldOwner | null>
  sync: () => Promise<void>
}

const ownerOf = ({ reference, row, derivedFields }: MaintainedRow): FieldOwner => ({
  name: reference.name,
  row,
  derivedFields,
  sync: reference.syncFields,
  load: async () => {
    const later = await reference.load()
    return later && ownerOf(later)
  },
})

const discountOwner = (row: Awaited<ReturnType<typeof discounts.allRows>>[number]): FieldOwner => ({
  name: `discount ${row.id}`,
  row,
  sync: () => discounts.syncCounters(row, row.id),
  derivedFields: consistent => discounts.readCounters(row, consistent),
  load: async () => {
    const later = await discounts.find(row, row.id)
    return later && discountOwner(later)
  },
})

export async function discountDifferences(tenant: Tenant): Promise<Difference[]> {
  const found: Difference[] = []
  for (const row of await discounts.allRows(tenant))
    found.push(...(await fieldDifferences(discountOwner(row), false)))
  return found
}

async function fieldDifferences(owner: FieldOwner, consistent: boolean): Promise<Difference[]> {
  const { name: key, row, sync, load } = owner
  const stored = row as Record<string, unknown>
  const derived = Object.entries(await owner.derivedFields(consistent))
  const wrong = derived.filter(([field, value]) => !isDeepStrictEqual(stored[field], value))
  return wrong.map(([field, value]) => {
    const is = fieldText(field, stored[field])
    const finding = { kind: 'wrong-field', key, list: null, is, shouldBe: fieldText(field, value) } as const
    const persists = async () => {
      const later = await load()
      const again = later ? await fieldDifferences(later, true) : []
      return again.some(other => isSameFinding(finding, other))
    }
    return { ...finding, persists, repair: { target: `fields of ${key}`, run: sync } }
  })
}

const fieldText = (field: string, value: unknown) =>
  `${field} ${value === undefined ? 'absent' : toJson(value)}`
