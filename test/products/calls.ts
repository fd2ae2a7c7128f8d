/** Calls the endpoints of products, and defines sample data for products with choices. */

import type { Tenant } from '../../lib/core/tenant.ts'
import { cart, type Envelope, item, sendEvent } from '../support/checkout.ts'
import { call } from '../support/store.ts'

type Headers = Record<string, string>
export type Query = Record<string, string | string[]>

export const list = (tenant: Tenant, query: Query = {}) => call('products.list', tenant, { query })
export const get = (tenant: Tenant, id: string) => call('products.get', tenant, { params: { id } })
export const crawl = (tenant: Tenant, fetchUrl: string, headers: Headers = {}) =>
  call('products.crawl', tenant, { body: { fetchUrl }, headers })
export const update = (tenant: Tenant, id: string, body: unknown, headers: Headers = {}) =>
  call('products.update', tenant, { params: { id }, body, headers })
export const remove = (tenant: Tenant, id: string) => call('products.remove', tenant, { params: { id } })

export const idsOf = ({ body }: { body: { items: { userDefinedId: string }[] } }) =>
  body.items.map(({ userDefinedId }) => userDefinedId)

/** Creates products by a cart event. */
export const addProducts = (
  tenant: Tenant,
  items: Record<string, unknown>[],
  envelope: Partial<Envelope> = {},
): Promise<void> => sendEvent(tenant, 'cart.updated', cart({ items: items.map(item) }), envelope)

export const dropdown = (name: string, options: string, value: string | null = null) => ({
  name,
  type: 'dropdown',
  options,
  required: true,
  value,
})
export const sizes = dropdown('Size', 'S|M[+2.00]|L', 'M[+2.00]')

export const variant = (option: string, stock: number, fields: Record<string, unknown> = {}) => ({
  variation: [{ name: 'Size', option }],
  stock,
  ...fields,
})
