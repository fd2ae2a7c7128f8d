/** Computes ETags and compares them with `If-None-Match` and `If-Match`. */

import { createHash } from 'node:crypto'
import { toJson } from './json.ts'
import { Problem } from './problem.ts'

/** Returns a strong ETag: two files have the same ETag only if their contents are identical. */
export const fileEtag = (content: string | Buffer) =>
  `"${createHash('sha256').update(content).digest('base64url').slice(0, 22)}"`

export const etagOf = (object: unknown) => fileEtag(toJson(object))

const tagsIn = (header: string): string[] => header.match(/(?:W\/)?"[^"]*"/g) ?? []
const withoutWeakness = (tag: string) => tag.replace(/^W\//, '')

/** RFC 9110 requires a weak comparison for `If-None-Match`, because caches may have made the ETag weak. */
export const matchesEtag = (ifNoneMatch: string | undefined, etag: string) =>
  ifNoneMatch?.trim() === '*' || tagsIn(ifNoneMatch ?? '').some(tag => withoutWeakness(tag) === etag)

/** A request that changes or removes an object, but only if the object matches the header `If-Match`. */
export interface ConditionalRequest<Id extends string = string> {
  id: Id
  ifMatch: string | undefined
}

/**
 * Throws an error if `If-Match` is sent but does not match. It matches if it contains the ETag of a representation in
 * `current`, or if it is `*` and the object exists. If the object does not exist, `current` is a single null.
 */
export function requireMatch(ifMatch: string | undefined, ...current: [unknown, ...unknown[]]): void {
  if (ifMatch === undefined || (ifMatch.trim() === '*' && current[0] !== null)) return
  const tags = tagsIn(ifMatch)
  if (!current.some(object => tags.includes(etagOf(object)))) throw new Problem('precondition_failed')
}
