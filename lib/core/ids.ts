/** Ids: a type for each kind, new ones, and those derived from what they identify. */

import { v5, v7 } from 'uuid'
import type * as z from 'zod'

/** Ids of different kinds look alike; branded, one cannot be passed where another is expected. */
export type AccountId = number & z.core.$brand<'AccountId'>
export type OrderToken = string & z.core.$brand<'OrderToken'>
export type CustomerId = string & z.core.$brand<'CustomerId'>
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

export const productIdOf = (owner: TenantKey, userDefinedId: string) =>
  derivedId(owner, 'product', userDefinedId) as ProductId

/** The sale of one product in one order. */
export const saleIdOf = (owner: TenantKey, token: OrderToken, productId: ProductId) =>
  derivedId(owner, 'sale', token, productId)

/** A buyer without an id of the checkout is identified by the e-mail address and since when it is theirs. */
export const guestIdOf = (owner: TenantKey, emailHash: string, since: string) =>
  derivedId(owner, 'customer', emailHash, since) as CustomerId
