/** Continuation tokens of the list of carts: signed, and bound to the store and the filters of the query. */

import { createHmac, timingSafeEqual } from 'node:crypto'
import * as z from 'zod'
import { normalize } from '../core/normalize.ts'
import { validationProblem } from '../core/problem.ts'
import type { Tenant } from '../core/tenant.ts'
import type { CartQuery } from './schemas.ts'

/** The account and mode come from the authorizer; the signature binds the token to them. */
const Cursor = z.object({
  /** The key of the last cart so far in the list that is read; a page with a limit of 0 has none. */
  startKey: z.object({ pk: z.string(), sk: z.string() }).optional(),
  /** The end of the time range, fixed by the first page. */
  end: z.string().max(100),
})
export type Cursor = z.output<typeof Cursor>

export interface Binding extends Tenant {
  query: CartQuery
  secret: string
}

const purpose = 'carts.list'

/** Filters are normalized, as the list compares them case-insensitively. */
function signature(payload: string, { account, mode, query, secret }: Binding): string {
  const { timeRange, minimalValue, email, productId, campaignId } = query
  const filters = [timeRange, minimalValue, normalize(email), productId?.trim(), normalize(campaignId)]
  const bound = JSON.stringify([purpose, account, mode, ...filters, payload])
  return createHmac('sha256', secret).update(bound).digest('base64url')
}

const sign = (payload: string, binding: Binding) => `${payload}.${signature(payload, binding)}`

export const encodeToken = (cursor: Cursor, binding: Binding) =>
  sign(Buffer.from(JSON.stringify(cursor)).toString('base64url'), binding)

/** Compares the encoded text, because several base64url texts decode to the same bytes. */
export function decodeToken(token: string, binding: Binding): Cursor {
  const [payload = ''] = token.split('.')
  const [sent, expected] = [token, sign(payload, binding)].map(text => Buffer.from(text))
  if (!sent || !expected || sent.length !== expected.length || !timingSafeEqual(sent, expected)) throw invalidToken()
  return Cursor.parse(JSON.parse(Buffer.from(payload, 'base64url').toString()))
}

const invalidToken = () =>
  validationProblem({
    continuationToken: ['must be the continuationToken of the previous page, with the same filters'],
  })
