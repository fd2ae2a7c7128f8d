/** Reads the JSON body of a request. */

import type { APIGatewayProxyEvent } from 'aws-lambda'
import { Problem } from '../core/problem.ts'

/** The limit is far above any valid body, and far below what would exhaust the memory of a Lambda. */
const maxBodyBytes = 1024 * 1024

const jsonMedia = /^application\/(?:[\w.+-]+\+)?json\s*(?:;|$)/i
const otherCharset = /;\s*charset\s*=(?!\s*"?(?:utf-?8|us-ascii)\b)/i

/** Returns bytes instead of a text, so that invalid UTF-8 is detected and not replaced. */
export function bytesOf(event: APIGatewayProxyEvent): Buffer {
  return Buffer.from(event.body ?? '', event.isBase64Encoded ? 'base64' : 'utf8')
}

export function limitedBytesOf(event: APIGatewayProxyEvent): Buffer {
  const bytes = bytesOf(event)
  if (bytes.length > maxBodyBytes) throw new Problem('body_too_large')
  return bytes
}

export function bodyOf(event: APIGatewayProxyEvent, contentType = 'application/json'): unknown {
  const bytes = limitedBytesOf(event)
  if (bytes.length > 0 && (!jsonMedia.test(contentType) || otherCharset.test(contentType)))
    throw new Problem('unsupported_media_type')
  return bytes.length === 0 ? undefined : parseJson(bytes)
}

function parseJson(bytes: Buffer): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof TypeError) throw new Problem('malformed_json')
    throw error
  }
}
