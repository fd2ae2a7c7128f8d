/** Fetches pages and replies from other hosts, with limits on addresses, time, size and redirects. */

import { once } from 'node:events'
import * as http from 'node:http'
import * as https from 'node:https'
import { readDecompressedBody } from './decompress-body.ts'
import { pageProblem, toPageProblem } from './problems.ts'
import {
  parsePageUrl,
  parseUserUrl,
  pinnedLookup,
  type Resolver,
  resolvePublicAddresses,
  systemResolver,
} from './ssrf-guard.ts'

const timeoutMilliseconds = 10_000
const maxRedirects = 3
const redirectStatuses = [301, 302, 303, 307, 308]

const pageHeaders = {
  'user-agent': 'StoreBackOffice/1.0 (product import)',
  accept: 'text/html, application/xhtml+xml, application/json;q=0.9, */*;q=0.1',
  'accept-encoding': 'gzip, br',
}

export interface Page {
  /** The URL after all redirects. */
  url: URL
  contentType: string
  chunks: AsyncIterable<Buffer>
}

interface FetchOptions<T> {
  resolve: Resolver
  /** Reads the page while it is received. The timeout includes this time. */
  read: (page: Page) => Promise<T>
}

interface VisitOptions<T> extends FetchOptions<T> {
  signal: AbortSignal
}

interface ReplyOptions {
  resolve?: Resolver
  headers: Record<string, string>
  timeoutMilliseconds: number
}

/** Redirects are not followed, because a redirect could send a key in the headers to another host. */
export async function fetchTextWithoutRedirects(
  url: string,
  { resolve = systemResolver, headers, timeoutMilliseconds }: ReplyOptions,
) {
  const signal = AbortSignal.timeout(timeoutMilliseconds)
  const read = async (response: http.IncomingMessage) => {
    const readText = async (chunks: AsyncIterable<Buffer>) => Buffer.concat(await Array.fromAsync(chunks)).toString()
    const text = await readDecompressedBody(response, { contentEncoding: '', signal, read: readText })
    return { status: response.statusCode ?? 0, text }
  }
  try {
    return await request(parsePageUrl(url), { resolve, signal, headers }, read)
  } catch (fault) {
    throw toPageProblem(fault, { isExceeded: signal.aborted, milliseconds: timeoutMilliseconds })
  }
}

type VisitResult<T> = { result: T } | { location: string }

export async function fetchPage<T>(fetchUrl: string, options: FetchOptions<T>): Promise<T> {
  const signal = AbortSignal.timeout(timeoutMilliseconds)
  try {
    return await follow(parseUserUrl(fetchUrl), [], { ...options, signal })
  } catch (fault) {
    throw toPageProblem(fault, { isExceeded: signal.aborted, milliseconds: timeoutMilliseconds })
  }
}

async function follow<T>(url: URL, visited: string[], options: VisitOptions<T>): Promise<T> {
  if (visited.includes(url.href)) throw pageProblem('redirectLoop')
  if (visited.length > maxRedirects) throw pageProblem('redirects')
  const visit = await visitUrl(url, options)
  if ('result' in visit) return visit.result
  return follow(parsePageUrl(visit.location, url), [...visited, url.href], options)
}

const visitUrl = <T>(url: URL, options: VisitOptions<T>): Promise<VisitResult<T>> =>
  request(url, { ...options, headers: pageHeaders }, response => readResponse(url, response, options))

interface RequestOptions {
  resolve: Resolver
  signal: AbortSignal
  headers: Record<string, string>
}

/** Sends a request over its own connection, to an IP address that was checked. */
async function request<T>(
  url: URL,
  { resolve, signal, headers }: RequestOptions,
  read: (response: http.IncomingMessage) => Promise<T>,
): Promise<T> {
  const addresses = await rejectOnAbort(resolvePublicAddresses(url, resolve), signal)
  const { request: send } = url.protocol === 'https:' ? https : http
  const sent = send(url, { agent: false, lookup: pinnedLookup(addresses), signal, headers }).end()
  try {
    return await read(await responseTo(sent))
  } finally {
    sent.destroy()
  }
}

/**
 * Returns the response to a request. If a body has invalid bytes, Node reports an error of the request, but not of the
 * response. Therefore each error of the request also ends the response with this error.
 */
function responseTo(request: http.ClientRequest): Promise<http.IncomingMessage> {
  return new Promise((resolve, reject) => {
    request.on('error', reject)
    /** A request may close without an error, for example if the host switches to another protocol. */
    request.once('close', () => reject(pageProblem('connection')))
    request.once('response', response => {
      response.on('error', reject)
      request.on('error', error => response.destroy(error))
      resolve(response)
    })
  })
}

/** Rejects when the signal is aborted, even if the work is a DNS lookup, which cannot be cancelled. */
const rejectOnAbort = <T>(work: Promise<T>, signal: AbortSignal): Promise<T> =>
  Promise.race([work, once(signal, 'abort').then(() => Promise.reject(signal.reason))])

async function readResponse<T>(
  url: URL,
  response: http.IncomingMessage,
  { signal, read }: VisitOptions<T>,
): Promise<VisitResult<T>> {
  const { statusCode = 0 } = response
  if (redirectStatuses.includes(statusCode)) return { location: locationOf(response) }
  if (statusCode < 200 || statusCode > 299) throw pageProblem('status', `status ${statusCode}`)
  const contentType = headerOf(response, 'content-type')
  const contentEncoding = headerOf(response, 'content-encoding')
  const readPage = (chunks: AsyncIterable<Buffer>) => read({ url, contentType, chunks })
  return { result: await readDecompressedBody(response, { contentEncoding, signal, read: readPage }) }
}

/** Returns the URL of a redirect. Node reads each byte as one character, so bytes above 127 are percent-encoded. */
function locationOf(response: http.IncomingMessage): string {
  const location = headerOf(response, 'location')
  if (!location) throw pageProblem('noLocation')
  return location.replace(/[\u0080-\u00ff]/g, byte => `%${byte.charCodeAt(0).toString(16)}`)
}

function headerOf({ headers }: http.IncomingMessage, name: string): string {
  const [value = ''] = [headers[name]].flat()
  return value.trim()
}
