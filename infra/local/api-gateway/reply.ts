/** Sends the reply of a Lambda or of the gateway itself as HTTP, as API Gateway does. */

import type { IncomingMessage, ServerResponse } from 'node:http'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import Negotiator from 'negotiator'
import * as z from 'zod'

const headerValue = z.union([z.string(), z.number(), z.boolean()]).transform(String)

/** The replies that API Gateway accepts from a Lambda; any other reply is malformed. */
const ProxyReply = z.object({
  statusCode: z.coerce.number().int().min(200).max(599),
  headers: z.record(z.string(), headerValue).nullish(),
  multiValueHeaders: z.record(z.string(), z.array(headerValue)).nullish(),
  body: z.string().nullish(),
  isBase64Encoded: z.boolean().nullish(),
})

export interface Reply {
  statusCode: number
  headers: Record<string, string | string[]>
  body: string | Buffer
}

/** API Gateway renames these headers if a Lambda sets them. */
const reserved = /^(www-authenticate|authorization|connection|content-length|date|server)$/i
const renamed = (name: string) => (reserved.test(name) ? `x-amzn-remapped-${name.toLowerCase()}` : name)

export function replyOf(result: unknown): Reply {
  const { statusCode, headers, multiValueHeaders, body, isBase64Encoded } = ProxyReply.parse(result)
  const all = Object.entries({ ...headers, ...multiValueHeaders })
  return {
    statusCode,
    headers: Object.fromEntries(all.map(([name, value]) => [renamed(name), value])),
    body: Buffer.from(body ?? '', isBase64Encoded ? 'base64' : 'utf8'),
  }
}

/** Only replies of at least this size are compressed, as in AWS. */
const minCompressedBytes = 1024
const compress = promisify(gzip)

/** API Gateway compresses a reply only if the header Accept-Encoding names `gzip`. The value `*` is not enough. */
const acceptsGzip = (request: IncomingMessage) =>
  /gzip/i.test(String(request.headers['accept-encoding'])) &&
  new Negotiator(request).encoding(['gzip', 'identity']) === 'gzip'

export async function sendReply(reply: Reply, request: IncomingMessage, response: ServerResponse): Promise<void> {
  /** If an earlier reply to this request could not be sent, the headers of the earlier reply are removed here. */
  for (const name of response.getHeaderNames()) response.removeHeader(name)
  response.statusCode = reply.statusCode
  for (const [name, value] of Object.entries(reply.headers)) response.setHeader(name, value)
  const hasNoBody = reply.statusCode === 204 || reply.statusCode === 304
  if (hasNoBody) return void response.end()
  const bytes = Buffer.from(reply.body)
  const isPlain = bytes.length < minCompressedBytes || response.hasHeader('Content-Encoding') || !acceptsGzip(request)
  const body = isPlain ? bytes : await compress(bytes)
  if (!isPlain) response.setHeader('Content-Encoding', 'gzip')
  if (!response.hasHeader('Content-Type')) response.setHeader('Content-Type', 'application/json')
  response.setHeader('Content-Length', body.length)
  response.end(body)
}
