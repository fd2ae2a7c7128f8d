/** Hands on a reply as it arrives, as far as it may reach, unpacking on the way, so that little cannot become much. */

import { PassThrough, type Readable, type Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { brotliCompressSync, createBrotliDecompress, createUnzip, gzipSync } from 'node:zlib'
import { refusal } from './refusal.ts'

const mostBytes = 5 * 1024 * 1024

interface Coding {
  unpack: () => Transform
  /** An empty page, packed: no bytes at all would be broken to it. */
  nothing: () => Buffer
}

const plain: Coding = { unpack: () => new PassThrough(), nothing: () => Buffer.alloc(0) }
const zipped: Coding = { unpack: createUnzip, nothing: () => gzipSync('') }

const codings: Record<string, Coding> = {
  '': plain,
  identity: plain,
  gzip: zipped,
  'x-gzip': zipped,
  deflate: zipped,
  br: { unpack: createBrotliDecompress, nothing: () => brotliCompressSync('') },
}

interface Reading<T> {
  /** The content encoding that the reply names. */
  coding: string
  late: AbortSignal
  read: (parts: AsyncIterable<Buffer>) => Promise<T>
}

/** Bytes count both packed and unpacked; a reader that throws closes the connection. */
export async function readBody<T>(body: Readable, { coding, late, read }: Reading<T>): Promise<T> {
  const name = coding.toLowerCase()
  const known = Object.hasOwn(codings, name) ? codings[name] : undefined
  if (!known) throw refusal('compression')
  const { unpack, nothing } = known
  const packed = (parts: AsyncIterable<Buffer>) => orElse(nothing, limited(parts))
  return pipeline(body, packed, unpack(), limited, read, { signal: late })
}

async function* limited(parts: AsyncIterable<Buffer>) {
  let bytes = 0
  for await (const part of parts) {
    bytes += part.length
    if (bytes > mostBytes) throw refusal('size')
    yield part
  }
}

async function* orElse(substitute: () => Buffer, parts: AsyncIterable<Buffer>) {
  let isEmpty = true
  for await (const part of parts) {
    isEmpty = false
    yield part
  }
  if (isEmpty) yield substitute()
}
