/** A store of some forty different carts, and the plain array that filters are compared with. */

import type { Tenant } from '../../lib/core/tenant.ts'
import { cart, event, item, send } from '../support/checkout.ts'

const from = <T>(values: readonly T[], n: number): T => values[n % values.length]!

/** Held still, and in a future that no test lives to see. */
export const clock = Date.parse('2031-03-15T12:00:00.000Z')
const hour = 3_600_000
const day = 24 * hour

const reaches: Record<string, number> = {
  LessThan4Hours: 4 * hour,
  LessThanADay: day,
  LessThanAWeek: 7 * day,
  LessThanAMonth: 30 * day,
  Anytime: 90 * day,
}

/** When a row goes is kept in seconds. */
const stepOf = (range: string) => (range === 'Anytime' ? 1000 : 1)

/** Each range's last instant and the first one outside of it; and some at one moment. */
const ages = Object.entries(reaches)
  .flatMap(([range, reach]) => [reach - stepOf(range), reach, reach + stepOf(range)])
  .concat(0, 0, 0, 1, hour, 3 * day, 20 * day, 60 * day, 60 * day)

const emails = ['jane@example.com', 'JANE@Example.COM', 'ünal@example.com', null, 'x@example.com'] as const
const products = [['TEE'], ['tee'], ['TEE', 'MUG'], ['a/b c?&=#'], [], ['MUG', 'MUG'], ['Ü']] as const
const campaigns = ['autumn', null, 'AUTUMN', 'Straße & Co. #1', 'x'.repeat(300)] as const
const totals = [0, 9.99, 10, 10.01, 0.1, 250, null, -5] as const

/** What the model knows of a cart. */
export interface Model {
  token: string
  age: number
  email: string | null
  products: readonly string[]
  campaignId: string | null
  total: number | null
}

const oneOf = (n: number): Model => ({
  token: crypto.randomUUID(),
  age: from(ages, n),
  email: from(emails, n),
  products: from(products, n),
  campaignId: from(campaigns, n + 2),
  total: from(totals, n),
})

function told({ token, age, email, products, campaignId, total }: Model) {
  const modificationDate = new Date(clock - age).toISOString()
  const items = products.map(id => item({ id }))
  return cart({ token, modificationDate, email, campaignId, items, total })
}

const inTens = <T>(all: readonly T[]): T[][] =>
  all.length > 10 ? [all.slice(0, 10), ...inTens(all.slice(10))] : [[...all]]

/** Those changed last come first; of one moment, those of the greater token. */
export async function fill(tenant: Tenant): Promise<Model[]> {
  const models = Array.from({ length: 48 }, (_, n) => oneOf(n))
  for (const some of inTens(models.map(told).map(content => event(tenant, 'cart.updated', content))))
    if ((await send(...some)).length > 0) throw new Error('A cart was refused.')
  return models.toSorted((one, other) => one.age - other.age || (one.token > other.token ? -1 : 1))
}

const same = (one: string | null, other: string) => one?.toLowerCase() === other.toLowerCase()

/** What each filter asks; written without a look at how the program does it. */
export const filters: Record<string, (model: Model, asked: string) => boolean> = {
  timeRange: ({ age }, asked) => age < reaches[asked]!,
  minimalValue: ({ total }, asked) => (total ?? 0) >= Number(asked),
  email: ({ email }, asked) => same(email, asked),
  productId: ({ products }, asked) => products.includes(asked),
  campaignId: ({ campaignId }, asked) => same(campaignId, asked),
}

export const values: Record<string, readonly string[]> = {
  timeRange: Object.keys(reaches),
  minimalValue: ['0', '0.1', '10', '10.005', '250.01'],
  email: ['jane@example.com', 'Jane@Example.com', 'ÜNAL@EXAMPLE.COM', 'jane@example.co'],
  productId: ['TEE', 'tee', 'MUG', 'a/b c?&=#', 'Ü', 'TE'],
  campaignId: ['AUTUMN', 'Autumn', 'straße & co. #1', 'X'.repeat(300), 'autum'],
}

export type Query = Record<string, string>

/** Carts go after ninety idle days, whatever is asked. */
export const matching = (models: readonly Model[], query: Query) =>
  models
    .filter(({ age }) => age < reaches.Anytime!)
    .filter(model => Object.entries(query).every(([name, asked]) => filters[name]!(model, asked)))
    .map(({ token }) => token)
