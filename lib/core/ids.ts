/** Ids: a type for each kind, new ones, and those derived from what they identify. */

import { v5, v7 } from 'uuid'
import type * as z from 'zod'

/** Branded types: an id of one kind cannot be passed where another kind is expected. */
export type AccountId = number & z.core.$brand<'AccountId'>
/** A cart keeps its token when it becomes an order. */
export type OrderToken = string & z.core.$brand<'OrderToken'>
export type CustomerId = string & z.core.$brand<'CustomerId'>
/** In the V3 engine, a subscription has the token of its initial order. */
export type SubscriptionId = string & z.core.$brand<'SubscriptionId'>
export type ProductId = string & z.core.$brand<'ProductId'>

/** One account in one mode, as in Tenant. */
interface TenantKey {
  account: AccountId
  mode: string
}

/** A UUID version 7: ids sort by the time of their creation. */
export const newId = () => v7()

const namespace = '6f0a2b5e-5c1d-4b7e-9a37-3c1f8f0f6d11'

/** Always the same id for the same values of one tenant, so that no lookup is needed and nothing is created twice. */
const derivedId = ({ account, mode }: TenantKey, ...values: string[]) =>
  v5(JSON.stringify([account, mode, ...values]), namespace)

export const productIdOf = (tenant: TenantKey, userDefinedId: string) =>
  derivedId(tenant, 'product', userDefinedId) as ProductId

/** Of a refund that another system made and named. */
export const refundIdOf = (tenant: TenantKey, token: OrderToken, foreignId: string) =>
  derivedId(tenant, 'refund', token, foreignId)

/**
 * The id of an item to which its checkout gave none. It follows from the order alone: a cart that becomes an order keeps
 * it, and so does an order in another store.
 */
export const itemIdOf = (token: OrderToken, index: number) => v5(`${token} ${index}`, namespace)

export const saleIdOf = (tenant: TenantKey, token: OrderToken, productId: ProductId) =>
  derivedId(tenant, 'sale', token, productId)

/**
 * Guests have no id from the checkout. Theirs follows from the e-mail hash and the time at which the address was last
 * released, so that a reused address gets a new id.
 */
export const guestIdOf = (tenant: TenantKey, emailHash: string, emailFreedAt: string) =>
  derivedId(tenant, 'customer', emailHash, emailFreedAt) as CustomerId
