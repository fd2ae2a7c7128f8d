/** Fresh identifiers, and those that follow from what they stand for. */

import { v5, v7 } from 'uuid'
import type { Tenant } from './tenant.ts'

/** A GUID that sorts by the time it was made, so that lists keyed by it stand in order of creation. */
export const newId = () => v7()

const namespace = '6f0a2b5e-5c1d-4b7e-9a37-3c1f8f0f6d11'

/** The same for the same words in one store: what is made twice is made once, and needs no looking up. */
const derivedId = ({ account, mode }: Tenant, ...words: string[]) =>
  v5(JSON.stringify([account, mode, ...words]), namespace)

/** A product is one for each id that the shop gave it. */
export const productIdOf = (tenant: Tenant, userDefinedId: string) =>
  derivedId(tenant, 'product', userDefinedId)

/** What an order has sold of a product. */
export const saleIdOf = (tenant: Tenant, token: string, productId: string) =>
  derivedId(tenant, 'sale', token, productId)

/** A buyer whom the checkout gives no id is the same as long as the e-mail is theirs. */
export const guestIdOf = (tenant: Tenant, emailHash: string, since: string) =>
  derivedId(tenant, 'customer', emailHash, since)
