/** The rows that order events would create. */

import { emailHash } from '../../lib/core/email.ts'
import { type EventStamp, eventStamp } from '../../lib/core/event-stamp.ts'
import type { OrderToken } from '../../lib/core/ids.ts'
import { guestIdOf, productIdOf } from '../../lib/core/ids.ts'
import type { Tenant } from '../../lib/core/tenant.ts'
import * as customers from '../../lib/customers/entity.ts'
import { applyUpdate } from '../../lib/customers/rules.ts'
import { applyCompletion, emptyOrder } from '../../lib/orders/apply.ts'
import { salesOf } from '../../lib/orders/content.ts'
import type { CompletedOrderRow } from '../../lib/orders/entity.ts'
import { CompletedOrder, type EventItem, WithdrawalCreated } from '../../lib/orders/index.ts'
import { withCreated } from '../../lib/orders/rules.ts'
import * as products from '../../lib/products/entity.ts'
import { applyDescription, descriptionOf } from '../../lib/products/rules.ts'
import { isSentBack, type MadeOrder, withdrawalOf } from './orders.ts'

export const eventIdOf = ({ token }: Pick<MadeOrder, 'token'>) => `completed-${token}`
const stampedBy = (made: MadeOrder) => eventStamp(made.creationDate, eventIdOf(made))

const customerIdOf = (tenant: Tenant, email: string) => guestIdOf(tenant, emailHash(email), '')

export function orderRowOf(tenant: Tenant, made: MadeOrder): CompletedOrderRow {
  const order = CompletedOrder.parse(made)
  const customerId = customerIdOf(tenant, made.email)
  const connections = { customerId, discountIds: [], tracksStock: false, accountCurrency: 'EUR' }
  const fresh = emptyOrder(tenant, made.token as OrderToken)
  const row = applyCompletion(fresh, { order, stamp: stampedBy(made), connections }) as CompletedOrderRow
  if (!isSentBack(made)) return row
  const withdrawal = WithdrawalCreated.parse(withdrawalOf(made))
  return { ...row, withdrawals: withCreated(row.withdrawals, withdrawal, stampedBy(made)) }
}

/** A customer and the totals of their orders. */
export interface Buyer {
  first: MadeOrder
  last: MadeOrder
  ordersCount: number
  ordersAmount: number
}

/** A product and its total sales. */
export interface Sold {
  first: MadeOrder
  last: MadeOrder
  units: number
  cents: number
}

export interface Sums {
  buyers: Map<string, Buyer>
  products: Map<string, Sold>
}

const earlier = (one: MadeOrder, other: MadeOrder) => (one.creationDate < other.creationDate ? one : other)
const later = (one: MadeOrder, other: MadeOrder) => (stampedBy(one) > stampedBy(other) ? one : other)

export function addUp({ buyers, products }: Sums, made: MadeOrder, row: CompletedOrderRow): void {
  const buyer = buyers.get(made.email) ?? { first: made, last: made, ordersCount: 0, ordersAmount: 0 }
  buyers.set(made.email, {
    first: earlier(buyer.first, made),
    last: later(buyer.last, made),
    ordersCount: buyer.ordersCount + 1,
    ordersAmount: buyer.ordersAmount + Math.round(made.finalGrandTotal * 100),
  })
  for (const [id, [units, cents]] of salesOf(row)) {
    const sold = products.get(id) ?? { first: made, last: made, units: 0, cents: 0 }
    const [first, last] = [earlier(sold.first, made), later(sold.last, made)]
    products.set(id, { first, last, units: sold.units + units, cents: sold.cents + cents })
  }
}

export function customerRowOf(tenant: Tenant, { first, last, ...numbers }: Buyer): customers.CustomerRow {
  const { email, user } = last
  const id = customerIdOf(tenant, email)
  const { addresses } = CompletedOrder.parse(last)
  const isConfirmed = user.status === 'Confirmed'
  const told = { id, email, isRegistration: false, creationDate: null, isConfirmed, addresses }
  const nobody = {
    ...{ ...customers.keyOf(tenant, id), version: 1, latest: {}, accountCurrency: 'EUR' },
    status: 'Unconfirmed' as const,
  }
  const creationDate = first.creationDate
  return applyUpdate({ ...nobody, creationDate, ...numbers }, told, stampedBy(last))
}

export const emailClaimOf = (tenant: Tenant, email: string) => ({
  ...customers.emailKeyOf(tenant, email),
  customerId: customerIdOf(tenant, email),
})

export function productRowOf(
  tenant: Tenant,
  id: string,
  { first, last, ...numbers }: Sold,
): products.ProductRow {
  const item = CompletedOrder.parse(last).items.findLast(one => one.id === id)
  if (!item) throw new Error(`The order does not hold ${id}.`)
  return rowOfItem(tenant, item, { ...numbers, creationDate: first.creationDate, stamp: stampedBy(last) })
}

interface Known {
  creationDate: string
  stamp: EventStamp
  units: number
  cents: number
}

/** A product as first and last described by an order line. */
export function rowOfItem(tenant: Tenant, item: EventItem, { stamp, ...known }: Known): products.ProductRow {
  const key = products.keyOf(tenant, productIdOf(tenant, item.id))
  const { units: unitsSold, cents: salesAmount, creationDate } = known
  const sales = { unitsSold, salesAmount, accountCurrency: 'EUR' }
  const unseen = { ...key, userDefinedId: item.id, version: 1, latest: {}, creationDate, ...sales }
  return applyDescription(unseen, descriptionOf(item, 'eur'), stamp)
}
