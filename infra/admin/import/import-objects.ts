/** Imports the objects of one kind, and compares them with the source. */

import type { Client } from '../../../lib/client/index.ts'
import { dateTime } from '../../../lib/core/fields.ts'
import { isObject } from '../../../lib/core/json.ts'
import { mapConcurrent } from '../../../lib/core/map-concurrent.ts'
import { Problem } from '../../../lib/core/problem.ts'
import type { Tenant } from '../../../lib/core/tenant.ts'
import { type ImportKind, importObject, type SourceReplies } from '../../../lib/import/index.ts'
import type { ReportProgress } from '../progress.ts'
import { findDifferences } from './differences.ts'
import type { Difference } from './explained-differences.ts'
import { type ImportState, type KindState, kindStateOf } from './import-state.ts'
import type { ListedObject } from './source-pages.ts'
import { sourceReaders, statusOf } from './source-readers.ts'
import { findInStore, storeReaders } from './store-readers.ts'

export interface Import {
  shop: Client
  tenant: Tenant
  state: ImportState
  describeError: (error: unknown) => string
}

export interface ImportRun extends Import {
  kinds: readonly ImportKind[]
  /** The longest time to wait until the lists of this store have counted the imported objects. */
  waitSeconds: number
  nextCreditNote: number | undefined
  save: () => Promise<void>
  report: ReportProgress
}

/** This many objects are read and written at once. */
const concurrency = 4
/**
 * The state names at most this many objects of a kind that failed, and as many that differ. After more failures the
 * import stops, because the cause is probably not in the objects.
 */
export const maxNamed = 1000

const isSince = (since: string, value: unknown) => {
  const date = dateTime.safeParse(value)
  return date.success && date.data >= since
}

/** An order without a modification date counts as changed. */
function mayHaveChanged(item: unknown, since: string): boolean {
  if (!isObject(item) || !item.modificationDate) return true
  return isSince(since, item.modificationDate) || isSince(since, item.creationDate)
}

/**
 * If `since` is set, orders that have not changed since then are skipped, unless they failed or differed before. Other
 * kinds are never skipped, because their lists do not show when an object was changed.
 */
export function isWanted(kind: ImportKind, { id, item }: ListedObject, { since, kinds }: ImportState): boolean {
  if (kind !== 'orders' || since === null || mayHaveChanged(item, since)) return true
  const { failed = {}, different = [] } = kinds[kind] ?? {}
  return id in failed || different.includes(id)
}

export interface Imported<K extends ImportKind> {
  listed: ListedObject
  source: SourceReplies[K]
  /** The id of the object in this store. */
  id: string
}

interface Visit<K extends ImportKind> {
  kind: K
  listed: ListedObject
  compare?: (imported: Imported<K>) => Promise<void>
}

/**
 * Returns how many objects were created. If an object cannot be imported, its faults are stored, and the other objects
 * are still imported.
 */
export async function importObjects<K extends ImportKind>(
  run: Import,
  { kind, objects, compare }: Omit<Visit<K>, 'listed'> & { objects: ListedObject[] },
): Promise<number> {
  const state = kindStateOf(run.state, kind)
  const results = await mapConcurrent(objects, concurrency, async listed => {
    const faults = await importOne(run, { kind, listed, ...(compare && { compare }) })
    const isKnown = listed.id in state.failed
    if (Array.isArray(faults)) state.failed[listed.id] = { faults, isListed: true }
    else if (isKnown) delete state.failed[listed.id]
    return faults === 'created'
  })
  requireFew(kind, state)
  return results.filter(Boolean).length
}

function requireFew(kind: ImportKind, { failed }: KindState): void {
  const [first] = Object.entries(failed)
  if (!first || Object.keys(failed).length <= maxNamed) return
  const [id, { faults }] = first
  throw new Error(`More than ${maxNamed} objects of ${kind} cannot be imported, such as ${id}: ${faults.join('; ')}`)
}

/**
 * Returns what happened to the object. The result is its faults if it cannot be imported, and null if the source has
 * removed it.
 */
async function importOne<K extends ImportKind>(
  run: Import,
  { kind, listed, compare }: Visit<K>,
): Promise<'created' | 'updated' | 'unchanged' | string[] | null> {
  const source = await readSource(run, kind, listed)
  if (source === null || Array.isArray(source)) return source
  try {
    const { id, result } = await importObject(kind, run.tenant, source)
    const state = kindStateOf(run.state, kind)
    if (result !== 'unchanged') state[result]++
    await compare?.({ listed, source, id })
    return result
  } catch (error) {
    if (error instanceof Problem) return faultsOf(error)
    throw error
  }
}

const faultsOf = ({ errors, message }: Problem) => {
  const byField = Object.entries(errors).flatMap(([field, faults]) => faults.map(fault => `${field} ${fault}`))
  return byField.length > 0 ? byField : [message]
}

const unauthorized = 401

/**
 * Returns faults if only this object cannot be read, and null if the source has removed it. Rejects if the source
 * refuses the key or cannot be reached.
 */
async function readSource<K extends ImportKind>(
  { shop, describeError }: Import,
  kind: K,
  listed: ListedObject,
): Promise<SourceReplies[K] | null | string[]> {
  try {
    return await sourceReaders[kind].read(shop, listed)
  } catch (error) {
    const status = statusOf(error)
    if (status === unauthorized) throw error
    /** If the source did not reply, a second request checks whether it can be reached at all, and rejects if not. */
    if (status === null) await shop.domains.list()
    return [describeError(error)]
  }
}

export async function compareWithSource<K extends ImportKind>(
  { tenant, state }: Import,
  { kind, id, source }: { kind: K } & Omit<Imported<K>, 'listed'>,
): Promise<Difference[]> {
  const here = await findInStore(kind, { tenant, id, source: { ...source } })
  const { schema } = storeReaders[kind]
  const missing = { field: 'id', source: id, here: null }
  const imported = Object.keys(state.kinds) as ImportKind[]
  return here ? findDifferences({ source, here, schema }, imported) : [missing]
}
