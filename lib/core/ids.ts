/** New ids, and ids derived from what they identify. */

import { v5, v7 } from 'uuid'
import type { Tenant } from './tenant.ts'

/** A UUID version 7: ids sort by the time of their creation. */
export const newId = () => v7()

const namespace = '6f0a2b5e-5c1d-4b7e-9a37-3c1f8f0f6d11'

/** Always the same id for the same values of one tenant, so that no lookup is needed and nothing is created twice. */
const derivedId = ({ account, mode }: Tenant, ...values: string[]) =>
  v5(JSON.stringify([account, mode, ...values]), namespace)

export const productIdOf = (tenant: Tenant, userDefinedId: string) =>
  derivedId(tenant, 'product', userDefinedId)

/** The sale of one product in one order. */
export const saleIdOf = (tenant: Tenant, token: string, productId: string) =>
  derivedId(tenant, 'sale', token, productId)

/** A buyer without an id of the checkout is identified by the e-mail address and since when it is theirs. */
export const guestIdOf = (tenant: Tenant, emailHash: string, since: string) =>
  derivedId(tenant, 'customer', emailHash, since)
