/** Detects whether a response is HTML, XHTML or JSON, and decodes its text. */

import { pageProblem } from './problems.ts'

type Kind = 'html' | 'xhtml' | 'json'

export interface DecodedContent {
  kind: Kind
  textChunks: AsyncIterable<string>
}

export async function decodeContent(contentType: string, chunks: AsyncIterable<Buffer>): Promise<DecodedContent> {
  const [mediaType = '', ...parameters] = contentType.toLowerCase().split(/[;,]/)
  const kind = kindOf(mediaType.trim())
  const charset = charsetOf(parameters.join(';'))
  const textChunks = await decodeText(chunks, { charset, mayDeclareCharset: kind !== 'json' })
  return kind ? { kind, textChunks } : sniffContent(textChunks)
}

/** Returns undefined if the response has no media type. */
function kindOf(mediaType: string): Kind | undefined {
  if (mediaType === '') return undefined
  if (mediaType === 'text/html') return 'html'
  if (mediaType === 'application/xhtml+xml') return 'xhtml'
  if (/^(application|text)\/json$|^[^/]+\/[^/]+\+json$/.test(mediaType)) return 'json'
  throw pageProblem('type')
}

const charsetOf = (parameters: string) => /(?:^|[;\s])charset\s*=\s*["']?\s*([\w.:-]+)/.exec(parameters)?.[1]

async function sniffContent(texts: AsyncIterable<string>): Promise<DecodedContent> {
  const { match = '', chunks } = await lookAhead(texts, text => text.trim() !== '')
  return { kind: sniffKind(match), textChunks: chunks }
}

function sniffKind(text: string): Kind {
  const [first = ''] = text.trimStart()
  if (first === '<') return 'html'
  if (first === '{' || first === '[') return 'json'
  throw pageProblem('type')
}

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
  /** A text whose declaration is readable as ASCII cannot be UTF-16, even if the declaration says so. */
  return charset && /^utf-?16/i.test(charset) ? 'utf-8' : charset
}

interface DecodeOptions {
  /** The charset in the Content-Type header. */
  charset: string | undefined
  mayDeclareCharset: boolean
}

/** A byte order mark takes precedence over the header, and the header over a declaration in the text. */
async function decodeText(chunks: AsyncIterable<Buffer>, { charset, mayDeclareCharset }: DecodeOptions) {
  const { match: start = Buffer.alloc(0), chunks: all } = await lookAhead(mergeChunks(chunks), () => true)
  const declared = mayDeclareCharset ? declaredCharset(start) : undefined
  return decode(all, charsetOfMark(start) ?? charset ?? declared)
}

/**
 * Merges small chunks, so that the first chunk contains the charset declaration. Only the last chunk may be short,
 * because Node's decoder throws on invalid bytes of some Asian charsets in chunks of less than four bytes.
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

/** Decodes the chunks. Invalid bytes become the replacement character U+FFFD. */
async function* decode(chunks: AsyncIterable<Buffer>, charset: string | undefined) {
  const decoder = decoderOf(charset)
  for await (const chunk of chunks) yield decoder.decode(chunk, { stream: chunk.length >= minChunkBytes })
}

/** Returns the decoder of a charset. Texts with an unknown charset are decoded as UTF-8. */
function decoderOf(charset = 'utf-8') {
  try {
    return new TextDecoder(charset)
  } catch (fault) {
    if (!(fault instanceof RangeError)) throw fault
    return new TextDecoder()
  }
}

/** The result of reading the beginning of an iterable, without losing the chunks that were read. */
interface LookAhead<T> {
  /** The first chunk that matches; if none does, the last chunk. */
  match: T | undefined
  /** All chunks, including those that were already read. They can be iterated once. */
  chunks: AsyncIterable<T>
}

async function lookAhead<T>(chunks: AsyncIterable<T>, matches: (chunk: T) => boolean): Promise<LookAhead<T>> {
  const iterator = chunks[Symbol.asyncIterator]()
  const read: T[] = []
  for (let next = await iterator.next(); !next.done; next = await iterator.next()) {
    read.push(next.value)
    if (matches(next.value)) break
  }
  return { match: read.at(-1), chunks: concat(read, { [Symbol.asyncIterator]: () => iterator }) }
}

async function* concat<T>(first: T[], rest: AsyncIterable<T>) {
  yield* first
  yield* rest
}
