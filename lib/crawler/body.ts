/** Takes in a reply as far as it may reach, unpacking on the way, so that little cannot become much. */

import { PassThrough, type Readable, type Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createBrotliDecompress, createUnzip } from 'node:zlib'
import { refusal } from './refusal.ts'

const mostBytes = 5 * 1024 * 1024

const decoders: Record<string, () => Transform> = {
  '': () => new PassThrough(),
  identity: () => new PassThrough(),
  gzip: createUnzip,
  'x-gzip': createUnzip,
  deflate: createUnzip,
  br: createBrotliDecompress,
}

export async function bytesIn(body: Readable, coding: string): Promise<Buffer> {
  const decoder = Object.hasOwn(decoders, coding.toLowerCase()) ? decoders[coding.toLowerCase()] : undefined
  if (!decoder) throw refusal('compression')
  return pipeline(body, decoder(), gathered)
}

/** Leaving the loop early closes the connection. */
async function gathered(parts: AsyncIterable<Buffer>): Promise<Buffer> {
  const kept: Buffer[] = []
  let bytes = 0
  for await (const part of parts) {
    bytes += part.length
    if (bytes > mostBytes) throw refusal('size')
    kept.push(part)
  }
  return Buffer.concat(kept)
}
