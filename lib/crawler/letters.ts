/** Reads bytes in the letters that their author meant. */

import { lookAhead } from './ahead.ts'

const marks: [string, number[]][] = [
  ['utf-8', [0xef, 0xbb, 0xbf]],
  ['utf-16be', [0xfe, 0xff]],
  ['utf-16le', [0xff, 0xfe]],
]

/** It counts above whatever else is said. */
const markOf = (bytes: Buffer) => marks.find(([, mark]) => mark.every((byte, n) => bytes[n] === byte))?.[0]

/** A page names its encoding in its first bytes or not at all. */
const leastBytes = 1024
const declaration = /(?:<meta[\s/][^>]*?charset|<\?xml\s[^>]*?encoding)\s*=\s*["']?\s*([\w.:-]+)/i

function declaredIn(bytes: Buffer): string | undefined {
  const start = bytes.toString('latin1', 0, leastBytes).replace(/<!--.*?(?:-->|$)/gs, '')
  const charset = declaration.exec(start)?.[1]
  /** What could be read so far is not in 16 bits, whatever it says. */
  return charset && /^utf-?16/i.test(charset) ? 'utf-8' : charset
}

interface Told {
  /** By the header. */
  charset: string | undefined
  mayDeclare: boolean
}

export async function textsOf(parts: AsyncIterable<Buffer>, { charset, mayDeclare }: Told) {
  const { last: start = Buffer.alloc(0), all } = await lookAhead(piecesOf(parts), () => true)
  return decoded(all, markOf(start) ?? charset ?? (mayDeclare ? declaredIn(start) : undefined))
}

/**
 * Only the last is shorter, so that the first holds what a page declares. In pieces of less than four bytes, Node's
 * decoder throws at bytes that make no sense in some of the letters of Asia.
 */
async function* piecesOf(parts: AsyncIterable<Buffer>) {
  let kept: Buffer[] = []
  let bytes = 0
  for await (const part of parts) {
    kept.push(part)
    bytes += part.length
    if (bytes < leastBytes) continue
    yield Buffer.concat(kept)
    kept = []
    bytes = 0
  }
  yield Buffer.concat(kept)
}

/** Bytes that make no sense become the replacement character. */
async function* decoded(pieces: AsyncIterable<Buffer>, charset: string | undefined) {
  const decoder = decoderOf(charset)
  for await (const piece of pieces) yield decoder.decode(piece, { stream: piece.length >= leastBytes })
}

/** A name that nobody knows becomes UTF-8. */
function decoderOf(charset = 'utf-8') {
  try {
    return new TextDecoder(charset)
  } catch (fault) {
    if (!(fault instanceof RangeError)) throw fault
    return new TextDecoder()
  }
}
