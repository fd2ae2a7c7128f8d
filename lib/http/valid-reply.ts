/** Checks replies against their schemas, in tests and on a developer's machine; Lambdas in AWS do not. */

import { isDeepStrictEqual } from 'node:util'
import type { APIGatewayProxyResult } from 'aws-lambda'
import { toJson } from '../core/json.ts'
import type { Route } from './route.ts'

/** A reply is valid when parsing it with its schema succeeds and changes nothing. */
export function requireValidReply({ name, reply }: Route, { statusCode, body }: APIGatewayProxyResult): void {
  if (!reply || statusCode !== 200) return
  const sent: unknown = JSON.parse(body)
  const { success, data, error } = reply.safeParse(sent)
  if (!success) throw new Error(`The reply of ${name} does not match its schema: ${error.message}`)
  if (toJson(data) !== body && !isDeepStrictEqual(data, sent))
    throw new Error(`The reply of ${name} is not in the form that its schema parses to.`)
}
