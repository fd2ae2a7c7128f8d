/** Where a walk over carts goes on: a text that nobody else can make, and that fits one store and one set of filters only. */

import { createHmac, timingSafeEqual } from 'node:crypto'
import * as z from 'zod'
import { normalize } from '../core/normalize.ts'
import { validationProblem } from '../core/problem.ts'
import type { Tenant } from '../core/tenant.ts'
import type { CartQuery } from './schemas.ts'

/** Positions only: whose carts they are of comes from the authorizer. */
const CursorPosition = z.object({
  /** Behind which the next page begins. */
  after: z.string().max(100),
  /** Where the walk ends: what was in the time range when it began. */
  end: z.string().max(100),
})
export type CursorPosition = z.output<typeof CursorPosition>

export interface Binding extends Tenant {
  query: CartQuery
  secret: string
}

const purpose = 'carts.list'

/** Filters that ask the same in other letters are the same filters. */
function signature(payload: string, { account, mode, query, secret }: Binding): string {
  const { timeRange, minimalValue, email, productId, campaignId } = query
  const filters = [timeRange, minimalValue, normalize(email), productId?.trim(), normalize(campaignId)]
  const bound = JSON.stringify([purpose, account, mode, ...filters, payload])
  return createHmac('sha256', secret).update(bound).digest('base64url')
}

const sealed = (payload: string, binding: Binding) => `${payload}.${signature(payload, binding)}`

export const encodeToken = (place: CursorPosition, binding: Binding) =>
  sealed(Buffer.from(JSON.stringify(place)).toString('base64url'), binding)

/** Compared as text, letter by letter: several texts decode to the same bytes. */
export function decodeToken(token: string, binding: Binding): CursorPosition {
  const [payload = ''] = token.split('.')
  const [given, right] = [token, sealed(payload, binding)].map(text => Buffer.from(text))
  if (!given || !right || given.length !== right.length || !timingSafeEqual(given, right)) throw notOurs()
  return CursorPosition.parse(JSON.parse(Buffer.from(payload, 'base64url').toString()))
}

const notOurs = () =>
  validationProblem({ continuationToken: ['must be that of the page before, with the same filters'] })
