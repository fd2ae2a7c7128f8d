/** What a check finds: a difference between what is stored and what should be, and the write that would end it. */

export type FindingKind =
  | 'missing-entry'
  | 'wrong-entry'
  | 'orphaned-entry'
  | 'wrong-tally'
  | 'wrong-field'
  | 'unfinished-save'
  | 'unfinished-merge'
  | 'unmade-movement'
  | 'unreadable-object'
  | 'missing-operation'
  | 'orphaned-operation'

export interface Finding {
  kind: FindingKind
  /** What it is about, such as `order 01980000-0000-7000-8000-000000000de1`. */
  key: string
  list: string | null
  is: string
  shouldBe: string
}

export interface Difference extends Finding {
  /** Looks again, with consistent reads: whether the difference is still the same. */
  persists: () => Promise<boolean>
  /** Absent if it cannot be mended without a decision, or if recounting its list mends it. */
  repair?: Repair
}

export interface Repair {
  /** Several differences may have the same repair, which is made once. */
  target: string
  run: () => Promise<unknown>
}

export const findingOf = ({ kind, key, list, is, shouldBe }: Finding): Finding => ({ kind, key, list, is, shouldBe })
