/** Decompresses a response body as a stream, with a limit on its size. */

import { PassThrough, type Readable, type Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { brotliCompressSync, createBrotliDecompress, createUnzip, gzipSync } from 'node:zlib'
import { pageProblem } from './problems.ts'

const maxBytes = 5 * 1024 * 1024

interface ContentEncoding {
  decoder: () => Transform
  /** Returns an encoded empty text. It replaces a body of zero bytes, which decoders reject. */
  emptyBody: () => Buffer
}

const identity: ContentEncoding = { decoder: () => new PassThrough(), emptyBody: () => Buffer.alloc(0) }
const gzip: ContentEncoding = { decoder: createUnzip, emptyBody: () => gzipSync('') }
const brotli: ContentEncoding = { decoder: createBrotliDecompress, emptyBody: () => brotliCompressSync('') }

const encodings: Record<string, ContentEncoding> = {
  '': identity,
  identity,
  gzip,
  'x-gzip': gzip,
  deflate: gzip,
  br: brotli,
}

interface ReadOptions<T> {
  contentEncoding: string
  signal: AbortSignal
  read: (chunks: AsyncIterable<Buffer>) => Promise<T>
}

/** Passes the decompressed body to `read`. The compressed size and the decompressed size are both limited. */
export async function readDecompressedBody<T>(
  body: Readable,
  { contentEncoding, signal, read }: ReadOptions<T>,
): Promise<T> {
  const name = contentEncoding.toLowerCase()
  const encoding = Object.hasOwn(encodings, name) ? encodings[name] : undefined
  if (!encoding) throw pageProblem('encoding')
  const { decoder, emptyBody } = encoding
  const encoded = (chunks: AsyncIterable<Buffer>) => orElse(emptyBody, limitSize(chunks))
  return pipeline(body, encoded, decoder(), limitSize, read, { signal })
}

async function* limitSize(chunks: AsyncIterable<Buffer>) {
  let bytes = 0
  for await (const chunk of chunks) {
    bytes += chunk.length
    if (bytes > maxBytes) throw pageProblem('size')
    yield chunk
  }
}

async function* orElse(fallback: () => Buffer, chunks: AsyncIterable<Buffer>) {
  let isEmpty = true
  for await (const chunk of chunks) {
    isEmpty = false
    yield chunk
  }
  if (isEmpty) yield fallback()
}
