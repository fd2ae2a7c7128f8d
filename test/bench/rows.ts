/** Creates the rows that order events would create. */

import { emailHash } from '../../lib/core/email.ts'
import { type EventStamp, eventStamp } from '../../lib/core/event-stamp.ts'
import type { OrderToken } from '../../lib/core/ids.ts'
import { guestIdOf, productIdOf } from '../../lib/core/ids.ts'
import type { Tenant } from '../../lib/core/tenant.ts'
import * as customers from '../../lib/customers/entity.ts'
import { applyUpdate } from '../../lib/customers/rules.ts'
import { applyCompletion, emptyOrder } from '../../lib/orders/completion.ts'
import { salesByProduct } from '../../lib/orders/content.ts'
import { type CompletedOrderRow, rowVersion } from '../../lib/orders/entity.ts'
import { CompletedOrder, type EventItem, WithdrawalCreated } from '../../lib/orders/index.ts'
import { withWithdrawal } from '../../lib/orders/rules.ts'
import * as products from '../../lib/products/entity.ts'
import { applyDescription, descriptionInItem } from '../../lib/products/rules.ts'
import { type GeneratedOrder, hasWithdrawal, withdrawalOf } from './orders.ts'

export const eventIdOf = ({ token }: Pick<GeneratedOrder, 'token'>) => `completed-${token}`
const stampOf = (order: GeneratedOrder) => eventStamp(order.creationDate, eventIdOf(order))

const customerIdOf = (tenant: Tenant, email: string) => guestIdOf(tenant, emailHash(email), '')

export function orderRowOf(tenant: Tenant, content: GeneratedOrder): CompletedOrderRow {
  const order = CompletedOrder.parse(content)
  const customerId = customerIdOf(tenant, content.email)
  const tracking = new Map(content.items.map(({ id }) => [id, 'untracked' as const]))
  const context = { customerId, discountIds: [], tracking, accountCurrency: 'EUR', timeZone: 'UTC' }
  const stamp = stampOf(content)
  const empty = emptyOrder(tenant, content.token as OrderToken)
  const completed = applyCompletion(empty, { content: order, stamp }, context) as CompletedOrderRow
  const row = { ...completed, rowVersion }
  if (!hasWithdrawal(content)) return row
  const withdrawal = WithdrawalCreated.parse(withdrawalOf(content))
  return { ...row, withdrawals: withWithdrawal(row.withdrawals, withdrawal, stamp) }
}

export interface CustomerTotals {
  first: GeneratedOrder
  last: GeneratedOrder
  ordersCount: number
  ordersAmount: bigint
}

export interface ProductTotals {
  first: GeneratedOrder
  last: GeneratedOrder
  units: bigint
  cents: bigint
}

export interface Totals {
  /** The customers by e-mail address. */
  customers: Map<string, CustomerTotals>
  products: Map<string, ProductTotals>
}

const earlierOf = (one: GeneratedOrder, other: GeneratedOrder) => (one.creationDate < other.creationDate ? one : other)
const laterOf = (one: GeneratedOrder, other: GeneratedOrder) => (stampOf(one) > stampOf(other) ? one : other)

export function addToTotals({ customers, products }: Totals, order: GeneratedOrder, row: CompletedOrderRow): void {
  const customer = customers.get(order.email) ?? { first: order, last: order, ordersCount: 0, ordersAmount: 0n }
  customers.set(order.email, {
    first: earlierOf(customer.first, order),
    last: laterOf(customer.last, order),
    ordersCount: customer.ordersCount + 1,
    ordersAmount: customer.ordersAmount + BigInt(Math.round(order.finalGrandTotal * 100)),
  })
  for (const [id, [units, cents]] of salesByProduct(row)) {
    const product = products.get(id) ?? { first: order, last: order, units: 0n, cents: 0n }
    const [first, last] = [earlierOf(product.first, order), laterOf(product.last, order)]
    products.set(id, { first, last, units: product.units + units, cents: product.cents + cents })
  }
}

export function customerRowOf(tenant: Tenant, { first, last, ...totals }: CustomerTotals): customers.CustomerRow {
  const { email, user } = last
  const id = customerIdOf(tenant, email)
  const { addresses } = CompletedOrder.parse(last)
  const isConfirmed = user.status === 'Confirmed'
  const update = { id, email, isRegistration: false, creationDate: null, isConfirmed, addresses }
  const empty = {
    ...customers.keyOf(tenant, id),
    version: 1,
    rowVersion: customers.rowVersion,
    latest: {},
    accountCurrency: 'eur',
    subscriptionsCount: 0,
    status: 'Unconfirmed' as const,
  }
  const creationDate = first.creationDate
  return applyUpdate({ ...empty, creationDate, ...totals }, update, stampOf(last))
}

export const emailClaimOf = (tenant: Tenant, email: string) => ({
  ...customers.emailKeyOf(tenant, email),
  customerId: customerIdOf(tenant, email),
})

export function productRowOf(
  tenant: Tenant,
  id: string,
  { first, last, ...totals }: ProductTotals,
): products.ProductRow {
  const item = CompletedOrder.parse(last).items.findLast(item => item.id === id)
  if (!item) throw new Error(`The order does not contain ${id}.`)
  const { creationDate } = first
  return productRowOfItem(tenant, item, { ...totals, creationDate, stamp: stampOf(last) })
}

interface ProductData {
  creationDate: string
  stamp: EventStamp
  units: bigint
  cents: bigint
}

/** Returns the row of a product whose newest description is this item. */
export function productRowOfItem(
  tenant: Tenant,
  item: EventItem,
  { stamp, units: unitsSold, cents: salesAmount, creationDate }: ProductData,
): products.ProductRow {
  const key = products.keyOf(tenant, productIdOf(tenant, item.id))
  const sales = { unitsSold, salesAmount, accountCurrency: 'eur' }
  const { rowVersion } = products
  const empty = { ...key, userDefinedId: item.id, version: 1, rowVersion, latest: {}, creationDate, ...sales }
  return applyDescription(empty, descriptionInItem(item, 'eur'), stamp)
}
