/** Refuses invalid HTTP requests and replies with the reason. In AWS, such requests never reach the API. */

import { randomUUID } from 'node:crypto'
import { type IncomingMessage, maxHeaderSize, STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'
import { apiGatewayProblems, apiGatewayReply } from '../../api-gateway-replies.ts'
import type { Reply } from './reply.ts'

const replyWith = (message: string, requestId: string) =>
  apiGatewayReply({ ...apiGatewayProblems.DEFAULT_4XX, message }, requestId)

/** An HTTP/1.1 request must have the header Host. HTTP/1.0 does not require the header. */
export function refuseMissingHost({ headers, httpVersion }: IncomingMessage, requestId: string): Reply | null {
  if (headers.host !== undefined || httpVersion !== '1.1') return null
  return replyWith('An HTTP/1.1 request needs the header Host.', requestId)
}

/** Replies without waiting for the body, because a client with an `Expect` header sends the body only after a reply. */
export function refuseExpectation({ headers }: IncomingMessage, requestId: string): Reply {
  const message = `Unsupported header Expect: "${headers.expect}". Only 100-continue is supported.`
  return replyWith(message, requestId)
}

/**
 * Writes the reply directly to the socket, because Node creates no response object for CONNECT and for malformed
 * requests.
 */
function endWith(message: string, socket: Duplex): void {
  if (!socket.writable) return void socket.destroy()
  const { statusCode, headers, body } = replyWith(message, randomUUID())
  const all = { ...headers, 'Content-Length': Buffer.byteLength(body), Connection: 'close' }
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`)
  socket.end(`HTTP/1.1 ${statusCode} ${STATUS_CODES[statusCode]}\r\n${lines.join('')}\r\n${body}`)
}

export const refuseConnect = (_request: IncomingMessage, socket: Duplex): void =>
  endWith('CONNECT is for proxies; this is not a proxy.', socket)

interface ParseError extends Error {
  code?: string
  /** The parser's reason for the error, without a full stop. */
  reason?: string
  bytesParsed?: number
  rawPacket?: Buffer
}

const messages: Record<string, (error: ParseError) => string> = {
  HPE_HEADER_OVERFLOW: () => `The request line and header fields together exceed ${maxHeaderSize / 1024} KB.`,
  HPE_INVALID_METHOD: error => `"${methodIn(error)}" is not a known HTTP method.`,
  ERR_HTTP_REQUEST_TIMEOUT: () => 'The request did not arrive completely in time.',
}

export function refuseMalformed(error: ParseError, socket: Duplex): void {
  const other = `Invalid HTTP/1.1: ${error.reason ?? 'the request is incomplete'}.`
  endWith(messages[error.code ?? '']?.(error) ?? other, socket)
}

const maxShown = 40

/**
 * Returns the method, which is the first word of the line at which the parser stopped. The lines before this line
 * belong to earlier requests.
 */
function methodIn({ rawPacket, bytesParsed = 0 }: ParseError): string {
  const text = rawPacket?.toString('latin1') ?? ''
  const start = text.lastIndexOf('\n', bytesParsed - 1) + 1
  return (/^[^\s]*/.exec(text.slice(start))?.[0] ?? '').slice(0, maxShown)
}
