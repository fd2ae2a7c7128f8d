/**
 * Reads the lists of the source server page by page. The position of the next page can be stored, so that a later run
 * of the import can continue there.
 */

import * as z from 'zod'
import { isObject } from '../../../lib/core/json.ts'

/** The next page of a list begins at this position. */
export const Position = z.object({
  offset: z.int().min(0).default(0),
  /** The continuation token, if the list has tokens; `legacy` on later pages of the legacy list of subscriptions. */
  token: z.string().nullable().default(null),
  /** The ids of the objects on the previous page. The next page leaves out these objects if the source repeats them. */
  previous: z.array(z.string()).default([]),
})
export type Position = z.output<typeof Position>

export const firstPosition: Position = { offset: 0, token: null, previous: [] }

export interface ListedObject {
  id: string
  /** The object as it is in the list. A list may leave out some fields of its objects. */
  item: unknown
}

export interface SourcePage {
  /** The objects of the page, except those that were also on the previous page. */
  objects: ListedObject[]
  /** The number of objects in the whole list; null if the source does not return this number. */
  total: number | null
  /** The position of the next page; null after the last page. */
  next: Position | null
  /** A sentence about objects that the list does not contain. */
  note?: string
}

type ReadList = (query: { offset: number; limit: number }) => Promise<unknown>

const pageLength = 100
/**
 * In a list with offsets, a page repeats this many items of the previous page. Without the repetition, an item would be
 * missed if an object before it is removed from the list between two requests.
 */
const overlap = 5
/**
 * A page that contains only objects of the previous page may be an old reply from a cache. Such a page is read at most
 * this many times.
 */
const maxRepetitions = 3

function itemsOf(body: unknown): unknown[] {
  const items = isObject(body) ? body.items : body
  if (Array.isArray(items)) return items
  throw new Error('The source returned a list without items.')
}

function totalOf(body: unknown): number | null {
  const total = isObject(body) ? body.totalItems : null
  return typeof total === 'number' ? total : null
}

/** Throws if an item has no id, because an object without an id cannot be read. */
function objectsOf(items: unknown[]): ListedObject[] {
  return items.map(item => {
    const { token, id, Id } = isObject(item) ? item : {}
    const found = token ?? id ?? Id
    if (typeof found === 'string' && found) return { id: found, item }
    throw new Error('The source returned a list with an item that has no id.')
  })
}

/**
 * Reads one page of a list that has offsets. The source may return fewer items than the limit, so the next offset
 * depends on the number of returned items. Objects that were also on the previous page are left out.
 */
export async function readOffsetPage(read: ReadList, position: Position): Promise<SourcePage> {
  const { offset } = position
  for (let repetition = 1; ; repetition++) {
    const body = await read({ offset, limit: pageLength })
    const all = objectsOf(itemsOf(body))
    const objects = withoutPrevious(all, position)
    const total = totalOf(body)
    if (isLastPage({ all, objects, total, offset, limit: limitOf(body) })) return { objects, total, next: null }
    if (objects.length > 0 || repetition === maxRepetitions) return { objects, total, next: after(position, all) }
  }
}

const withoutPrevious = (all: ListedObject[], { previous }: Position) => {
  const known = new Set(previous)
  return all.filter(({ id }) => !known.has(id))
}

interface OffsetPage {
  all: ListedObject[]
  objects: ListedObject[]
  total: number | null
  offset: number
  limit: number
}

const limitOf = (body: unknown) => (isObject(body) && typeof body.limit === 'number' ? body.limit : pageLength)

/**
 * Returns whether a page is the last page. With a `total`, a page is the last one if it is empty, or if it reaches the
 * total and is not full. After a full page, there may be new objects that the total does not include yet. Without a
 * `total`, a page is the last one if it only repeats items of the previous page, and at most `overlap` of them.
 */
function isLastPage({ all, objects, total, offset, limit }: OffsetPage): boolean {
  if (total === null) return objects.length === 0 && all.length <= overlap
  return all.length === 0 || (offset + all.length >= total && all.length < limit)
}

function after({ offset }: Position, all: ListedObject[]): Position {
  const step = all.length > overlap ? all.length - overlap : all.length
  return { offset: offset + step, token: null, previous: all.map(({ id }) => id) }
}

type ReadTokenList = (query: { continuationToken?: string; limit: number }) => Promise<unknown>

export async function readTokenPage(read: ReadTokenList, position: Position): Promise<SourcePage> {
  const { token } = position
  const body = await read({ limit: pageLength, ...(token && { continuationToken: token }) })
  const all = objectsOf(itemsOf(body))
  const { continuationToken, hasMoreResults } = isObject(body) ? body : {}
  const next = typeof continuationToken === 'string' && hasMoreResults !== false ? continuationToken : null
  if (next && next === token) throw new Error('The source returned the same continuation token twice.')
  const previous = all.map(({ id }) => id)
  const nextPosition = next ? { offset: 0, token: next, previous } : null
  return { objects: withoutPrevious(all, position), total: totalOf(body), next: nextPosition }
}

/** Reads all pages of a list whose replies are arrays, and returns them as one page. */
export async function readWholeList(pages: AsyncIterable<unknown[]>): Promise<SourcePage> {
  const objects: ListedObject[] = []
  for await (const items of pages) objects.push(...objectsOf(itemsOf(items)))
  return { objects, total: objects.length, next: null }
}
