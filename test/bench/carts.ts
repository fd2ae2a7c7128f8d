/** Measures the first and the last page of open carts. The last page is reached by following continuation tokens. */

import * as accounts from '../../lib/accounts/index.ts'
import { cartFieldsOf } from '../../lib/carts/apply.ts'
import { type CartRow, keyOf, rowVersion } from '../../lib/carts/entity.ts'
import * as carts from '../../lib/carts/index.ts'
import { type AbandonedCartPage, CartQuery } from '../../lib/carts/schemas.ts'
import { cartDefinition } from '../../lib/carts/stored-object.ts'
import { eventStamp, mergeLatest } from '../../lib/core/event-stamp.ts'
import type { OrderToken } from '../../lib/core/ids.ts'
import type { Tenant } from '../../lib/core/tenant.ts'
import { itemsOf, writeItems } from './bulk.ts'
import { checkLimit, checkReads, type Measurement } from './measurements.ts'
import { measure } from './meter.ts'
import { type GeneratedOrder, generateOrders } from './orders.ts'
import { anyPageLimit, constantCostRatio, pageLength } from './page-requests.ts'
import { startProgress } from './progress.ts'

/** The maximum age of a cart. It is shorter than the 90 days after which carts expire. */
const spanMilliseconds = 60 * 24 * 3600 * 1000
const maxPageLength = 100

/** Returns the content of a checkout event about a cart that has the items of the order. */
export function cartContentOf(order: GeneratedOrder, modificationDate: string) {
  const { token, email, billingAddress, shippingAddress, items, currency, grandTotal, itemsTotal } = order
  return {
    token,
    email,
    status: 'InProgress',
    creationDate: modificationDate,
    modificationDate,
    billingAddress,
    shippingAddress,
    shipToBillingAddress: order.shippingAddressSameAsBilling,
    summary: { subtotal: itemsTotal, total: grandTotal, payableNow: grandTotal, taxes: order.taxes },
    items,
    currency,
    total: grandTotal,
    itemsTotal,
    campaignId: order.metadata.campaign,
  }
}
export type CartContent = ReturnType<typeof cartContentOf>

export const cartEventIdOf = ({ token }: Pick<CartContent, 'token'>) => `cart-${token}`

/** Returns the row that a checkout event with this content creates. */
export function cartRowOf(tenant: Tenant, content: CartContent, cartDays: number): CartRow {
  const fields = cartFieldsOf(carts.CartUpdated.parse(content), content.currency)
  const { creationDate, modificationDate: modifiedAt } = content
  const latest: CartRow['latest'] = mergeLatest({}, fields, eventStamp(modifiedAt, cartEventIdOf(content)))
  const expiresAt = Math.floor(Date.parse(modifiedAt) / 1000) + cartDays * 24 * 3600
  return {
    ...keyOf(tenant, content.token as OrderToken),
    version: 1,
    rowVersion,
    latest,
    discountIds: [],
    creationDate,
    modifiedAt,
    expiresAt,
  }
}

/** Fills the store with carts. Returns their tokens, beginning with the cart that was changed last. */
export async function loadCarts(tenant: Tenant, count: number): Promise<string[]> {
  const { cartDays } = await accounts.get(tenant.account)
  const tokens: string[] = []
  const bar = startProgress(`loading ${count} carts`, count)
  const startedAt = Date.now()
  const items = function* () {
    for (const order of generateOrders(count, 4)) {
      const age = Math.floor((tokens.length / count) * spanMilliseconds)
      const content = cartContentOf(order, new Date(startedAt - age).toISOString())
      tokens.push(content.token)
      yield* itemsOf(cartDefinition, cartRowOf(tenant, content, cartDays))
    }
  }
  await writeItems(items(), () => bar.update(tokens.length))
  bar.end()
  return tokens
}

export async function measureCarts(tenant: Tenant, tokens: readonly string[]): Promise<[Measurement, Measurement]> {
  const offset = Math.max(0, tokens.length - pageLength)
  const { continuationToken, failures } = await skipCarts(tenant, tokens, offset)
  const first = await measurePage(tenant, tokens.slice(0, pageLength), { number: 1 })
  const number = offset / pageLength + 1
  const last = await measurePage(tenant, tokens.slice(offset), { number, continuationToken })
  return [first, { ...last, failures: [...last.failures, ...failures] }]
}

/**
 * Skips `count` carts by following continuation tokens in pages of maximum length. Checks that each of these carts
 * appears exactly once.
 */
async function skipCarts(tenant: Tenant, tokens: readonly string[], count: number) {
  const actual: string[] = []
  let continuationToken: string | null = null
  while (actual.length < count) {
    const limit = Math.min(maxPageLength, count - actual.length)
    const query = CartQuery.parse({ limit, ...(continuationToken && { continuationToken }) })
    const reply: AbandonedCartPage = await carts.list(tenant, query)
    if (reply.items.length === 0) break
    actual.push(...reply.items.map(({ token }) => token))
    continuationToken = reply.continuationToken
  }
  const isCorrect = actual.join() === tokens.slice(0, count).join()
  const failures = isCorrect ? [] : ['the pages before it do not contain every cart exactly once']
  return { continuationToken, failures }
}

interface Page {
  number: number
  continuationToken?: string | null
}

async function measurePage(
  tenant: Tenant,
  expected: readonly string[],
  { number, continuationToken }: Page,
): Promise<Measurement> {
  const query = CartQuery.parse({ limit: pageLength, ...(continuationToken && { continuationToken }) })
  const { result, cost } = await measure(() => carts.list(tenant, query))
  const isCorrect = result.items.map(({ token }) => token).join() === expected.join()
  return {
    name: `carts, page ${number}`,
    cost,
    costWithoutTallies: undefined,
    limit: anyPageLimit,
    length: expected.length,
    maxRatio: constantCostRatio,
    failures: [...(isCorrect ? [] : ['wrong items']), ...checkLimit(cost, anyPageLimit), ...checkReads(cost, expected)],
  }
}
