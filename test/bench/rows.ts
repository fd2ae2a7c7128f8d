/** The rows of a store in which orders were taken, as `take` and `save` would have left them. */

import * as customers from '../../lib/customers/entity.ts'
import { broughtUpToDate } from '../../lib/customers/rules.ts'
import { emailHash } from '../../lib/kit/email.ts'
import { buyerIdOf, productIdOf } from '../../lib/kit/ids.ts'
import { type Stamp, stampOf } from '../../lib/kit/stamp.ts'
import type { Tenant } from '../../lib/kit/tenant.ts'
import type { CompleteRow } from '../../lib/orders/entity.ts'
import { CompletedOrder, type ToldItem, WithdrawalCreated } from '../../lib/orders/index.ts'
import { salesOf, withCreated } from '../../lib/orders/rules.ts'
import { completed, untold } from '../../lib/orders/telling.ts'
import * as products from '../../lib/products/entity.ts'
import { seen } from '../../lib/products/rules.ts'
import { isSentBack, type MadeOrder, withdrawalOf } from './orders.ts'

export const eventIdOf = ({ token }: Pick<MadeOrder, 'token'>) => `completed-${token}`
const stampedBy = (made: MadeOrder) => stampOf(made.creationDate, eventIdOf(made))

const customerIdOf = (tenant: Tenant, email: string) => buyerIdOf(tenant, emailHash(email), '')

export function orderRowOf(tenant: Tenant, made: MadeOrder): CompleteRow {
  const told = CompletedOrder.parse(made)
  const connections = { customerId: customerIdOf(tenant, made.email), discountIds: [], hasStock: false }
  const fresh = untold(tenant, made.token)
  const row = completed(fresh, { told, stamp: stampedBy(made), connections }) as CompleteRow
  if (!isSentBack(made)) return row
  const withdrawal = WithdrawalCreated.parse(withdrawalOf(made))
  return { ...row, withdrawals: withCreated(row.withdrawals, withdrawal, stampedBy(made)) }
}

/** Somebody who has bought, and what it comes to. */
export interface Buyer {
  first: MadeOrder
  last: MadeOrder
  ordersCount: number
  ordersCents: number
}

/** Something that was sold, and what it comes to. */
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

export function addUp({ buyers, products }: Sums, made: MadeOrder, { content }: CompleteRow): void {
  const buyer = buyers.get(made.email) ?? { first: made, last: made, ordersCount: 0, ordersCents: 0 }
  buyers.set(made.email, {
    first: earlier(buyer.first, made),
    last: later(buyer.last, made),
    ordersCount: buyer.ordersCount + 1,
    ordersCents: buyer.ordersCents + Math.round(made.finalGrandTotal * 100),
  })
  for (const [id, [units, cents]] of salesOf(content)) {
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
  const nobody = { ...customers.keyOf(tenant, id), version: 1, facts: {}, status: 'Unconfirmed' as const }
  const creationDate = first.creationDate
  return broughtUpToDate({ ...nobody, creationDate, ...numbers }, told, stampedBy(last))
}

export const emailClaimOf = (tenant: Tenant, email: string) => ({
  ...customers.claimKeyOf(tenant, email),
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
  stamp: Stamp
  units: number
  cents: number
}

/** A product that was seen first and last as a line says. */
export function rowOfItem(tenant: Tenant, item: ToldItem, { stamp, ...known }: Known): products.ProductRow {
  const key = products.keyOf(tenant, productIdOf(tenant, item.id))
  const unseen = { ...key, userDefinedId: item.id, version: 1, facts: {}, ...known }
  return seen(unseen, describedBy(item), stamp)
}

function describedBy(item: ToldItem) {
  const { name, url, price, description, image, categories, customFields, metadata, fileGuid } = item
  return { name, url, price, description, image, categories, customFields, metadata, fileGuid }
}
