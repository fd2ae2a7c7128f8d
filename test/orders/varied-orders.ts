/** Creates 42 different orders in a store, and defines the model of their list. */

import type { Tenant } from '../../lib/core/tenant.ts'
import { address, event, item, order, send, sendEvent, withdrawal } from '../support/checkout.ts'
import { containsText, dateFilters, isSameText, type ListModel, type Query } from '../support/lists.ts'
import { updateTallies } from '../support/stream-worker.ts'
import { update } from './calls.ts'

const pick = <T>(values: readonly T[], n: number): T => values[n % values.length]!

export const cities = ['Bremen', 'Köln', 'KÖLN', 'Ko\u0308ln', 'İzmir', 'St. John’s', null] as const
export const countries = ['DE', 'CA', 'de', 'AT'] as const
export const provinces = ['HB', 'QC', '', null] as const
export const postalCodes = ['28201', 'H2X 1Y4', 'h2x 1y4'] as const
export const names = ['Müller', 'MÜLLER', 'Mu\u0308ller', 'Doe', 'van der Berg', null] as const
export const firstNames = ['Jürgen', 'Jane', null, 'Ægir', '李'] as const
export const cardHolders = [null, 'J. Mueller', 'JANE DOE', 'Straßer'] as const
export const products = [['TEE'], ['tee'], ['TEE', 'MUG'], ['a/b c?&=#'], ['MUG', 'MUG'], ['Ü'], []] as const
export const statuses = ['Processed', 'Shipped', 'Delivered', 'Pending', 'Cancelled', 'Disputed'] as const
/**
 * The creation dates of the orders. Most of them are shared by three orders, and one order is a millisecond earlier
 * than others.
 */
export const times = Array.from({ length: 14 }, (_, n) => new Date(Date.UTC(2026, 0, 1 + 20 * n)).toISOString())
const timeOf = (n: number) => (n === 40 ? '2026-01-20T23:59:59.999Z' : pick(times, n))

/** An order in the model. */
export interface Model {
  token: string
  creationDate: string
  status: string
  isWithdrawing: boolean
  invoiceNumber: string | null
  isRecurringOrder: boolean
  isAuthorized: boolean
  isRefunded: boolean
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
  city: pick(cities, n),
  country: pick(countries, n),
  province: pick(provinces, n),
  postalCode: pick(postalCodes, n),
})

function modelAt(n: number): Model {
  return {
    token: crypto.randomUUID(),
    creationDate: timeOf(n),
    status: n % 13 === 5 ? 'InProgress' : pick(statuses, n),
    isWithdrawing: n % 6 === 1,
    invoiceNumber: n === 18 ? 'INV-own' : n % 5 ? `INV-${n % 9}` : null,
    isRecurringOrder: n % 4 === 2,
    isAuthorized: n % 2 === 1,
    isRefunded: n % 5 === 3,
    products: pick(products, n),
    names: [pick(names, n), pick(firstNames, n), pick(cardHolders, n)],
    billing: placeOf(n),
    shipping: placeOf(n + 3),
  }
}

function contentOf({ products, names: [name, firstName, cardHolderName], billing, shipping, ...model }: Model) {
  const { token, creationDate, status, invoiceNumber, isRecurringOrder, isAuthorized } = model
  return order({
    paymentStatus: isAuthorized ? 'Authorized' : 'Paid',
    token,
    creationDate,
    status,
    invoiceNumber,
    isRecurringOrder,
    cardHolderName,
    billingAddress: address({ ...billing, name, firstName }),
    shippingAddress: address({ ...shipping, name: 'Recipient', firstName: 'Somebody' }),
    items: products.map(id => item({ id })),
  })
}

const batchesOfTen = <T>(all: readonly T[]): T[][] =>
  all.length > 10 ? [all.slice(0, 10), ...batchesOfTen(all.slice(10))] : [[...all]]

/**
 * Creates the orders. Sets some statuses by an event and some through the API, resolves half of the withdrawals, and
 * refunds some orders.
 */
