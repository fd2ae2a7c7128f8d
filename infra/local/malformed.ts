/** Refuses what HTTP itself rules out, and says why: in AWS this never gets as far as the API. */

import { randomUUID } from 'node:crypto'
import { type IncomingMessage, maxHeaderSize, STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'
import { Problem, problemBody } from '../../lib/core/problem.ts'
import { gatewayAnswer, gatewayProblems } from '../gateway-problems.ts'
import { ownReply, type Reply } from './reply.ts'

const kind = gatewayProblems.DEFAULT_4XX

function answerSaying(message: string, requestId: string) {
  const body = JSON.stringify(problemBody(new Problem(kind.code, { message }), requestId))
  return { ...gatewayAnswer(kind, requestId), body }
}

/** HTTP/1.0 knew no Host. */
export const lacksHost = ({ headers, httpVersion }: IncomingMessage) =>
  headers.host === undefined && httpVersion === '1.1'

export const withoutHost = (requestId: string): Reply =>
  ownReply(answerSaying('An HTTP/1.1 request needs the header Host.', requestId))

/** Answered before the body is there: who expects something sends none until it is met. */
export function unmetExpectation({ headers }: IncomingMessage, requestId: string): Reply {
  const sentence = `The header Expect asks for "${headers.expect}": only 100-continue is known here.`
  return ownReply(answerSaying(sentence, requestId))
}

/** Answers where there is no request yet to reply to, and ends the connection. */
function endSaying(message: string, socket: Duplex): void {
  if (!socket.writable) return void socket.destroy()
  const { statusCode, headers, body } = answerSaying(message, randomUUID())
  const all = { ...headers, 'Content-Length': Buffer.byteLength(body), Connection: 'close' }
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`)
  socket.end(`HTTP/1.1 ${statusCode} ${STATUS_CODES[statusCode]}\r\n${lines.join('')}\r\n${body}`)
}

export const refuseConnect = (_request: IncomingMessage, socket: Duplex): void =>
  endSaying('CONNECT is for proxies, and this is none.', socket)

export const refuseMalformed = (fault: ParseFault, socket: Duplex): void =>
  endSaying(sentenceFor(fault), socket)

/** What Node adds to an error of its HTTP parser. */
interface ParseFault extends Error {
  code?: string
  /** Its own words for it, without a full stop. */
  reason?: string
  bytesParsed?: number
  rawPacket?: Buffer
}

const sentences: Record<string, (fault: ParseFault) => string> = {
  HPE_HEADER_OVERFLOW: () =>
    `The request's first line and header fields are larger than ${maxHeaderSize / 1024} KB together.`,
  HPE_INVALID_METHOD: fault => `"${methodIn(fault)}" is no HTTP method that this API could know.`,
  ERR_HTTP_REQUEST_TIMEOUT: () => 'The request did not arrive whole in time.',
}

const sentenceFor = (fault: ParseFault): string =>
  sentences[fault.code ?? '']?.(fault) ?? `This is no valid HTTP/1.1: ${fault.reason ?? 'it breaks off'}.`

const longestShown = 40

/** The first word of the line at which the parser stopped: others may have come in the same packet. */
function methodIn({ rawPacket, bytesParsed = 0 }: ParseFault): string {
  const text = rawPacket?.toString('latin1') ?? ''
  const start = text.lastIndexOf('\n', bytesParsed - 1) + 1
  return (/^[^\s]*/.exec(text.slice(start))?.[0] ?? '').slice(0, longestShown)
}
