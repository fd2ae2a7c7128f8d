/** Says in a few letters which state of an object a caller has seen, and holds a change to it. */

import { createHash } from 'node:crypto'
import { toJson } from './json.ts'
import { Problem } from './problem.ts'

/** The strong validator of a reply: two replies share it only if they are the same to the letter. */
export const etagOf = (form: unknown) =>
  `"${createHash('sha256').update(toJson(form)).digest('base64url').slice(0, 22)}"`

const named = (header: string): string[] => header.match(/(?:W\/)?"[^"]*"/g) ?? []
const opaque = (tag: string) => tag.replace(/^W\//, '')

/** If-None-Match compares weakly: a cache may have marked the tag. */
export const matchesEtag = (ifNoneMatch: string | undefined, etag: string) =>
  ifNoneMatch?.trim() === '*' || named(ifNoneMatch ?? '').some(tag => opaque(tag) === etag)

/**
 * Refuses a change to anything but the state the caller named, null being no object at all; no header asks for nothing.
 * An object with several forms is named by any of them.
 */
export function requireMatch(ifMatch: string | undefined, ...current: [unknown, ...unknown[]]): void {
  if (ifMatch === undefined || (ifMatch.trim() === '*' && current[0] !== null)) return
  const tags = named(ifMatch)
  if (!current.some(form => tags.includes(etagOf(form)))) throw new Problem('precondition_failed')
}
