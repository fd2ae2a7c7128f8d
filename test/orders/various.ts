/** A store of forty different orders, and a plain array as the model of what each filter finds. */

import type { Tenant } from '../../lib/core/tenant.ts'
import {
  address,
  event,
  item,
  order,
  send,
  sendEvent,
  updateTallies,
  withdrawal,
} from '../support/checkout.ts'
import { update } from './calls.ts'

const from = <T>(values: readonly T[], n: number): T => values[n % values.length]!

export const cities = ['Bremen', 'Köln', 'KÖLN', 'Ko\u0308ln', 'İzmir', 'St. John’s', null] as const
export const countries = ['DE', 'CA', 'de', 'AT'] as const
export const provinces = ['HB', 'QC', '', null] as const
export const postalCodes = ['28201', 'H2X 1Y4', 'h2x 1y4'] as const
export const names = ['Müller', 'MÜLLER', 'Mu\u0308ller', 'Doe', 'van der Berg', null] as const
export const firstNames = ['Jürgen', 'Jane', null, 'Ægir', '李'] as const
export const holders = [null, 'J. Mueller', 'JANE DOE', 'Straßer'] as const
export const products = [['TEE'], ['tee'], ['TEE', 'MUG'], ['a/b c?&=#'], ['MUG', 'MUG'], ['Ü'], []] as const
export const statuses = ['Processed', 'Shipped', 'Delivered', 'Pending', 'Cancelled', 'Disputed'] as const
/** Three orders are of one instant, and one is a millisecond off. */
export const times = Array.from({ length: 14 }, (_, n) =>
  new Date(Date.UTC(2026, 0, 1 + 20 * n)).toISOString(),
)
const timeOf = (n: number) => (n === 40 ? '2026-01-20T23:59:59.999Z' : from(times, n))

/** An order in the model. */
export interface Model {
  token: string
  creationDate: string
  status: string
  isWithdrawing: boolean
  invoiceNumber: string | null
  isRecurringOrder: boolean
  products: readonly string[]
  names: (string | null)[]
  billing: Place
  shipping: Place
}
interface Place {
  city: string | null
  country: string | null
  province: string | null
  postalCode: string | null
}

const placeOf = (n: number): Place => ({
  city: from(cities, n),
  country: from(countries, n),
  province: from(provinces, n),
  postalCode: from(postalCodes, n),
})

function oneOf(n: number): Model {
  return {
    token: crypto.randomUUID(),
    creationDate: timeOf(n),
    status: n % 13 === 5 ? 'InProgress' : from(statuses, n),
    isWithdrawing: n % 6 === 1,
    invoiceNumber: n === 18 ? 'INV-own' : n % 5 ? `INV-${n % 9}` : null,
    isRecurringOrder: n % 4 === 2,
    products: from(products, n),
    names: [from(names, n), from(firstNames, n), from(holders, n)],
    billing: placeOf(n),
    shipping: placeOf(n + 3),
  }
}

function told({ products, names: [name, firstName, cardHolderName], billing, shipping, ...model }: Model) {
  const { token, creationDate, status, invoiceNumber, isRecurringOrder } = model
  return order({
    ...{ token, creationDate, status, invoiceNumber, isRecurringOrder, cardHolderName },
    billingAddress: address({ ...billing, name, firstName }),
    shippingAddress: address({ ...shipping, name: 'Recipient', firstName: 'Somebody' }),
    items: products.map(id => item({ id })),
  })
}

const inTens = <T>(all: readonly T[]): T[][] =>
  all.length > 10 ? [all.slice(0, 10), ...inTens(all.slice(10))] : [[...all]]

