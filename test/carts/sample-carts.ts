/** Creates 48 different carts in a store, and defines the model of their list. */

import type { Tenant } from '../../lib/core/tenant.ts'
import { cart, event, item, send } from '../support/checkout.ts'
import { isSameText, type ListModel, matching, type Query } from '../support/lists.ts'

const pick = <T>(values: readonly T[], n: number): T => values[n % values.length]!

/** The fixed time of the tests. It is later than any date on which the tests run. */
export const clock = Date.parse('2031-03-15T12:00:00.000Z')
const hour = 3_600_000
const day = 24 * hour

const maxAges: Record<string, number> = {
  LessThan4Hours: 4 * hour,
  LessThanADay: day,
  LessThanAWeek: 7 * day,
  LessThanAMonth: 30 * day,
  Anytime: 90 * day,
}

/**
 * Returns how far the ages just below and just above a limit are from it, in milliseconds. For `Anytime`, this is a
 * second, because the range ends when the row of the cart expires, and the expiry is stored in seconds.
 */
const precisionOf = (range: string) => (range === 'Anytime' ? 1000 : 1)

/**
 * The ages of the carts: for each range, just below its limit, at its limit, and just above it. The other ages
 * follow, and some of them are equal.
 */
const ages = Object.entries(maxAges)
  .flatMap(([range, maxAge]) => [maxAge - precisionOf(range), maxAge, maxAge + precisionOf(range)])
  .concat(0, 0, 0, 1, hour, 3 * day, 20 * day, 60 * day, 60 * day)

const emails = ['jane@example.com', 'JANE@Example.COM', 'ünal@example.com', null, 'x@example.com'] as const
const products = [['TEE'], ['tee'], ['TEE', 'MUG'], ['a/b c?&=#'], [], ['MUG', 'MUG'], ['Ü']] as const
const campaigns = ['autumn', null, 'AUTUMN', 'Straße & Co. #1', 'x'.repeat(300)] as const
const totals = [0, 9.99, 10, 10.01, 0.1, 250, null, -5] as const

export interface ModelCart {
  token: string
  age: number
  email: string | null
  products: readonly string[]
  campaignId: string | null
  total: number | null
}

const generateCart = (n: number): ModelCart => ({
  token: crypto.randomUUID(),
  age: pick(ages, n),
  email: pick(emails, n),
  products: pick(products, n),
  campaignId: pick(campaigns, n + 2),
  total: pick(totals, n),
})

function contentOf({ token, age, email, products, campaignId, total }: ModelCart) {
  const modificationDate = new Date(clock - age).toISOString()
  const items = products.map(id => item({ id }))
  return cart({ token, modificationDate, email, campaignId, items, total })
}

const batchesOf = <T>(items: readonly T[]): T[][] =>
  items.length > 10 ? [items.slice(0, 10), ...batchesOf(items.slice(10))] : [[...items]]

export async function createCarts(tenant: Tenant): Promise<ModelCart[]> {
  const models = Array.from({ length: 48 }, (_, n) => generateCart(n))
  const events = models.map(model => event(tenant, 'cart.updated', contentOf(model)))
  for (const batch of batchesOf(events)) if ((await send(...batch)).length > 0) throw new Error('A cart was rejected.')
  return models
}

const filters: ListModel<ModelCart>['filters'] = {
  timeRange: ({ age }, value) => age < maxAges[value]!,
  minimalValue: ({ total }, value) => (total ?? 0) >= Number(value),
  email: ({ email }, value) => isSameText(email, value),
  productId: ({ products }, value) => products.includes(value),
  campaignId: ({ campaignId }, value) => isSameText(campaignId, value),
}

export const values: Record<string, readonly string[]> = {
  timeRange: Object.keys(maxAges),
  minimalValue: ['0', '0.1', '10', '10.005', '250.01'],
  email: ['jane@example.com', 'Jane@Example.com', 'ÜNAL@EXAMPLE.COM', 'jane@example.co'],
  productId: ['TEE', 'tee', 'MUG', 'a/b c?&=#', 'Ü', 'TE'],
  campaignId: ['AUTUMN', 'Autumn', 'straße & co. #1', 'X'.repeat(300), 'autum'],
}

/** The model of the list. For any query, a cart is listed only until 90 days after its last change. */
const cartList: ListModel<ModelCart> = {
  filters,
  isListed: ({ age }) => age < maxAges.Anytime!,
  sortKeys: ({ age, token }) => [-age, token],
}

export const matchingTokens = (models: readonly ModelCart[], query: Query) =>
  matching(models, query, cartList).map(({ token }) => token)
