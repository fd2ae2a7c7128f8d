/** Mends what a check has found, while the store is in use. */

import { mapConcurrent } from '../core/map-concurrent.ts'
import type { Tenant } from '../core/tenant.ts'
import type { Difference, FindingKind, Repair } from './finding.ts'
import { type Failure, rebuildList } from './rebuild.ts'

const maxConcurrent = 10

/** Tallies are counted from entries, and fields are copied from tallies. */
const beforeLists: readonly FindingKind[] = [
  'unfinished-save',
  'unfinished-merge',
  'missing-entry',
  'wrong-entry',
  'orphaned-entry',
]

/** Returns what could not be repaired. */
export async function repair(tenant: Tenant, differences: readonly Difference[]): Promise<Failure[]> {
  const isEarly = ({ kind }: Difference) => beforeLists.includes(kind)
  const [early, late] = [differences.filter(isEarly), differences.filter(one => !isEarly(one))]
  const lists = new Set(differences.flatMap(({ list }) => list ?? []))
  const recounts = [...lists].map(list => ({
    target: `list ${list}`,
    run: () => rebuildList({ ...tenant, list }),
  }))
  const steps = [repairsOf(early), recounts, repairsOf(late)]
  const failed: Failure[] = []
  for (const repairs of steps) failed.push(...(await runAll(repairs)))
  return failed
}

/** Each one once. */
const repairsOf = (differences: readonly Difference[]): Repair[] => [
  ...new Map(
    differences.flatMap(({ repair }) => (repair ? [[repair.target, repair] as const] : [])),
  ).values(),
]

async function runAll(repairs: readonly Repair[]): Promise<Failure[]> {
  const failures = await mapConcurrent(repairs, maxConcurrent, ({ target, run }) =>
    run().then(
      () => [],
      fault => [{ target, fault }],
    ),
  )
  return failures.flat()
}
