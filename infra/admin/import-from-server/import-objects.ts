/** Imports the objects of one kind, such as orders. */

import { mapConcurrent } from '../../../lib/core/map-concurrent.ts'
import { Problem } from '../../../lib/core/problem.ts'
import { type ImportKind, importObject, type SourceReplies } from '../../../lib/import/index.ts'
import type { Import } from './import-run.ts'
import { type KindState, kindStateOf } from './import-state.ts'
import type { ListedObject } from './source-pages.ts'
import { sourceReaders, statusOfError } from './source-readers.ts'
import { findTargetReplies } from './target-readers.ts'

/** This many objects are read and written at once. */
const concurrency = 4
/** The import stops if more than this many objects of a kind fail, because the cause is probably not in the objects. */
const maxFailed = 1000

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
 * Imports the objects, and returns how many were created. If an object cannot be imported, its faults are stored in the
 * state, and the import continues.
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
  if (!first || Object.keys(failed).length <= maxFailed) return
  const [id, { faults }] = first
  throw new Error(`More than ${maxFailed} objects of ${kind} cannot be imported, such as ${id}: ${faults.join('; ')}`)
}

/**
 * Imports an object, and returns the result; null if the source has removed the object. If the object cannot be
 * imported, returns its faults.
 */
async function importOne<K extends ImportKind>(
  run: Import,
  { kind, listed, compare }: Visit<K>,
): Promise<'created' | 'updated' | 'unchanged' | string[] | null> {
  const source = await readSource(run, kind, listed)
  if (source === null || Array.isArray(source)) return source
  try {
    const { overwriteStock } = run
    const { id, result, isErased } = await importObject(kind, run.tenant, source, { overwriteStock })
    const state = kindStateOf(run.state, kind)
    if (result !== 'unchanged') state[result]++
    delete state.erased[listed.id]
    if (isErased) await noteErased(run, { kind, listed, source, id })
    else await compare?.({ listed, source, id })
    return result
  } catch (error) {
    if (error instanceof Problem) return faultsOf(error)
    throw error
  }
}

/**
 * Notes that the object was erased in this store. An erased object is not compared, because the differences would
 * contain the personal data that the source still has.
 */
async function noteErased<K extends ImportKind>(
  { tenant, state }: Import,
  { kind, listed, source, id }: { kind: K } & Imported<K>,
): Promise<void> {
  const here = await findTargetReplies(kind, { tenant, id, source: { ...source } })
  kindStateOf(state, kind).erased[listed.id] = { isHere: here !== null }
}

const faultsOf = ({ errors, message }: Problem) => {
  const byField = Object.entries(errors).flatMap(([field, faults]) => faults.map(fault => `${field} ${fault}`))
  return byField.length > 0 ? byField : [message]
}

const unauthorized = 401

/**
 * Reads the object from the source. Returns null if the source has removed the object, or the faults if only this
 * object cannot be read. Rejects if the source refuses the key or cannot be reached.
 */
async function readSource<K extends ImportKind>(
  { shop, describeError }: Import,
  kind: K,
  listed: ListedObject,
): Promise<SourceReplies[K] | null | string[]> {
  try {
    return await sourceReaders[kind].read(shop, listed)
  } catch (error) {
    const status = statusOfError(error)
    if (status === unauthorized) throw error
    /**
     * If the source sent no reply, this second request checks the connection. It rejects if the source cannot be
     * reached.
     */
    if (status === null) await shop.domains.list()
    return [describeError(error)]
  }
}
