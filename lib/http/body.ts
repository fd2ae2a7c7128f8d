/** Reads the body of a request: JSON, or one JSON value per line. */

import type { APIGatewayProxyEvent } from 'aws-lambda'
import { isObject, parseJson, parseJsonOr } from '../core/json.ts'
import { Problem } from '../core/problem.ts'
import type { Route } from './route.ts'

/** This limit is far above the size of usual bodies, and far below the memory of a Lambda. */
const defaultMaxBytes = 1024 * 1024

const jsonMedia = /^application\/(?:[\w.+-]+\+)?json\s*(?:;|$)/i
const linesMedia = /^application\/(?:x-ndjson|jsonl)\s*(?:;|$)/i
const otherCharset = /;\s*charset\s*=(?!\s*"?(?:utf-?8|us-ascii)\b)/i

/** Returns bytes instead of text, so that invalid UTF-8 is detected and not replaced. */
export function bytesOf(event: APIGatewayProxyEvent): Buffer {
  return Buffer.from(event.body ?? '', event.isBase64Encoded ? 'base64' : 'utf8')
}

type BodyLimits = Pick<Route, 'maxLines' | 'maxBodyBytes'>

export function limitedBytesOf(event: APIGatewayProxyEvent, { maxBodyBytes = defaultMaxBytes }: BodyLimits): Buffer {
  const bytes = bytesOf(event)
  if (bytes.length > maxBodyBytes) throw new Problem('body_too_large')
  return bytes
}

export function bodyOf(event: APIGatewayProxyEvent, limits: BodyLimits, contentType = 'application/json'): unknown {
  const bytes = limitedBytesOf(event, limits)
  if (bytes.length === 0) return undefined
  const { maxLines } = limits
  const hasLines = maxLines && linesMedia.test(contentType)
  if ((!hasLines && !jsonMedia.test(contentType)) || otherCharset.test(contentType))
    throw new Problem('unsupported_media_type')
  if (hasLines) return parseLines(textOf(bytes), maxLines)
  return maxLines ? parseJsonOrLines(textOf(bytes), maxLines) : parseJson(textOf(bytes), malformed)
}

const malformed = () => new Problem('malformed_json')

function textOf(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw malformed()
  }
}

/**
 * Returns the lines that are not blank, but at most one more than `maxLines`, because an invalid line takes as long to
 * parse as a valid event. The caller rejects an array with too many values.
 */
const linesOf = (text: string, maxLines: number): string[] =>
  text
    .matchAll(/\S[^\n]*/g)
    .take(maxLines + 1)
    .map(([line]) => line)
    .toArray()

/**
 * Parses each line that is not blank as JSON. A line that is not JSON becomes undefined. Throws a problem if no line is
 * JSON.
 */
function parseLines(text: string, maxLines: number): unknown[] {
  const values = linesOf(text, maxLines).map(line => parseJsonOr(line, undefined))
  if (values.every(value => value === undefined)) throw malformed()
  return values
}

/**
 * Parses a text as JSON. If this fails, parses one JSON object per line, because many clients send JSON lines with the
 * media type of JSON. A single line is not parsed again.
 */
function parseJsonOrLines(text: string, maxLines: number): unknown {
  try {
    return parseJson(text, malformed)
  } catch (problem) {
    const lines = linesOf(text, maxLines)
    if (lines.length < 2) throw problem
    return lines.map(parseObject)
  }
}

function parseObject(line: string): unknown {
  const value = parseJson(line, malformed)
  if (!isObject(value)) throw malformed()
  return value
}