export async function fill(tenant: Tenant): Promise<Model[]> {
  const models = Array.from({ length: 42 }, (_, n) => modelAt(n))
  const initialContent = (model: Model, n: number) => contentOf(n % 3 ? { ...model, status: 'Processed' } : model)
  for (const some of batchesOfTen(models.map(initialContent).map(content => event(tenant, 'order.completed', content))))
    if ((await send(...some)).length > 0) throw new Error('An order failed.')
  for (const [n, { token, status, isWithdrawing, isRefunded }] of models.entries()) {
    if (isRefunded)
      await sendEvent(tenant, 'order.refund.created', { id: crypto.randomUUID(), orderToken: token, amount: 1 })
    if (n % 3 === 1) await sendEvent(tenant, 'order.status.changed', { token, status })
    if (n % 3 === 2) await update(tenant, token, { status })
    const created = withdrawal(token)
    if (isWithdrawing || n % 6 === 2) await sendEvent(tenant, 'order.withdrawal.created', created)
    if (n % 6 === 2)
      await sendEvent(tenant, 'order.withdrawal.resolved', { ...created, resolution: pick(['Accepted', 'Refused'], n) })
  }
  await updateTallies(tenant)
  return models
}

type Matcher = (model: Model, value: string) => boolean
const addressMatcher =
  (field: 'billing' | 'shipping', part: keyof Place): Matcher =>
  (model, value) =>
    isSameText(model[field][part], value)

const awaitsCapture = ({ isAuthorized, status }: Model) => isAuthorized && status === 'Pending'
const hasRefunds = (model: Model) => model.isRefunded && !awaitsCapture(model) && model.status !== 'InProgress'

export const filters: Record<string, Matcher> = {
  status: ({ status }, value) => isSameText(status, value),
  hasPendingWithdrawal: ({ isWithdrawing }, value) => String(isWithdrawing) === value,
  invoiceNumber: ({ invoiceNumber }, value) => isSameText(invoiceNumber, value),
  productId: ({ products }, value) => products.includes(value),
  placedBy: ({ names: [name, firstName, holder = null] }, value) =>
    [[firstName, name].filter(Boolean).join(' '), holder].some(text => containsText(text, value)),
  ...dateFilters,
  isRecurringOrder: ({ isRecurringOrder }, value) => String(isRecurringOrder) === value,
  awaitsCapture,
  hasRefunds,
  billingAddressCity: addressMatcher('billing', 'city'),
  billingAddressCountry: addressMatcher('billing', 'country'),
  billingAddressProvince: addressMatcher('billing', 'province'),
  billingAddressPostalCode: addressMatcher('billing', 'postalCode'),
  shippingAddressCity: addressMatcher('shipping', 'city'),
  shippingAddressCountry: addressMatcher('shipping', 'country'),
  shippingAddressProvince: addressMatcher('shipping', 'province'),
  shippingAddressPostalCode: addressMatcher('shipping', 'postalCode'),
}

/** Returns the query in which every filter matches the order. */
export function queryFor(model: Model): Query {
  const { billing, shipping, names, products } = model
  const places = { billing, shipping }
  const fields = Object.keys(filters).map(field => {
    const [, place, part = ''] = /^(billing|shipping)Address(.+)$/.exec(field) ?? []
    const name = (part.slice(0, 1).toLowerCase() + part.slice(1)) as keyof Place
    if (place) return [field, places[place as keyof typeof places][name]]
    if (field === 'from' || field === 'to') return [field, model.creationDate]
    if (field === 'productId') return [field, products.at(-1)]
    if (field === 'placedBy') return [field, names.findLast(Boolean)?.slice(-3)]
    if (field === 'hasPendingWithdrawal') return [field, String(model.isWithdrawing)]
    if (field === 'awaitsCapture') return [field, awaitsCapture(model) || null]
    if (field === 'hasRefunds') return [field, hasRefunds(model) || null]
    return [field, (model as unknown as Record<string, unknown>)[field]]
  })
  return Object.fromEntries(
    fields.filter(([, value]) => (value ?? '') !== '').map(([field, value]) => [field, String(value)]),
  )
}

/** The model of the list. Orders in progress are listed only if the query asks for this status. */
export const orderList: ListModel<Model> = {
  filters,
  isListed: ({ status }, query) => status !== 'InProgress' || isSameText(status, query.status ?? ''),
  sortKeys: ({ creationDate, token }) => [creationDate, token],
}
