/** Open carts: the cost of the first page and of the last, reached by following continuation tokens. */

import * as accounts from '../../lib/accounts/index.ts'
import { fieldsOf } from '../../lib/carts/apply.ts'
import { type CartRow, keyOf } from '../../lib/carts/entity.ts'
import * as carts from '../../lib/carts/index.ts'
import { cartDefinition } from '../../lib/carts/lists.ts'
import { type AbandonedCartPage, CartQuery } from '../../lib/carts/schemas.ts'
import { eventStamp, mergeLatest } from '../../lib/core/event-stamp.ts'
import type { OrderToken } from '../../lib/core/ids.ts'
import type { Tenant } from '../../lib/core/tenant.ts'
import { itemsOf, type Lengths, recountLists, write } from './bulk.ts'
import { type Figure, overspent, strayingFrom } from './figures.ts'
import { measured } from './meter.ts'
import { type MadeOrder, madeOrders } from './orders.ts'
import { progress } from './progress.ts'
import { anywhere, pageLength, steady } from './requests.ts'

/** Carts of the last 60 days; they expire after 90. */
const spanMilliseconds = 60 * 24 * 3600 * 1000
const longestPage = 100

/** The checkout event of a cart as large as an order. */
export function toldCart(made: MadeOrder, modificationDate: string) {
  const { token, email, billingAddress, shippingAddress, items, currency, grandTotal, itemsTotal } = made
  return {
    ...{ token, email, status: 'InProgress', creationDate: modificationDate, modificationDate },
    ...{ billingAddress, shippingAddress, shipToBillingAddress: made.shippingAddressSameAsBilling },
    summary: { subtotal: itemsTotal, total: grandTotal, payableNow: grandTotal, taxes: made.taxes },
    ...{ items, currency, total: grandTotal, itemsTotal, campaignId: made.metadata.campaign },
  }
}
export type ToldCart = ReturnType<typeof toldCart>

export const cartEventIdOf = ({ token }: Pick<ToldCart, 'token'>) => `cart-${token}`

/** The row this event creates. */
export function cartRowOf(tenant: Tenant, cart: ToldCart, cartDays: number): CartRow {
  const fields = fieldsOf(carts.CartUpdated.parse(cart), cart.currency)
  const { creationDate, modificationDate: modifiedAt } = cart
  const latest: CartRow['latest'] = mergeLatest({}, fields, eventStamp(modifiedAt, cartEventIdOf(cart)))
  const expiresAt = Math.floor(Date.parse(modifiedAt) / 1000) + cartDays * 24 * 3600
  return {
    ...{ ...keyOf(tenant, cart.token as OrderToken), version: 1, latest, discountIds: [] },
    ...{ creationDate, modifiedAt, expiresAt },
  }
}

/** Tokens, most recently changed first. */
export async function loadCarts(tenant: Tenant, count: number): Promise<string[]> {
  const { cartDays } = await accounts.get(tenant.account)
  const lengths: Lengths = new Map()
  const tokens: string[] = []
  const bar = progress(`loading ${count} carts`, count)
  const started = Date.now()
  const items = function* () {
    for (const made of madeOrders(count, 4)) {
      const age = Math.floor((tokens.length / count) * spanMilliseconds)
      const cart = toldCart(made, new Date(started - age).toISOString())
      tokens.push(cart.token)
      yield* itemsOf(cartDefinition, cartRowOf(tenant, cart, cartDays), lengths)
    }
  }
  await write(items(), () => bar.reach(tokens.length))
  bar.end()
  await recountLists([...lengths.keys()].filter(name => name.endsWith('#carts')))
  return tokens
}

/** The first page and the last, each with its failures. */
export async function cartFigures(tenant: Tenant, tokens: readonly string[]): Promise<[Figure, Figure]> {
  const last = Math.max(0, tokens.length - pageLength)
  const walked = await tokenAfter(tenant, tokens, last)
  const first = await figureOf(tenant, tokens.slice(0, pageLength), { page: 1 })
  const far = await figureOf(tenant, tokens.slice(last), { page: last / pageLength + 1, ...walked })
  return [first, { ...far, misses: [...far.misses, ...walked.misses] }]
}

/** Follows continuation tokens in pages of maximum length, and checks that every cart appears once. */
async function tokenAfter(tenant: Tenant, tokens: readonly string[], count: number) {
  const seen: string[] = []
  let continuationToken: string | null = null
  while (seen.length < count) {
    const limit = Math.min(longestPage, count - seen.length)
    const query = CartQuery.parse({ limit, ...(continuationToken && { continuationToken }) })
    const reply: AbandonedCartPage = await carts.list(tenant, query)
    if (reply.items.length === 0) break
    seen.push(...reply.items.map(({ token }) => token))
    continuationToken = reply.continuationToken
  }
  const isRight = seen.join() === tokens.slice(0, count).join()
  return { continuationToken, misses: isRight ? [] : ['the walk there does not see every cart once'] }
}

interface Place {
  page: number
  continuationToken?: string | null
}

async function figureOf(
  tenant: Tenant,
  wanted: readonly string[],
  { page, continuationToken }: Place,
): Promise<Figure> {
  const query = CartQuery.parse({ limit: pageLength, ...(continuationToken && { continuationToken }) })
  const { answer, reading } = await measured(() => carts.list(tenant, query))
  const isRight = answer.items.map(({ token }) => token).join() === wanted.join()
  const misses = [
    ...(isRight ? [] : ['answers another page']),
    ...overspent(reading, anywhere),
    ...strayingFrom(reading, wanted),
  ]
  const name = `carts, page ${page}`
  return {
    name,
    reading,
    naive: undefined,
    limit: anywhere,
    length: wanted.length,
    mostRatio: steady,
    misses,
  }
}
