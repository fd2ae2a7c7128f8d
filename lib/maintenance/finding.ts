/** Defines the findings of a check: differences between the stored and the correct data, and their repairs. */

import { listWithoutValue } from './without-personal-data.ts'

export type FindingKind =
  | 'missing-entry'
  | 'wrong-entry'
  | 'orphaned-entry'
  | 'wrong-tally'
  | 'wrong-word'
  | 'wrong-field'
  | 'unfinished-save'
  | 'unfinished-merge'
  | 'unmade-movement'
  | 'unreadable-object'
  | 'missing-operation'
  | 'orphaned-operation'

export interface Finding {
  kind: FindingKind
  /** The subject of the finding, such as `order 01980000-0000-7000-8000-000000000de1`. */
  key: string
  list: string | null
  is: string
  shouldBe: string
}

export interface Difference extends Finding {
  /** Reads the data again consistently. Returns whether the difference is still the same. */
  persists: () => Promise<boolean>
  /** Absent if a rebuild of the list repairs the difference, or if a person must decide how to repair it. */
  repair?: Repair
}

export interface Repair {
  /** The data that is repaired. Repairs with the same target are equal, and only one of them is run. */
  target: string
  run: () => Promise<unknown>
}

/** Returns what is printed of a difference. */
export function findingOf({ kind, key, list, is, shouldBe }: Finding): Finding {
  return { kind, key, list: list && listWithoutValue(list), is, shouldBe }
}
