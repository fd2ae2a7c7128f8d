/**
 * Defines endpoints as data, from which the handlers, the CDK stack, the local API and the documentation are created.
 */

import * as z from 'zod'
import type { SecretKind } from '../core/aws-names.ts'
import type { RawRequest, ServedFile } from '../core/http-messages.ts'
import type { KeyScope } from '../core/key-scopes.ts'
import type { Slice } from '../core/paging.ts'
import type { ProblemCode } from '../core/problem.ts'
import type { Feature, Tenant } from '../core/tenant.ts'
import type { TableAction } from '../store/table.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

/**
 * With `offset`, the reply is an object with totalItems, offset and limit. With `token`, the reply contains a
 * continuationToken. With `link`, the reply is a bare array. A `Link` header names the next page of every list.
 */
type Paging = 'offset' | 'token' | 'link'

/**
 * Limits the permissions of a Lambda to some partitions of the table. A Lambda needs this limit if it fetches pages,
 * changes accounts or puts events on the bus, or if it is public and writes.
 */
interface TableScope {
  actions: readonly TableAction[]
  /** The partition keys that the Lambda may use, as patterns with `*` as a wildcard. */
  partitions: readonly string[]
  /** Additional partitions, from which the Lambda may only read single rows by their keys. */
  reads?: readonly string[]
  readsAccounts?: true
  accountAttributes?: readonly string[]
}

interface RouteSpec {
  method: Method
  /**
   * The path with its parameters in braces, such as `/orders/{token}`. A last parameter with a plus, such as `{file+}`,
   * stands for all remaining segments.
   */
  path: string
  /** Short sentences for the documentation. The first sentence is the title of the endpoint. */
  purpose: string
  /** More text for the documentation, in Markdown. */
  details?: string
  /** A public endpoint needs no API key, and is not in the documentation. */
  isPublic?: true
  /** The permissions of the endpoint's Lambda on the table. By default, a GET may read, and other methods may write. */
  access?: 'read' | 'write' | 'none'
  /** If this is true, the Lambda of the endpoint may read the keys of payment gateways. */
  usesGateway?: true
  /** The Lambda of the endpoint may read secrets of this kind. */
  secrets?: SecretKind
  /** If this is true, the Lambda of the endpoint may put events on the checkout bus, and has its own role. */
  putsEvents?: true
  /** If this is set, the Lambda of the endpoint has its own role with these permissions, instead of `access`. */
  tableScope?: TableScope
  /**
   * If this is true, another service sends the requests, and the function of the endpoint gets the raw body and the
   * headers.
   */
  isWebhook?: true
  /** Accounts without this feature get the problem in `problemOfMissingFeature`. */
  feature?: Feature
  params?: z.ZodObject
  /** The message of the 404 for an invalid id. The message may contain parameters, such as `{token}`. */
  invalidIdMessage?: string
  query?: z.ZodObject
  body?: z.ZodType
  /**
   * If this is set, the body may also have one JSON value per line. The lines become an array. If there are more than
   * this many lines, the array has one value too many, and the function of the endpoint must reject it.
   */
  maxLines?: number
  /** The largest body in bytes; 1 MB by default. */
  maxBodyBytes?: number
  /**
   * The schema of a JSON reply. Without a schema, the reply is a file, a redirect, or a 204 without a body. If the
   * schema is a `z.optional`, the reply is a 204 when the function of the endpoint returns undefined.
   */
  reply?: z.ZodType
  /** The status of a successful reply with a body; 200 by default. */
  status?: 202
  /** If this is true, the reply has a `Location` header: the path of the request and the id of the new object. */
  hasLocation?: true
  successor?: string
  /**
   * The earlier name of a POST endpoint. The idempotency store still uses this name, so that requests that are repeated
   * across a deployment do not run twice.
   */
  earlierName?: string
  paging?: Paging
  /** The media type of a reply that is a file. A served file can have another media type. */
  media?: string
  /**
   * If this is true, the function of the endpoint returns a text, and the reply redirects to the path of the request
   * plus this text.
   */
  isRedirect?: true
  /** The problems of this endpoint, in addition to the problems that `problemsOf` derives. */
  problems?: readonly ProblemCode[]
}

export interface Route extends RouteSpec {
  access: 'read' | 'write' | 'none'
  /** The name of the endpoint in the format `module.verb`, such as `orders.get`. */
  name: string
  moduleDescription: string
  /** True if the reply is a single JSON object, which gets an ETag. False for files: `fileReply` sets their ETag. */
  hasEtag: boolean
}

/** Returns the status of a successful reply that is JSON or has no body. Files and redirects have other statuses. */
export const successStatusOf = ({ reply, status }: RouteSpec) => (reply ? (status ?? 200) : 204)

const isSingleObject = ({ reply, paging }: RouteSpec) => reply instanceof z.ZodObject && !paging

/** Adds a name, the module's description and derived fields to each endpoint of a module. */
export function defineEndpoints<const R extends Record<string, RouteSpec>>(
  module: string,
  moduleDescription: string,
  routes: R,
) {
  const named = Object.entries<RouteSpec>(routes).map(([verb, route]) => {
    const { access = route.method === 'GET' ? 'read' : 'write' } = route
    return [verb, { ...route, access, name: `${module}.${verb}`, moduleDescription, hasEtag: isSingleObject(route) }]
  })
  return Object.fromEntries(named) as {
    [V in keyof R]: R[V] & Pick<Route, 'access' | 'name' | 'moduleDescription' | 'hasEtag'>
  }
}

type Parsed<S> = S extends z.ZodType ? z.output<S> : undefined

export interface Request<R extends Route> {
  tenant: R extends { isPublic: true } ? undefined : Tenant
  currency: R extends { isPublic: true } ? undefined : string
  /** The scope of the caller's key. */
  scope: R extends { isPublic: true } ? undefined : KeyScope
  /** The part of the called URL before the path of the endpoint: empty, or a slash and the name of the stage. */
  basePath: string
  params: Parsed<R['params']>
  query: Parsed<R['query']>
  body: Parsed<R['body']>
  raw: R extends { isWebhook: true } ? RawRequest : undefined
  ifMatch: string | undefined
  /** The id of the object that a POST creates. A repetition with the same Idempotency-Key gets the same id. */
  newId: R['method'] extends 'POST' ? string : undefined
}

type Result<R extends Route> = R['reply'] extends z.ZodType
  ? R['paging'] extends 'link'
    ? Slice<z.output<R['reply']> extends (infer T)[] ? T : never>
    : z.output<R['reply']>
  : R['media'] extends string
    ? string | Buffer | ServedFile
    : void

export type Verb<R extends Route> = (request: Request<R>) => Promise<Result<R>> | Result<R>
