/** Detects the charset of a text and decodes it. */

import { lookAhead } from './look-ahead.ts'

const byteOrderMarks: [charset: string, bytes: number[]][] = [
  ['utf-8', [0xef, 0xbb, 0xbf]],
  ['utf-16be', [0xfe, 0xff]],
  ['utf-16le', [0xff, 0xfe]],
]

const charsetOfMark = (start: Buffer) =>
  byteOrderMarks.find(([, bytes]) => bytes.every((byte, n) => start[n] === byte))?.[0]

/** The HTML standard looks for a charset declaration in the first 1024 bytes. */
const minChunkBytes = 1024
const declaration = /(?:<meta[\s/][^>]*?charset|<\?xml\s[^>]*?encoding)\s*=\s*["']?\s*([\w.:-]+)/i

function declaredCharset(start: Buffer): string | undefined {
  const head = start.toString('latin1', 0, minChunkBytes).replace(/<!--.*?(?:-->|$)/gs, '')
  const charset = declaration.exec(head)?.[1]
  /** The declaration was readable as ASCII, so the text is not UTF-16. */
  return charset && /^utf-?16/i.test(charset) ? 'utf-8' : charset
}

interface DecodeOptions {
  /** From the Content-Type header. */
  charset: string | undefined
  mayDeclareCharset: boolean
}

/** A byte order mark takes precedence over the header, and the header over a declaration in the text. */
export async function decodeText(chunks: AsyncIterable<Buffer>, { charset, mayDeclareCharset }: DecodeOptions) {
  const { match: start = Buffer.alloc(0), chunks: all } = await lookAhead(mergeChunks(chunks), () => true)
  const declared = mayDeclareCharset ? declaredCharset(start) : undefined
  return decode(all, charsetOfMark(start) ?? charset ?? declared)
}

/**
 * Merges small chunks, so that the first one contains the charset declaration. Only the last one is shorter than the
 * minimum. Node's decoder throws on invalid bytes of some Asian charsets in chunks of less than four bytes.
 */
async function* mergeChunks(chunks: AsyncIterable<Buffer>) {
  let buffered: Buffer[] = []
  let bytes = 0
  for await (const chunk of chunks) {
    buffered.push(chunk)
    bytes += chunk.length
    if (bytes < minChunkBytes) continue
    yield Buffer.concat(buffered)
    buffered = []
    bytes = 0
  }
  yield Buffer.concat(buffered)
}

/** Invalid bytes become the replacement character. */
async function* decode(chunks: AsyncIterable<Buffer>, charset: string | undefined) {
  const decoder = decoderOf(charset)
  for await (const chunk of chunks) yield decoder.decode(chunk, { stream: chunk.length >= minChunkBytes })
}

/** Unknown charsets are read as UTF-8. */
function decoderOf(charset = 'utf-8') {
  try {
    return new TextDecoder(charset)
  } catch (fault) {
    if (!(fault instanceof RangeError)) throw fault
    return new TextDecoder()
  }
}
