/** A client of the API with a typed function for each endpoint, such as `shop.orders.list({ status: 'Shipped' })`. */

import { type Endpoints, endpoints } from './endpoints.ts'
import { type Pages, readPages } from './pages.ts'
import { ProblemError } from './problem-error.ts'
import { type CallOptions, type ClientOptions, callEndpoint, type Endpoint, type Input } from './request.ts'

export type * from './endpoints.ts'
export type { Pages } from './pages.ts'
export { ProblemError, UnexpectedReplyError } from './problem-error.ts'
export type { CallOptions, ClientOptions } from './request.ts'

/** The types of an endpoint: its input, its reply, and the codes of its problems. */
interface EndpointTypes {
  input: unknown
  reply: unknown
  code: string
}

/** The input can be left out if none of its fields is required. */
type Arguments<In> = object extends In ? [input?: In, options?: CallOptions] : [input: In, options?: CallOptions]

type ListFunction<In, Item> = (...args: Arguments<In>) => Pages<Item>

type EndpointFunction<Types extends EndpointTypes> = {
  (...args: Arguments<Types['input']>): Promise<Types['reply']>
  /**
   * Returns whether an error is a problem that the API returned. The type of its `code` has only the codes of this
   * endpoint.
   */
  isProblem(error: unknown): error is ProblemError<Types['code']>
} & (Types extends { item: infer Item } ? { all: ListFunction<Types['input'], Item> } : unknown)

type Module<Types> = {
  [Verb in keyof Types]: Types[Verb] extends EndpointTypes ? EndpointFunction<Types[Verb]> : never
} & (Types extends { list: { input: infer In; item: infer Item } } ? { all: ListFunction<In, Item> } : unknown)

export type Client = { [Name in keyof Endpoints]: Module<Endpoints[Name]> }

interface UntypedFunction {
  (input?: Input, options?: CallOptions): Promise<unknown>
  isProblem(error: unknown): boolean
  all?(input?: Input, options?: CallOptions): Pages<unknown>
}

/**
 * Returns the function that calls an endpoint. If the endpoint is paged, the function has a method `all`, which reads
 * every page.
 */
function endpointFunction(endpoint: Endpoint, client: ClientOptions): UntypedFunction {
  const call = async (input?: Input, options?: CallOptions) =>
    (await callEndpoint(endpoint, input, { ...client, ...options })).body
  const isProblem = (error: unknown) => error instanceof ProblemError
  const { paging } = endpoint
  if (!paging) return Object.assign(call, { isProblem })
  const all = (input?: Input, options?: CallOptions) =>
    readPages(paging, input, query => callEndpoint(endpoint, query, { ...client, ...options }))
  return Object.assign(call, { isProblem, all })
}

function moduleFunctions(verbs: Record<string, Endpoint>, client: ClientOptions) {
  const functions = Object.entries(verbs).map(([verb, endpoint]) => [verb, endpointFunction(endpoint, client)] as const)
  const module = Object.fromEntries(functions)
  return module.list?.all ? { ...module, all: module.list.all } : module
}

export function createClient(options: ClientOptions): Client {
  const modules = Object.entries(endpoints).map(([name, verbs]) => [name, moduleFunctions(verbs, options)])
  return Object.fromEntries(modules) as Client
}
