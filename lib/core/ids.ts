/**
 * Defines a branded type for each kind of id, so that TypeScript rejects an id of another kind. Creates random ids, and
 * ids that are derived from other values.
 */

import { v5, v7 } from 'uuid'
import type * as z from 'zod'
import type { Tenant } from './tenant.ts'

/** A cart keeps its token when it becomes an order. */
export type OrderToken = string & z.core.$brand<'OrderToken'>
export type CustomerId = string & z.core.$brand<'CustomerId'>
/** The id of a subscription of the V3 engine is the token of its initial order. */
export type SubscriptionId = string & z.core.$brand<'SubscriptionId'>
export type ProductId = string & z.core.$brand<'ProductId'>

/** Returns a UUID of version 7. Such ids sort by the time of their creation. */
export const newId = () => v7()

const namespace = '6f0a2b5e-5c1d-4b7e-9a37-3c1f8f0f6d11'

/** Returns the same id for the same values of a tenant, so that no lookup is needed and nothing is created twice. */
const derivedId = ({ account, mode }: Tenant, ...values: string[]) =>
  v5(JSON.stringify([account, mode, ...values]), namespace)

export const productIdOf = (tenant: Tenant, userDefinedId: string) =>
  derivedId(tenant, 'product', userDefinedId) as ProductId

/** Returns the token of the order that a Checkout session or an invoice in Stripe is for. */
export const orderTokenOfStripe = (tenant: Tenant, stripeId: string) =>
  derivedId(tenant, 'stripe', stripeId) as OrderToken

export const subscriptionIdOfStripe = (tenant: Tenant, stripeId: string) =>
  derivedId(tenant, 'stripe', stripeId) as SubscriptionId

/** Returns the id of a refund that was made by another system and has the id `foreignId` there. */
export const refundIdOf = (tenant: Tenant, token: OrderToken, foreignId: string) =>
  derivedId(tenant, 'refund', token, foreignId)

/**
 * Returns the id of an item that has no id from its checkout. The id depends only on the token and the index, so a cart
 * that becomes an order keeps its item ids. The ids are not unique across stores: in another store, an order with the
 * same token has the same item ids.
 */
export const itemIdOf = (token: OrderToken, index: number) => v5(`${token} ${index}`, namespace)

export const saleIdOf = (tenant: Tenant, token: OrderToken, productId: ProductId) =>
  derivedId(tenant, 'sale', token, productId)

/**
 * Returns the id of a guest, who has no id from the checkout. The id depends on the e-mail hash and on the time at
 * which the address was last released, so that a reused address gets a new id.
 */
export const guestIdOf = (tenant: Tenant, emailHash: string, emailFreedAt: string) =>
  derivedId(tenant, 'customer', emailHash, emailFreedAt) as CustomerId
