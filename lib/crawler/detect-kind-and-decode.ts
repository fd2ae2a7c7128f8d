/** Detects whether a response is HTML, XHTML or JSON, and decodes its text. */

import { pageProblem } from './problems.ts'

type Kind = 'html' | 'xhtml' | 'json'

export interface DecodedContent {
  kind: Kind
  textChunks: AsyncIterable<string>
}

export async function detectKindAndDecode(contentType: string, chunks: AsyncIterable<Buffer>): Promise<DecodedContent> {
  const [mediaType = '', ...parameters] = contentType.toLowerCase().split(/[;,]/)
  const kind = kindOf(mediaType.trim())
  /** JSON is UTF-8 by default, because it has no place for a charset declaration. */
  const charset = charsetOf(parameters.join(';')) ?? (kind === 'json' ? 'utf-8' : undefined)
  const textChunks = decodeText(chunks, charset)
  return kind ? { kind, textChunks } : sniffContent(textChunks)
}

function kindOf(mediaType: string): Kind | undefined {
  if (mediaType === '') return undefined
  if (mediaType === 'text/html') return 'html'
  if (mediaType === 'application/xhtml+xml') return 'xhtml'
  if (/^(application|text)\/json$|^[^/]+\/[^/]+\+json$/.test(mediaType)) return 'json'
  throw pageProblem('type')
}

const charsetOf = (parameters: string) => /(?:^|[;\s])charset\s*=\s*["']?\s*([\w.:-]+)/.exec(parameters)?.[1]

/**
 * Detects the kind of the content from the first text that is not blank. The result still contains the texts that the
 * detection has read.
 */
async function sniffContent(texts: AsyncGenerator<string>): Promise<DecodedContent> {
  const read: string[] = []
  for (let next = await texts.next(); !next.done; next = await texts.next()) {
    read.push(next.value)
    if (next.value.trim() !== '') break
  }
  return { kind: sniffKind(read.at(-1) ?? ''), textChunks: concat(read, texts) }
}

async function* concat(first: string[], rest: AsyncIterable<string>) {
  yield* first
  yield* rest
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

/**
 * The minimum size of every chunk but the last. The HTML standard looks for a charset declaration in the first 1024
 * bytes, so they must be in the first chunk.
 */
const minChunkBytes = 1024
const declaration = /(?:<meta[\s/][^>]*?charset|<\?xml\s[^>]*?encoding)\s*=\s*["']?\s*([\w.:-]+)/i

function declaredCharset(start: Buffer): string | undefined {
  const head = start.toString('latin1', 0, minChunkBytes).replace(/<!--.*?(?:-->|$)/gs, '')
  const charset = declaration.exec(head)?.[1]
  /** The declaration was read as ASCII, so the text cannot be UTF-16, even if the declaration contains `utf-16`. */
  return charset && /^utf-?16/i.test(charset) ? 'utf-8' : charset
}

/**
 * Decodes a text. A byte order mark takes precedence over the header, and the header over a declaration in the text.
 * Invalid bytes become the replacement character U+FFFD.
 */
async function* decodeText(chunks: AsyncIterable<Buffer>, headerCharset: string | undefined) {
  let decoder: ReturnType<typeof decoderOf> | undefined
  for await (const chunk of mergeChunks(chunks)) {
    decoder ??= decoderOf(charsetOfMark(chunk) ?? headerCharset ?? declaredCharset(chunk))
    yield decoder.decode(chunk, { stream: chunk.length >= minChunkBytes })
  }
}

/**
 * Merges small chunks, because the first chunk must contain the charset declaration. Also, Node's decoder throws on
 * invalid bytes of some Asian charsets if a chunk has less than four bytes. Only the last chunk may be short.
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

/** Texts with an unknown charset are decoded as UTF-8. */
function decoderOf(charset = 'utf-8') {
  try {
    return new TextDecoder(charset)
  } catch (fault) {
    if (!(fault instanceof RangeError)) throw fault
    return new TextDecoder()
  }
}
