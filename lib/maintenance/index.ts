/** Updates derived data from the table's stream, and checks, rebuilds and repairs stored data. */

export { checkStore } from './check-store.ts'
export { countObjects } from './count-objects.ts'
export { endWaitForOperation } from './end-wait-for-operation.ts'
export { type Difference, type Finding, type FindingKind, findingOf } from './finding.ts'
export {
  addFailures,
  type Failures,
  migrate,
  rebuildEntriesOfStore,
  rebuildTalliesOfStore,
  repairDifferences,
} from './rebuild.ts'
export { updateDerivedData } from './update-derived-data.ts'
