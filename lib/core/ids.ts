/**
 * Defines branded types of ids, so that TypeScript rejects an id of another kind. Creates random ids, and ids that are
 * derived from other values.
 */

import { v5, v7 } from 'uuid'
import type * as z from 'zod'
import type { Tenant } from './tenant.ts'

/** The token of a cart or an order. A cart keeps its token when it becomes an order. */
export type OrderToken = string & z.core.$brand<'OrderToken'>
export type CustomerId = string & z.core.$brand<'CustomerId'>
/** The id of a subscription. The id of a V3 subscription is the token of its initial order. */
export type SubscriptionId = string & z.core.$brand<'SubscriptionId'>
export type ProductId = string & z.core.$brand<'ProductId'>

/** Returns a UUID of version 7, because such ids sort by their creation time. */
export const newId = () => v7()

/** Returns the time in milliseconds at which `newId` has made the id. */
export const timeOfId = (id: string): number => Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16)

const namespace = '6f0a2b5e-5c1d-4b7e-9a37-3c1f8f0f6d11'

/**
 * Derives an id from values. The same values always result in the same id, so that a repeated event or request does
 * not create an object twice.
 */
const derivedId = ({ account, mode }: Tenant, ...values: string[]) =>
  v5(JSON.stringify([account, mode, ...values]), namespace)

export const productIdOf = (tenant: Tenant, userDefinedId: string) =>
  derivedId(tenant, 'product', userDefinedId) as ProductId

/** `stripeId` is the id of a Checkout session or of an invoice. */
export const orderTokenOfStripe = (tenant: Tenant, stripeId: string) =>
  derivedId(tenant, 'stripe', stripeId) as OrderToken

export const subscriptionIdOfStripe = (tenant: Tenant, stripeId: string) =>
  derivedId(tenant, 'stripe', stripeId) as SubscriptionId

/** Derives a GUID from the id of a refund, for a refund of another system without a GUID, and for list entries. */
export const refundIdOf = (tenant: Tenant, token: OrderToken, foreignId: string) =>
  derivedId(tenant, 'refund', token, foreignId)

/**
 * Returns the id of an item that has no id from its checkout. The id depends only on the token and the index, so items
 * keep their ids when a cart becomes an order.
 */
export const itemIdOf = (token: OrderToken, index: number) => v5(`${token} ${index}`, namespace)

export const saleIdOf = (tenant: Tenant, token: OrderToken, productId: ProductId) =>
  derivedId(tenant, 'sale', token, productId)

/**
 * Returns the id of a guest, who has no id from the checkout. `emailFreedAt` is the time when an earlier customer gave
 * up the e-mail address. The id depends on this time, so that the guest does not get the id of the earlier customer.
 */
export const guestIdOf = (tenant: Tenant, emailHash: string, emailFreedAt: string) =>
  derivedId(tenant, 'customer', emailHash, emailFreedAt) as CustomerId
