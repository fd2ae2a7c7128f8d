/** Defines the state that the middlewares of a request share, and the type of these middlewares. */

import type { MiddlewareObj } from '@middy/core'
import type { APIGatewayProxyEvent, APIGatewayProxyResult, Context } from 'aws-lambda'
import type { KeyScope } from '../core/key-scopes.ts'
import type { Tenant } from '../core/tenant.ts'
import type { Request, Route } from './route.ts'

/** The query and the body before they are checked against the schemas. */
export interface Input {
  query: Record<string, unknown>
  body: unknown
  /** Whether unknown names in the input are errors. */
  isStrict: boolean
  /** Names in the input that are ignored. The list is empty for a strict request. */
  ignored: readonly string[]
}

/**
 * The context of a Lambda, with the state of its request. The middlewares set the fields in sequence, so each
 * middleware can read the fields that earlier middlewares have set.
 */
export interface Call extends Context {
  /** The headers of the request, by name in lower case. */
  headers: Record<string, string>
  /** These headers are added to the reply of the endpoint, or to the problem that was thrown. */
  replyHeaders: Record<string, string>
  /** The tenant is undefined for public endpoints. */
  tenant: Tenant | undefined
  /** The currency of the caller's account; undefined for public endpoints. */
  currency: string | undefined
  /** The scope of the caller's key; undefined for public endpoints. */
  scope: KeyScope | undefined
  input: Input
  request: Omit<Request<Route>, 'newId'> & { newId: string | undefined }
  result: unknown
}

type State = Record<string, unknown>

/** `Own` is the state that a middleware sets in its `before`, and reads in its `after` and `onError`. */
export type Middleware<Own extends State = State, C extends Context = Call> = MiddlewareObj<
  APIGatewayProxyEvent,
  APIGatewayProxyResult,
  Error,
  C,
  Own
>

/** A middleware that runs outside `withDeadline`. It has the context of the Lambda, but not the state of the call. */
export type OuterMiddleware<Own extends State = State> = Middleware<Own, Context>
