/** Reads a request's body within API Gateway's limit, inflated if it was sent compressed. */

import type { IncomingMessage } from 'node:http'
import { promisify } from 'node:util'
import { gunzip, inflate } from 'node:zlib'
import { Refusal } from './refusal.ts'

/**
 * In AWS, what is longer than this is refused before the API is known, in words of API Gateway's own (text/plain);
 * here the answer has our form.
 */
const largestBody = 10 * 1024 * 1024

const decoders = {
  gzip: promisify(gunzip),
  'x-gzip': promisify(gunzip),
  deflate: promisify(inflate),
}

/** The rest of a body that is too long is taken in and dropped: a client reads no answer before it has sent all. */
export async function readBody(request: IncomingMessage): Promise<Buffer> {
  let length = 0
  const chunks: Buffer[] = []
  for await (const chunk of request) {
    length += chunk.length
    if (length <= largestBody) chunks.push(chunk)
    else chunks.length = 0
  }
  if (length > largestBody) throw new Refusal('REQUEST_TOO_LARGE')
  return inflated(Buffer.concat(chunks), request.headers['content-encoding']?.trim().toLowerCase())
}

async function inflated(bytes: Buffer, coding = 'identity'): Promise<Buffer> {
  if (coding === 'identity' || coding === '' || bytes.length === 0) return bytes
  const decode = Object.entries(decoders).find(([name]) => name === coding)?.[1]
  if (!decode) throw new Refusal('UNSUPPORTED_MEDIA_TYPE')
  try {
    return await decode(bytes, { maxOutputLength: largestBody })
  } catch (fault) {
    const tooLarge = fault instanceof Error && 'code' in fault && fault.code === 'ERR_BUFFER_TOO_LARGE'
    throw new Refusal(tooLarge ? 'REQUEST_TOO_LARGE' : 'UNSUPPORTED_MEDIA_TYPE')
  }
}
