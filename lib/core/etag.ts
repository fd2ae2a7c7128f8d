/** ETags: computes them, and compares them with `If-None-Match` and `If-Match`. */

import { createHash } from 'node:crypto'
import { toJson } from './json.ts'
import { Problem } from './problem.ts'

/** A strong validator: two files have the same ETag only if their content is identical. */
export const fileEtag = (content: string | Buffer) =>
  `"${createHash('sha256').update(content).digest('base64url').slice(0, 22)}"`

/** Of the object's JSON. */
export const etagOf = (object: unknown) => fileEtag(toJson(object))

const tagsIn = (header: string): string[] => header.match(/(?:W\/)?"[^"]*"/g) ?? []
const withoutWeakness = (tag: string) => tag.replace(/^W\//, '')

/** `If-None-Match` uses the weak comparison of RFC 9110: caches may have made the tag weak. */
export const matchesEtag = (ifNoneMatch: string | undefined, etag: string) =>
  ifNoneMatch?.trim() === '*' || tagsIn(ifNoneMatch ?? '').some(tag => withoutWeakness(tag) === etag)

/**
 * Throws unless `If-Match` is absent or names the current object; null is an object that does not exist. An object with
 * several public forms is matched by the ETag of any of them.
 */
export function requireMatch(ifMatch: string | undefined, ...current: [unknown, ...unknown[]]): void {
  if (ifMatch === undefined || (ifMatch.trim() === '*' && current[0] !== null)) return
  const tags = tagsIn(ifMatch)
  if (!current.some(object => tags.includes(etagOf(object)))) throw new Problem('precondition_failed')
}
