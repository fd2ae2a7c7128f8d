/** Defines request bodies of shipping methods, and calls the endpoints. */

import type { Tenant } from '../../lib/core/tenant.ts'
import { call } from '../support/store.ts'

export const flat = { name: 'Letter', rates: [{ cost: 5 }] }

/** A shipping method with all fields that a reply has, except its id. */
export const full = {
  name: 'Parcel, tracked',
  localizationId: 'shipping.parcel',
  rates: [
    { cost: 6.9, weight: { from: null, to: 2000 }, location: null },
    { cost: 14.5, weight: { from: 2001, to: 20_000 }, location: { country: 'CA', province: 'QC' } },
    { cost: 0, weight: null, location: { country: 'US', province: null } },
  ],
  currency: 'CAD',
  onOrderTotalAbove: 49.99,
  guaranteedEstimatedDelivery: { minimumDaysForDelivery: 2, maximumDaysForDelivery: 5 },
  postalCodeRegex: '^[GHJ]',
  countryCondition: [
    { countryCode: 'CA', provinceCode: 'QC' },
    { countryCode: 'US', provinceCode: '' },
  ],
  shippingZoneId: 'zone-1',
}

export const create = (tenant: Tenant, body: unknown = flat, headers: Record<string, string> = {}) =>
  call('shipping.create', tenant, { body, headers })

export const get = (tenant: Tenant, id: string) => call('shipping.get', tenant, { params: { id } })

export const list = (tenant: Tenant) => call('shipping.list', tenant)

/** Creates a method, and returns its id and ETag. */
export async function createMethod(tenant: Tenant, body: unknown = flat) {
  const reply = await create(tenant, body)
  return { id: reply.body.Id as string, etag: reply.headers.ETag! }
}
