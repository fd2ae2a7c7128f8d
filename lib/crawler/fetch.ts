/** Fetches a page from a host that nobody vouches for: each step is checked, and all of it is bounded. */

import { Agent, type Dispatcher, request } from 'undici'
import { readBody } from './body.ts'
import { addressesOf, parsed, pinnedTo, type Resolver, readUrl } from './guard.ts'
import { refusal, refusalFor } from './refusal.ts'

const mostMilliseconds = 10_000
const mostRedirects = 3
const redirects = [301, 302, 303, 307, 308]

const headers = {
  'user-agent': 'StoreBackOffice/1.0 (product import)',
  accept: 'text/html, application/xhtml+xml, application/json;q=0.9, */*;q=0.1',
  'accept-encoding': 'gzip, br',
}

export interface Page {
  /** Where it was found in the end. */
  url: URL
  contentType: string
  parts: AsyncIterable<Buffer>
}

interface Asked<T> {
  resolve: Resolver
  /** Has the page while it arrives, within the same time. */
  read: (page: Page) => Promise<T>
}

type Found<T> = { taken: T } | { location: string }

export async function fetchPage<T>(written: string, asked: Asked<T>): Promise<T> {
  const late = AbortSignal.timeout(mostMilliseconds)
  try {
    return await follow(readUrl(written), [], { ...asked, late })
  } catch (fault) {
    throw refusalFor(fault, late.aborted)
  }
}

interface Bounded<T> extends Asked<T> {
  late: AbortSignal
}

async function follow<T>(url: URL, visited: string[], asked: Bounded<T>): Promise<T> {
  if (visited.includes(url.href)) throw refusal('circle')
  if (visited.length > mostRedirects) throw refusal('redirects')
  const found = await visit(url, asked)
  if ('taken' in found) return found.taken
  return follow(parsed(found.location, url), [...visited, url.href], asked)
}

/** A connection of its own, to an address that was checked, and closed at once. */
async function visit<T>(url: URL, asked: Bounded<T>): Promise<Found<T>> {
  const { resolve, late } = asked
  const addresses = await beforeAbort(addressesOf(url, resolve), late)
  const agent = new Agent({
    connect: { lookup: pinnedTo(addresses), timeout: mostMilliseconds },
    allowH2: false,
    pipelining: 0,
  })
  try {
    const response = await request(url, { dispatcher: agent, signal: late, headers })
    return await taken(url, response, asked)
  } finally {
    await agent.destroy()
  }
}

/** A lookup cannot be called off. */
function beforeAbort<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const aborted = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  })
  return Promise.race([work, aborted])
}

async function taken<T>(url: URL, response: Dispatcher.ResponseData, asked: Bounded<T>): Promise<Found<T>> {
  const { statusCode, body } = response
  if (redirects.includes(statusCode)) return { location: locationIn(response) }
  if (statusCode < 200 || statusCode > 299) throw refusal('status', `status ${statusCode}`)
  const contentType = headerOf(response, 'content-type')
  const coding = headerOf(response, 'content-encoding')
  const read = (parts: AsyncIterable<Buffer>) => asked.read({ url, contentType, parts })
  return { taken: await readBody(body, { coding, late: asked.late, read }) }
}

/** Letters beyond ASCII arrive as bytes, and go back as these. */
function locationIn(response: Dispatcher.ResponseData): string {
  const location = headerOf(response, 'location')
  if (!location) throw refusal('nowhere')
  return location.replace(/[\u0080-\u00ff]/g, byte => `%${byte.charCodeAt(0).toString(16)}`)
}

/** Of a header that stands there twice, the first. */
function headerOf({ headers }: Dispatcher.ResponseData, name: string): string {
  const [value = ''] = [headers[name]].flat()
  return value.trim()
}
