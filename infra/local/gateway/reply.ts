/** Turns the reply of a Lambda or of the gateway itself into HTTP, as API Gateway does. */

import type { IncomingMessage, ServerResponse } from 'node:http'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import Negotiator from 'negotiator'
import * as z from 'zod'
import type { gatewayReply } from '../../gateway-problems.ts'

const headerValue = z.union([z.string(), z.number(), z.boolean()]).transform(String)

/** What API Gateway accepts from a Lambda; anything else is a malformed reply. */
const ProxyReply = z.object({
  statusCode: z.coerce.number().int().min(200).max(599),
  headers: z.record(z.string(), headerValue).nullish(),
  multiValueHeaders: z.record(z.string(), z.array(headerValue)).nullish(),
  body: z.string().nullish(),
  isBase64Encoded: z.boolean().nullish(),
})

export interface Reply {
  status: number
  headers: Record<string, string | string[]>
  body: Buffer
}

/** Only the gateway may set these headers. */
const reserved = /^(www-authenticate|authorization|connection|content-length|date|server)$/i
const renamed = (name: string) => (reserved.test(name) ? `x-amzn-remapped-${name.toLowerCase()}` : name)

export function replyOf(result: unknown): Reply {
  const { statusCode, headers, multiValueHeaders, body, isBase64Encoded } = ProxyReply.parse(result)
  const all = Object.entries({ ...headers, ...multiValueHeaders })
  return {
    status: statusCode,
    headers: Object.fromEntries(all.map(([name, value]) => [renamed(name), value])),
    body: Buffer.from(body ?? '', isBase64Encoded ? 'base64' : 'utf8'),
  }
}

export const toReply = ({ statusCode, headers, body }: ReturnType<typeof gatewayReply>): Reply => ({
  status: statusCode,
  headers,
  body: Buffer.from(body),
})

/** As in the stack. */
const minCompressedBytes = 1024
const compress = promisify(gzip)

function shouldCompress({ headers, body }: Reply, request: IncomingMessage): boolean {
  const hasEncoding = Object.keys(headers).some(name => name.toLowerCase() === 'content-encoding')
  if (hasEncoding || body.length < minCompressedBytes) return false
  return new Negotiator(request).encoding(['gzip', 'identity']) === 'gzip'
}

const hasNoBody = (status: number) => status === 204 || status === 304

export async function send(reply: Reply, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const compressed = shouldCompress(reply, request)
  const body = compressed ? await compress(reply.body) : reply.body
  response.statusCode = reply.status
  for (const [name, value] of Object.entries(reply.headers)) response.setHeader(name, value)
  if (compressed) response.setHeader('Content-Encoding', 'gzip')
  if (hasNoBody(reply.status)) return void response.end()
  if (!response.hasHeader('Content-Type')) response.setHeader('Content-Type', 'application/json')
  response.setHeader('Content-Length', body.length)
  response.end(body)
}
