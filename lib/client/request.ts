/** Sends the request of a call, and repeats it after a temporary failure. */

import { errorOf, parseJson, UnexpectedReplyError } from './problem-error.ts'
import { type SendOptions, sendWithRetries } from './retries.ts'

/** How a list is paged: by an offset, by the link to the next page, or by a token in the reply. */
export type Paging = 'offset' | 'link' | 'token'

/** An endpoint as data, as the generated file `endpoints.ts` contains it. */
export interface Endpoint {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** The path with its parameters in braces, such as `/orders/{token}`. */
  path: string
  paging?: Paging
  hasBody?: boolean
}

/** The parameters, the query and the body of a call in one object; or a body that is an array. */
export type Input = object

export interface ClientOptions extends Omit<SendOptions, 'signal'> {
  /** The address of the API, with the name of the stage if its path has one. */
  url: string
  /** The secret key of the store. */
  key: string
  /** Whether unknown fields and parameters are errors. Set it while you develop. */
  strict?: boolean
}

export interface CallOptions extends Pick<SendOptions, 'retries' | 'timeout' | 'signal'> {
  /**
   * If this is set, the change is made only if the object has not changed. The value is the object that the client
   * returned, or its ETag.
   */
  ifMatch?: object | string
  /** The key by which the API recognizes a repeated POST. By default, each call has a new key. */
  idempotencyKey?: string
  headers?: Record<string, string>
}

export type Settings = ClientOptions & CallOptions

export interface Reply {
  status: number
  headers: Headers
  body: unknown
}

/** The ETags of the objects that this client has returned. */
const etags = new WeakMap<object, string>()

function etagOf(ifMatch: object | string): string {
  const etag = typeof ifMatch === 'string' ? ifMatch : etags.get(ifMatch)
  if (etag) return etag
  throw new TypeError('ifMatch must be an object that this client has returned, or an ETag.')
}

const textOf = (value: unknown) => (value instanceof Date ? value.toISOString() : String(value))

/** Puts the parameters into the path, and returns the other fields as `rest`. */
function fillPath(path: string, input: Input): { filled: string; rest: Input } {
  const rest: Record<string, unknown> = { ...input }
  const filled = path.replace(/\{(\w+)\}/g, (_, name) => {
    const value = rest[name]
    if (value === undefined || value === null || value === '') throw new TypeError(`${name} is required.`)
    delete rest[name]
    return encodeURIComponent(textOf(value))
  })
  return { filled, rest }
}

function queryOf(fields: Input): string {
  const given = Object.entries(fields).filter(([, value]) => value !== undefined && value !== null)
  const query = new URLSearchParams(given.map(([name, value]): [string, string] => [name, textOf(value)]))
  return query.size > 0 ? `?${query}` : ''
}

function headersOf({ method, hasBody }: Endpoint, settings: Settings): Record<string, string> {
  const { key, strict, ifMatch, idempotencyKey, headers } = settings
  return {
    Accept: 'application/json',
    Authorization: `Basic ${btoa(`${key}:`)}`,
    ...(hasBody && { 'Content-Type': 'application/json' }),
    ...(method === 'POST' && { 'Idempotency-Key': idempotencyKey ?? crypto.randomUUID() }),
    ...(ifMatch && { 'If-Match': etagOf(ifMatch) }),
    ...(strict && { Prefer: 'handling=strict' }),
    ...headers,
  }
}

/** Returns a function that creates the request, as each attempt needs its own. */
function requestOf(endpoint: Endpoint, input: Input, settings: Settings): (signal: AbortSignal) => Request {
  const { method, path, hasBody } = endpoint
  const base = settings.url.replace(/\/+$/, '')
  const { filled, rest } = Array.isArray(input) ? { filled: path, rest: input } : fillPath(path, input)
  const url = `${base}${filled}${hasBody ? '' : queryOf(rest)}`
  const init = { method, headers: headersOf(endpoint, settings), ...(hasBody && { body: JSON.stringify(rest) }) }
  return signal => new Request(url, { ...init, signal })
}

function bodyOf(status: number, text: string, etag: string | null): unknown {
  if (status === 204) return undefined
  const body = parseJson(text)
  if (typeof body !== 'object' || body === null) throw new UnexpectedReplyError(status, text)
  if (etag) etags.set(body, etag)
  return body
}

export async function callEndpoint(endpoint: Endpoint, input: Input = {}, settings: Settings): Promise<Reply> {
  const create = requestOf(endpoint, input, settings)
  const { response, text } = await sendWithRetries(create, settings)
  const { status, headers } = response
  if (!response.ok) throw errorOf(status, text)
  return { status, headers, body: bodyOf(status, text, headers.get('ETag')) }
}
