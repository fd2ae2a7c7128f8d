/** Computes ETags and compares them with `If-None-Match` and `If-Match`. */

import { hash } from 'node:crypto'
import { toJson } from './json.ts'
import { Problem } from './problem.ts'

/** Returns a strong ETag: two files have the same ETag only if their contents are identical. */
export const fileEtag = (content: string | Buffer) => `"${hash('sha256', content, 'base64url').slice(0, 22)}"`

export const etagOf = (object: unknown) => fileEtag(toJson(object))

const tagsIn = (header: string): string[] => header.match(/(?:W\/)?"[^"]*"/g) ?? []
const withoutWeakness = (tag: string) => tag.replace(/^W\//, '')

/**
 * Returns whether `If-None-Match` is `*` or contains the ETag. RFC 9110 requires a weak comparison here, which ignores
 * the prefix `W/` of an ETag.
 */
export const matchesEtag = (ifNoneMatch: string | undefined, etag: string) =>
  ifNoneMatch?.trim() === '*' || tagsIn(ifNoneMatch ?? '').some(tag => withoutWeakness(tag) === etag)

/** A request to change or remove an object. It fails if the object does not match the header `If-Match`. */
export interface ConditionalRequest<Id extends string = string> {
  id: Id
  ifMatch: string | undefined
}

/**
 * Throws a problem if `If-Match` is sent and does not match the object. `*` matches every object that exists. `current`
 * contains the representations of the object whose ETags are accepted. If the object does not exist, `current` contains
 * only null.
 */
export function requireMatch(ifMatch: string | undefined, ...current: [unknown, ...unknown[]]): void {
  if (ifMatch === undefined || (ifMatch.trim() === '*' && current[0] !== null)) return
  const tags = tagsIn(ifMatch)
  if (!current.some(object => tags.includes(etagOf(object)))) throw new Problem('precondition_failed')
}
