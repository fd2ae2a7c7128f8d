/** What the middlewares of a request pass on to each other, and the form that they have. */

import type { MiddlewareObj } from '@middy/core'
import type { APIGatewayProxyEvent, APIGatewayProxyResult, Context } from 'aws-lambda'
import type { Tenant } from '../core/tenant.ts'
import type { Request, Route } from './route.ts'

/** The query and the body, not parsed yet. */
export interface Input {
  query: Record<string, unknown>
  body: unknown
  /** Whether unknown names are errors. */
  isStrict: boolean
  /** Names that the endpoint does not know. None in a strict request, which is rejected with any. */
  ignored: readonly string[]
}

/** The context of a Lambda, with the state of its request: each field is set before the middlewares that read it. */
export interface Call extends Context {
  /** The headers of the request, by name in lower case. */
  headers: Record<string, string>
  /** The headers that are added to the reply, and to each problem from then on. */
  replyHeaders: Record<string, string>
  /** Undefined for public endpoints, as is the account's currency. */
  tenant: Tenant | undefined
  currency: string | undefined
  input: Input
  /** What the verb receives, and what it returns. */
  request: Omit<Request<Route>, 'newId'> & { newId: string | undefined }
  result: unknown
}

export type State = Record<string, unknown>

/** A middleware may keep state of its own from `before` to `after` and `onError`. */
export type Middleware<Own extends State = State, C extends Context = Call> = MiddlewareObj<
  APIGatewayProxyEvent,
  APIGatewayProxyResult,
  Error,
  C,
  Own
>
