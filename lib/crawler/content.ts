/** What kind of document was fetched, and its text in the letters its author meant. */

import type { Page } from './fetch.ts'
import { refusal } from './refusal.ts'

type Kind = 'html' | 'xhtml' | 'json'

export interface Content {
  kind: Kind
  text: string
}

export function contentOf({ contentType, bytes }: Page): Content {
  const [type = '', ...parameters] = contentType.toLowerCase().split(/[;,]/)
  const named = kindNamed(type.trim())
  const declared = named === 'json' ? undefined : declaredIn(bytes)
  const text = decoded(bytes, markOf(bytes) ?? charsetIn(parameters.join(';')) ?? declared)
  return { kind: named ?? kindSeen(text), text }
}

/** Undefined where no type is named at all. */
function kindNamed(type: string): Kind | undefined {
  if (type === '') return undefined
  if (type === 'text/html') return 'html'
  if (type === 'application/xhtml+xml') return 'xhtml'
  if (/^(application|text)\/json$|^[^/]+\/[^/]+\+json$/.test(type)) return 'json'
  throw refusal('type')
}

function kindSeen(text: string): Kind {
  const [first = ''] = text.trimStart()
  if (first === '<') return 'html'
  if (first === '{' || first === '[') return 'json'
  throw refusal('type')
}

const marks: [string, number[]][] = [
  ['utf-8', [0xef, 0xbb, 0xbf]],
  ['utf-16be', [0xfe, 0xff]],
  ['utf-16le', [0xff, 0xfe]],
]

/** It counts above whatever else is said. */
const markOf = (bytes: Buffer) => marks.find(([, mark]) => mark.every((byte, n) => bytes[n] === byte))?.[0]

const charsetIn = (parameters: string) => /(?:^|[;\s])charset\s*=\s*["']?\s*([\w.:-]+)/.exec(parameters)?.[1]

/** A page names its encoding in its first bytes or not at all. */
const prescanned = 1024
const declaration = /(?:<meta[\s/][^>]*?charset|<\?xml\s[^>]*?encoding)\s*=\s*["']?\s*([\w.:-]+)/i

function declaredIn(bytes: Buffer): string | undefined {
  const start = bytes.toString('latin1', 0, prescanned).replace(/<!--.*?(?:-->|$)/gs, '')
  const charset = declaration.exec(start)?.[1]
  /** What could be read so far is not in 16 bits, whatever it says. */
  return charset && /^utf-?16/i.test(charset) ? 'utf-8' : charset
}

/** Bytes that make no sense become the replacement character; so does a name that nobody knows become UTF-8. */
function decoded(bytes: Buffer, charset = 'utf-8'): string {
  try {
    return new TextDecoder(charset).decode(bytes)
  } catch (fault) {
    if (!(fault instanceof RangeError)) throw fault
    return new TextDecoder().decode(bytes)
  }
}
