/**
 * Reads and writes the state file of an import. The file stores how far each kind is imported, so that an interrupted
 * import can continue.
 */

import { existsSync, readFileSync } from 'node:fs'
import * as z from 'zod'
import { parseJsonOr } from '../../../lib/core/json.ts'
import { writePrivateFile } from '../../../lib/core/private-file.ts'
import { modes } from '../../../lib/core/tenant.ts'
import { type ImportKind, importKinds } from '../../../lib/import/source-replies.ts'
import { firstPosition, Position } from './source-pages.ts'

const Failure = z.object({
  faults: z.array(z.string()),
  /** Whether the current step has found the object in the list of the source. */
  isListed: z.boolean(),
})

/**
 * The step `import` imports the objects of a kind that `isSelectedForImport` selects. The step `compare` imports them
 * again if they have changed, and compares them with the source. The step `check` imports and compares new objects,
 * failed objects, and objects that differ from the source.
 */
const steps = ['import', 'compare', 'check', 'done'] as const
type Step = (typeof steps)[number]

/** The step `compare` stores the ids of at most this many objects that differ from the source. */
export const maxDifferent = 1000

const Erased = z.object({
  /** Whether this store has the object, without its personal data. */
  isHere: z.boolean(),
})

const KindState = z.object({
  step: z.enum(steps),
  position: Position,
  /**
   * The number of objects that the step has read. `total` is the length of the list, or null if the source does not
   * return the length. The steps `import` and `compare` end with a `total` of at most the number of objects they read.
   */
  listed: z.int(),
  total: z.int().nullable(),
  /** The number of objects that the step `import` has read in the list, but not imported. */
  leftOut: z.int().default(0),
  created: z.int(),
  updated: z.int(),
  failed: z.record(z.string(), Failure),
  /** The objects at the source whose personal data was erased in this store. They are not compared. */
  erased: z.record(z.string(), Erased).default({}),
  different: z.array(z.string()),
  /** Whether more objects differed than `different` may contain. The last step does not compare these others again. */
  hasMoreDifferent: z.boolean().default(false),
  note: z.string().nullable(),
})
export type KindState = z.output<typeof KindState>

const State = z.object({
  version: z.literal(1),
  source: z.string(),
  account: z.int(),
  mode: z.enum(modes),
  /**
   * The options that decide what a run reads. A run continues an interrupted run only if both runs have the same
   * options.
   */
  options: z.string(),
  /** The date with which `isSelectedForImport` selects orders; null if all orders are imported. */
  since: z.string().nullable(),
  kinds: z.partialRecord(z.enum(importKinds), KindState),
})
export type ImportState = z.output<typeof State>

/** `failed` contains the objects that the previous run could not import, so that the new run tries them again. */
function newKindState(failed: KindState['failed'] = {}): KindState {
  const counts = { listed: 0, total: null, leftOut: 0, created: 0, updated: 0 }
  const differing = { different: [], hasMoreDifferent: false }
  const state: KindState = {
    step: 'import',
    position: firstPosition,
    ...counts,
    failed,
    erased: {},
    ...differing,
    note: null,
  }
  beginStep(state, 'import')
  return state
}

export function kindStateOf({ kinds }: ImportState, kind: ImportKind): KindState {
  const state = kinds[kind]
  if (!state) throw new Error(`The state has no ${kind}.`)
  return state
}

/** Returns the number of objects that this store does not have because they were erased. */
export const countErasedAndAbsent = ({ erased }: Pick<KindState, 'erased'>): number =>
  Object.values(erased).filter(({ isHere }) => !isHere).length

/**
 * Starts a step with the failures of the previous step. A failure is removed when its object is imported, or when the
 * source no longer lists the object.
 */
export function beginStep(state: KindState, step: Step): void {
  const failed = Object.entries(state.failed).map(([id, { faults }]) => [id, { faults, isListed: false }])
  Object.assign(state, { step, position: firstPosition, listed: 0, failed: Object.fromEntries(failed) })
}

/** Removes the failures of objects that the source does not list any more. */
export function forgetUnlistedFailures(state: KindState): void {
  for (const [id, { isListed }] of Object.entries(state.failed)) if (!isListed) delete state.failed[id]
}

type Identity = Pick<ImportState, 'source' | 'account' | 'mode'>

/**
 * Returns the stored state, or null if the file is missing. Throws if the file does not contain a state with this
 * source, account and mode.
 */
function readState(file: string, { source, account, mode }: Identity): ImportState | null {
  if (!existsSync(file)) return null
  const state = State.safeParse(parseJsonOr(readFileSync(file, 'utf8'), null)).data
  if (!state) throw new Error(`${file} is not the state of an import. Choose another file with --state.`)
  const isSame = state.source === source && state.account === account && state.mode === mode
  if (isSame) return state
  const other = `the import of ${state.source} into account ${state.account}, mode ${state.mode}`
  throw new Error(`${file} is the state of ${other}. Choose another file with --state.`)
}

const isUnfinished = ({ kinds }: ImportState) => Object.values(kinds).some(kind => kind?.step !== 'done')

interface Run extends Identity {
  options: string
  since: string | null
  kinds: readonly ImportKind[]
}

/** Returns the stored state of an interrupted run if that run had the same options. Otherwise returns a new state. */
export function openState(file: string, { kinds, ...run }: Run): ImportState {
  const stored = readState(file, run)
  if (stored && isUnfinished(stored) && stored.options === run.options) return stored
  const known = stored?.kinds ?? {}
  const finished = Object.entries(known).map(([kind, state]) => [kind, state && { ...state, step: 'done' }])
  const begun = kinds.map(kind => [kind, newKindState(known[kind]?.failed)])
  return { version: 1, ...run, kinds: Object.fromEntries([...finished, ...begun]) }
}

export const saveState = (file: string, state: ImportState): Promise<void> =>
  writePrivateFile(file, JSON.stringify(state))
