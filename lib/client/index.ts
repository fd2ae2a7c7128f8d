/** A client of the API with a typed function for each endpoint, such as `shop.orders.list({ status: 'Shipped' })`. */

import { type Endpoints, endpoints } from './endpoints.ts'
import { type ProblemCode, ProblemError } from './errors.ts'
import { type Pages, readPages } from './pages.ts'
import {
  type CallOptions,
  type ClientOptions,
  callEndpoint,
  type Endpoint,
  type Input,
  mergeSettings,
} from './request.ts'

export type * from './endpoints.ts'
export { type ProblemCode, ProblemError, UnexpectedReplyError } from './errors.ts'
export type { Pages } from './pages.ts'
export type { CallOptions, ClientOptions } from './request.ts'

interface EndpointTypes {
  input: unknown
  reply: unknown
  code: ProblemCode
}

/** The input can be left out if none of its fields is required. */
type Arguments<In> = object extends In ? [input?: In, options?: CallOptions] : [input: In, options?: CallOptions]

type ListFunction<In, Item> = (...args: Arguments<In>) => Pages<Item>

type EndpointFunction<Types extends EndpointTypes> = {
  (...args: Arguments<Types['input']>): Promise<Types['reply']>
  /**
   * Returns whether an error is a problem of this endpoint. If so, TypeScript limits `code` to the codes of this
   * endpoint.
   */
  isProblem(error: unknown): error is ProblemError & { readonly code: Types['code'] }
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
 * Returns the function for an endpoint. If the endpoint is paged, the function has a method `all` that reads every
 * page.
 */
function endpointFunction(endpoint: Endpoint, client: ClientOptions): UntypedFunction {
  const { name, paging } = endpoint
  const send = (input?: Input, options?: CallOptions) => callEndpoint(endpoint, input, mergeSettings(client, options))
  const call = async (input?: Input, options?: CallOptions) => (await send(input, options)).body
  const isProblem = (error: unknown) => error instanceof ProblemError && error.endpoint === name
  if (!paging) return Object.assign(call, { isProblem })
  const all = (input?: Input, options?: CallOptions) => readPages(paging, input, query => send(query, options))
  return Object.assign(call, { isProblem, all })
}

function moduleFunctions(module: string, verbs: Record<string, Omit<Endpoint, 'name'>>, client: ClientOptions) {
  const functions = Object.entries(verbs).map(
    ([verb, endpoint]) => [verb, endpointFunction({ ...endpoint, name: `${module}.${verb}` }, client)] as const,
  )
  const byVerb = Object.fromEntries(functions)
  return byVerb.list?.all ? { ...byVerb, all: byVerb.list.all } : byVerb
}

export function createClient(options: ClientOptions): Client {
  const modules = Object.entries(endpoints).map(([name, verbs]) => [name, moduleFunctions(name, verbs, options)])
  return Object.fromEntries(modules) as Client
}