/** Some get their status from an event, some through the API; every third withdrawal is resolved. */
export async function fill(tenant: Tenant): Promise<Model[]> {
  const models = Array.from({ length: 42 }, (_, n) => oneOf(n))
  const first = (model: Model, n: number) => told(n % 3 ? { ...model, status: 'Processed' } : model)
  for (const some of inTens(models.map(first).map(content => event(tenant, 'order.completed', content))))
    if ((await send(...some)).length > 0) throw new Error('An order was refused.')
  for (const [n, { token, status, isWithdrawing }] of models.entries()) {
    if (n % 3 === 1) await sendEvent(tenant, 'order.status.changed', { token, status })
    if (n % 3 === 2) await update(tenant, token, { status })
    const asked = withdrawal(token)
    if (isWithdrawing || n % 6 === 2) await sendEvent(tenant, 'order.withdrawal.created', asked)
    if (n % 6 === 2)
      await sendEvent(tenant, 'order.withdrawal.resolved', {
        ...asked,
        resolution: from(['Accepted', 'Refused'], n),
      })
  }
  await updateTallies(tenant)
  return models.toSorted((one, other) => (keyOf(one) > keyOf(other) ? -1 : 1))
}

const keyOf = ({ creationDate, token }: Model) => `${creationDate} ${token}`

const same = (one: string | null, other: string) => folded(one ?? '') === folded(other)
const folded = (text: string) => text.normalize('NFKC').toLowerCase()

type Test = (model: Model, asked: string) => boolean
const placed =
  (field: 'billing' | 'shipping', part: keyof Place): Test =>
  (model, asked) =>
    same(model[field][part], asked)

/** What each filter matches, written independently of the program. */
export const filters: Record<string, Test> = {
  status: ({ status }, asked) => same(status, asked),
  hasPendingWithdrawal: ({ isWithdrawing }, asked) => String(isWithdrawing) === asked,
  invoiceNumber: ({ invoiceNumber }, asked) => same(invoiceNumber, asked),
  productId: ({ products }, asked) => products.includes(asked),
  placedBy: ({ names: [name, firstName, holder] }, asked) =>
    [[firstName, name].filter(Boolean).join(' '), holder].some(text =>
      folded(text ?? '').includes(folded(asked)),
    ),
  from: ({ creationDate }, asked) => Date.parse(creationDate) >= Date.parse(asked),
  to: ({ creationDate }, asked) =>
    Date.parse(creationDate) <= Date.parse(asked.length === 10 ? `${asked}T23:59:59.999Z` : asked),
  isRecurringOrder: ({ isRecurringOrder }, asked) => String(isRecurringOrder) === asked,
  billingAddressCity: placed('billing', 'city'),
  billingAddressCountry: placed('billing', 'country'),
  billingAddressProvince: placed('billing', 'province'),
  billingAddressPostalCode: placed('billing', 'postalCode'),
  shippingAddressCity: placed('shipping', 'city'),
  shippingAddressCountry: placed('shipping', 'country'),
  shippingAddressProvince: placed('shipping', 'province'),
  shippingAddressPostalCode: placed('shipping', 'postalCode'),
}

export type Query = Record<string, string>

/** The query that matches an order by every filter. */
export function queryFor(model: Model): Query {
  const { billing, shipping, names, products } = model
  const places = { billing, shipping }
  const asked = Object.keys(filters).map(field => {
    const [, place, part = ''] = /^(billing|shipping)Address(.+)$/.exec(field) ?? []
    const name = (part.slice(0, 1).toLowerCase() + part.slice(1)) as keyof Place
    if (place) return [field, places[place as keyof typeof places][name]]
    if (field === 'from' || field === 'to') return [field, model.creationDate]
    if (field === 'productId') return [field, products.at(-1)]
    if (field === 'placedBy') return [field, names.findLast(Boolean)?.slice(-3)]
    if (field === 'hasPendingWithdrawal') return [field, String(model.isWithdrawing)]
    return [field, (model as unknown as Record<string, unknown>)[field]]
  })
  return Object.fromEntries(
    asked.filter(([, value]) => (value ?? '') !== '').map(([field, value]) => [field, String(value)]),
  )
}

/** Orders in progress are found by their status only. */
export function matching(models: readonly Model[], query: Query): string[] {
  const asked = Object.entries(query).filter(([field, value]) => value !== '' && field in filters)
  const wantsProgress = query.status?.toLowerCase() === 'inprogress'
  return models
    .filter(({ status }) => wantsProgress || status !== 'InProgress')
    .filter(model => asked.every(([field, value]) => filters[field]!(model, value)))
    .map(({ token }) => token)
}
