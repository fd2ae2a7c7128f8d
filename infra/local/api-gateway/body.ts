/** Reads a request's body within API Gateway's limit, and decompresses it. */

import type { IncomingMessage } from 'node:http'
import { promisify } from 'node:util'
import { gunzip, inflate } from 'node:zlib'
import { ApiGatewayError } from '../../api-gateway-replies.ts'

/**
 * The maximum length of a body in bytes. AWS replies to a longer body with plain text, but the local gateway replies
 * with a problem document.
 */
const maxBody = 10 * 1024 * 1024

const decoders = { gzip: promisify(gunzip), 'x-gzip': promisify(gunzip), deflate: promisify(inflate) }

/** Reads the whole body even if it is too long, because many clients read the reply only after sending everything. */
export async function readDecompressedBody(request: IncomingMessage): Promise<Buffer> {
  let length = 0
  const chunks: Buffer[] = []
  for await (const chunk of request) {
    length += chunk.length
    if (length <= maxBody) chunks.push(chunk)
    else chunks.length = 0
  }
  if (length > maxBody) throw new ApiGatewayError('REQUEST_TOO_LARGE')
  return decompress(Buffer.concat(chunks), request.headers['content-encoding']?.trim().toLowerCase())
}

async function decompress(bytes: Buffer, coding = 'identity'): Promise<Buffer> {
  if (coding === 'identity' || coding === '' || bytes.length === 0) return bytes
  const decode = Object.entries(decoders).find(([name]) => name === coding)?.[1]
  if (!decode) throw new ApiGatewayError('UNSUPPORTED_MEDIA_TYPE')
  try {
    return await decode(bytes, { maxOutputLength: maxBody })
  } catch (error) {
    const tooLarge = error instanceof Error && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE'
    throw new ApiGatewayError(tooLarge ? 'REQUEST_TOO_LARGE' : 'UNSUPPORTED_MEDIA_TYPE')
  }
}
