/** Builds the request of a call, sends it, and returns the reply. */

import { errorOf, type FailedReply, parseJson, UnexpectedReplyError } from './errors.ts'
import { retryAfterOf, type SendOptions, sendWithRetries } from './retries.ts'

/** How a list is paged: by an offset, by the link to the next page, or by a token in the reply. */
export type Paging = 'offset' | 'link' | 'token'

/** An endpoint in the generated file `endpoints.ts`. */
export interface Endpoint {
  /** The module and the verb, such as `orders.get`. */
  name: string
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** The path with its parameters in braces, such as `/orders/{token}`. */
  path: string
  paging?: Paging
  hasBody?: boolean
}

/**
 * One object with the path parameters, the query parameters and the fields of the body. If the body is an array, the
 * input is this array.
 */
export type Input = object

export interface ClientOptions extends Omit<SendOptions, 'signal'> {
  /** The URL of the API, to which the client appends the path of an endpoint. Include the name of the stage, if any. */
  url: string
  /** The secret key of the store. */
  key: string
  /** Whether unknown fields and parameters are errors. Set this during development. */
  strict?: boolean
  /** Headers to send with every request. They replace headers of the same name that the client sets itself. */
  headers?: Record<string, string>
}

export interface CallOptions extends Pick<SendOptions, 'retries' | 'timeout' | 'signal'> {
  /**
   * The ETag of the object to change. If the stored object has another ETag, the API rejects the change. An object that
   * the client has returned can be given instead of its ETag.
   */
  ifMatch?: object | string
  /** The key by which the API recognizes a repeated POST. By default, each call has a new key. */
  idempotencyKey?: string
  /** Headers to send with this request. They replace headers of the same name in the options of the client. */
  headers?: Record<string, string>
}

export type Settings = ClientOptions & CallOptions

export interface Reply {
  endpoint: string
  status: number
  headers: Headers
  body: unknown
}

/**
 * The options of a call replace the options of the client. A header of the client is replaced only by a header of the
 * same name.
 */
export function mergeSettings(client: ClientOptions, call: CallOptions = {}): Settings {
  const given = Object.entries(call).filter(([, value]) => value !== undefined)
  const headers = new Headers(client.headers)
  for (const [name, value] of Object.entries(call.headers ?? {})) headers.set(name, value)
  return { ...client, ...Object.fromEntries(given), headers: Object.fromEntries(headers) }
}

/** The ETags of the objects that calls have returned. */
const etags = new WeakMap<object, string>()

function etagOf(ifMatch: object | string): string {
  const etag = typeof ifMatch === 'string' ? ifMatch : etags.get(ifMatch)
  if (etag) return etag
  throw new TypeError('ifMatch must be an object that a function of this client has returned, or an ETag.')
}

const textOf = (value: unknown) => (value instanceof Date ? value.toISOString() : String(value))

/** Puts the parameters into the path, and returns the other fields as `rest`. */
function fillPath(path: string, input: Input): { filled: string; rest: Input } {
  const rest: Record<string, unknown> = { ...input }
  const filled = path.replace(/\{(\w+)\}/g, (_, name) => {
    const value = rest[name]
    if (value === undefined || value === null || value === '') throw new TypeError(`${name} is required.`)
    if (value === '.' || value === '..') throw new TypeError(`${name} cannot be ${value}, which a URL omits.`)
    delete rest[name]
    return encodeURIComponent(textOf(value))
  })
  return { filled, rest }
}

function queryOf(fields: Input): string {
  const given = Object.entries(fields).filter(([, value]) => value !== undefined && value !== null)
  const query = new URLSearchParams(given.map(([name, value]): [string, string] => [name, textOf(value)])).toString()
  return query && `?${query}`
}

/** Creates an idempotency key from random numbers, because web pages without HTTPS have no `crypto.randomUUID`. */
const newKey = () => crypto.getRandomValues(new Uint32Array(4)).join('-')

function headersOf({ method, hasBody }: Endpoint, settings: Settings): Headers {
  const { key, strict, ifMatch, idempotencyKey, headers = {} } = settings
  const all = new Headers({
    Accept: 'application/json',
    Authorization: `Basic ${btoa(`${key}:`)}`,
    ...(hasBody && { 'Content-Type': 'application/json' }),
    ...(method === 'POST' && { 'Idempotency-Key': idempotencyKey ?? newKey() }),
    ...(ifMatch !== undefined && { 'If-Match': etagOf(ifMatch) }),
    ...(strict && { Prefer: 'handling=strict' }),
  })
  for (const [name, value] of Object.entries(headers)) all.set(name, value)
  return all
}

/**
 * Returns a function that creates the request, because each attempt needs a new one. Redirects are not followed,
 * because `fetch` could repeat a POST as a GET.
 */
function requestOf(endpoint: Endpoint, input: Input, settings: Settings): (signal: AbortSignal) => Request {
  const { method, path, hasBody } = endpoint
  const base = settings.url.replace(/\/+$/, '')
  const { filled, rest } = Array.isArray(input) ? { filled: path, rest: input } : fillPath(path, input)
  const url = `${base}${filled}${hasBody ? '' : queryOf(rest)}`
  const headers = headersOf(endpoint, settings)
  const init: RequestInit = { method, headers, redirect: 'manual', ...(hasBody && { body: JSON.stringify(rest) }) }
  return signal => new Request(url, { ...init, signal })
}

/**
 * Returns the target of a redirect, or `another address` if a browser hides the target. Returns null for other replies.
 */
const redirectOf = ({ type, status, headers }: Response) =>
  type === 'opaqueredirect' || (status >= 300 && status < 400) ? (headers.get('Location') ?? 'another address') : null

function bodyOf(reply: FailedReply, etag: string | null): unknown {
  if (reply.status === 204) return undefined
  const body = parseJson(reply.text) ?? null
  if (body === null) throw new UnexpectedReplyError(reply)
  if (etag && typeof body === 'object') etags.set(body, etag)
  return body
}

export async function callEndpoint(endpoint: Endpoint, input: Input = {}, settings: Settings): Promise<Reply> {
  const create = requestOf(endpoint, input, settings)
  const { response, text } = await sendWithRetries(create, settings)
  const { status, headers } = response
  const reply = { endpoint: endpoint.name, status, text, retryAfter: retryAfterOf(response) }
  const location = redirectOf(response)
  if (location) throw new UnexpectedReplyError(reply, location)
  if (!response.ok) throw errorOf(reply)
  return { endpoint: endpoint.name, status, headers, body: bodyOf(reply, headers.get('ETag')) }
}
