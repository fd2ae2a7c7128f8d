/** Walks over all rows of a store, page by page. An interrupted walk can continue from the page where it stopped. */

import type { Tenant } from '../core/tenant.ts'
import { shards as allShards } from './attributes.ts'
import { pagesOf } from './row-pages.ts'
import type { StoredObject, VersionedRow } from './stored-object.ts'

/** The page at which a walk continues, in one shard of one kind of object. */
export interface WalkPosition {
  object: string
  shard: string
  cursor: string | null
}

/**
 * A part of a store. `of` is the number of all parts, and `number` is the number of this part, counted from 1.
 * Several processes can each work on one part at the same time.
 */
export interface Segment {
  number: number
  of: number
}

/** The rows of a store are in 16 shards. With more parts than shards, some parts would be empty. */
export const maxSegments = 16

export const wholeStore: Segment = { number: 1, of: 1 }

export interface WalkOptions {
  consistent?: boolean
  /** The part of the shards to walk over; all shards by default. */
  segment?: Segment
  /** The page at which the walk begins; the first page by default. */
  from?: WalkPosition | undefined
}

export interface WalkedPage<R extends VersionedRow> {
  object: StoredObject<R>
  rows: R[]
  /** The page at which the walk continues; null after the last page. */
  next: WalkPosition | null
}

/**
 * Yields the rows of all kinds of objects, page by page. The kinds are read one after the other, and so are the shards
 * of a kind.
 */
export async function* walkStoreRows<R extends VersionedRow>(
  { account, mode }: Tenant,
  objects: readonly StoredObject<R>[],
  { consistent = false, segment = wholeStore, from }: WalkOptions = {},
): AsyncGenerator<WalkedPage<R>> {
  const parts = objects.flatMap(object => shardsOf(object, segment).map(shard => ({ object, shard })))
  const first = from ? indexOf(parts, from) : 0
  for (const [n, { object, shard }] of [...parts.entries()].slice(first)) {
    const following = parts[n + 1]
    const afterShard = following ? { object: following.object.name, shard: following.shard, cursor: null } : null
    const read = (page: Parameters<StoredObject['rowsIn']>[1]) => object.rowsIn({ account, mode, shard }, page)
    const start = n === first ? (from?.cursor ?? null) : null
    for await (const { data, cursor } of pagesOf(read, { consistent, from: start }))
      yield { object, rows: data, next: cursor ? { object: object.name, shard, cursor } : afterShard }
  }
}

const isIn = ({ number, of }: Segment, n: number) => n % of === number - 1

function shardsOf<R extends VersionedRow>({ isInOnePartition }: StoredObject<R>, segment: Segment): string[] {
  const shards = isInOnePartition ? [''] : allShards
  return shards.filter((_, n) => isIn(segment, n))
}

interface Part {
  object: { name: string }
  shard: string
}

function indexOf(parts: readonly Part[], { object, shard }: WalkPosition): number {
  const index = parts.findIndex(part => part.object.name === object && part.shard === shard)
  if (index === -1) throw new Error(`There is no position ${object} ${shard} in this part of the store.`)
  return index
}
