/** Reads the lists of a source page by page, from a position that can be stored and continued later. */

import * as z from 'zod'
import { isObject } from '../../../lib/core/json.ts'

/** Where the next page of a list begins. */
export const Position = z.object({
  offset: z.int().min(0).default(0),
  /** The continuation token of a list that has no offset. */
  token: z.string().nullable().default(null),
  /** The ids on the page before, because objects that move within the list can come again on the next page. */
  previous: z.array(z.string()).default([]),
})
export type Position = z.output<typeof Position>

export const firstPosition: Position = { offset: 0, token: null, previous: [] }

export interface ListedObject {
  id: string
  /** What the list says of the object, which may be a part of it. */
  item: unknown
}

export interface SourcePage {
  /** The objects that were not on the page before. */
  objects: ListedObject[]
  /** How many objects the whole list has, if the source says so. */
  total: number | null
  /** Null after the last page. */
  next: Position | null
  /** A sentence about what the list does not have. */
  note?: string
}

type ReadList = (query: { offset: number; limit: number }) => Promise<unknown>

const pageLength = 100
/** Each page begins this many items before the end of the last one, in case that items before it were removed. */
const overlap = 5
/** A page that only repeats the one before may be an old reply of a cache, so it is read again this often. */
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

/** Returns the objects of a page. An item without an id is an error, because it could not be found again. */
function objectsOf(items: unknown[]): ListedObject[] {
  return items.map(item => {
    const { token, id, Id } = isObject(item) ? item : {}
    const found = token ?? id ?? Id
    if (typeof found === 'string' && found) return { id: found, item }
    throw new Error('The source returned a list with an item that has no id.')
  })
}

/**
 * Reads a page of a list with offsets. Sources choose the length of their pages, so the next page begins after the
 * items that came. New objects are at the beginning of a list and move the others on, so that some come twice.
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
 * Without a total, a list ends with a page that has only the end of the page before. A total can lag behind, so that a
 * full page is not the last one.
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

/** Reads a page of a list with continuation tokens. */
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

/** Reads a list that is a bare array as one page. */
export async function readWholeList(pages: AsyncIterable<unknown[]>): Promise<SourcePage> {
  const objects: ListedObject[] = []
  for await (const items of pages) objects.push(...objectsOf(itemsOf(items)))
  return { objects, total: objects.length, next: null }
}
