/** What an endpoint is: data that the pipeline, the stack, the local gateway and the documentation all read. */

import * as z from 'zod'
import type { ProblemCode } from '../core/problem.ts'
import type { Slice } from '../core/slice.ts'
import type { Tenant } from '../core/tenant.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

/** Partitions, with `*` for whatever stands there. What is changed is also read. */
export interface TableScope {
  reads: readonly string[]
  changes: readonly string[]
}

/**
 * `offset`: the reply is an envelope with totalItems, offset and limit. `token`: the reply holds a continuationToken.
 * `link`: the reply is a bare array. All three send a Link header with rel="next" while there is more.
 */
type Paging = 'offset' | 'token' | 'link'

interface RouteSpec {
  method: Method
  /** As in `/orders/{token}`. */
  path: string
  /** One sentence for the reader of the documentation. */
  purpose: string
  /** More for the reader of the documentation, as Markdown. */
  details?: string
  /** What the endpoint may do to the table; `public` asks for no key and touches no table. */
  access: 'read' | 'write' | 'public'
  /** Its Lambda reaches out of our own house: it has a role of its own, for these rows only. */
  tableScope?: TableScope
  params?: z.ZodObject
  query?: z.ZodObject
  body?: z.ZodType
  /** Absent where success has nothing to say: 204. */
  reply?: z.ZodType
  /** How a caller asks for the next page of a list; see `Paging`. */
  paging?: Paging
  /** Replies that are no JSON: their media type. */
  media?: string
  /** Beyond those every endpoint shares. */
  problems?: readonly ProblemCode[]
}

export interface Route extends RouteSpec {
  /** `room.verb`, the endpoint's address everywhere. */
  name: string
  /** What the room is about. */
  moduleDescription: string
}

/** Names a room's endpoints after it. */
export function defineEndpoints<const R extends Record<string, RouteSpec>>(
  name: string,
  purpose: string,
  routes: R,
) {
  const named = Object.entries(routes).map(([verb, route]) => [
    verb,
    { ...route, name: `${name}.${verb}`, moduleDescription: purpose },
  ])
  return Object.fromEntries(named) as { [V in keyof R]: R[V] & { name: string; moduleDescription: string } }
}

/** Whether the reply is one object, which has a state of its own that a caller can name. */
export const isSingle = (route: Route) => route.reply instanceof z.ZodObject && !route.paging

type Parsed<S> = S extends z.ZodType ? z.output<S> : undefined

/** What a room's verb is given. */
export interface Request<R extends Route> {
  tenant: R['access'] extends 'public' ? undefined : Tenant
  /** The account's currency. */
  currency: R['access'] extends 'public' ? undefined : string
  params: Parsed<R['params']>
  query: Parsed<R['query']>
  body: Parsed<R['body']>
  /** The state the caller believes the object to be in. */
  ifMatch: string | undefined
  /** The id for what this call makes; the same again when a crashed call is repeated under its Idempotency-Key. */
  newId: string
}

/** What a room's verb gives back. */
export type Result<R extends Route> = R['reply'] extends z.ZodType
  ? R['paging'] extends 'link'
    ? Slice<z.output<R['reply']> extends (infer T)[] ? T : never>
    : z.output<R['reply']>
  : R['media'] extends string
    ? string | Buffer
    : void
