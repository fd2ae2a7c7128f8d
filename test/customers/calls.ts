/** Calls the endpoints of customers, and sends events that create customers and sessions. */

import { randomUUID } from 'node:crypto'
import type { Tenant } from '../../lib/core/tenant.ts'
import { type Envelope, sendEvent } from '../support/checkout.ts'
import { call } from '../support/store.ts'

export const unknownId = '01980000-0000-7000-8000-00000000ffff'

type Query = Record<string, string | string[]>

export const list = (tenant: Tenant, query: Query = {}) => call('customers.list', tenant, { query })
export const get = (tenant: Tenant, id: string) => call('customers.get', tenant, { params: { id } })
export const orders = (tenant: Tenant, id: string, query: Query = {}) =>
  call('customers.orders', tenant, { params: { id }, query })
export const update = (tenant: Tenant, id: string, body: unknown) =>
  call('customers.update', tenant, { params: { id }, body })
export const remove = (tenant: Tenant, id: string) => call('customers.remove', tenant, { params: { id } })
export const session = (tenant: Tenant, token: string) => call('sessions.get', tenant, { params: { token } })

export const idOf = async (tenant: Tenant, email: string): Promise<string | undefined> =>
  (await list(tenant, { email })).body.items[0]?.id

/** Registers a customer, and returns the id. */
export async function register(tenant: Tenant, fields: Record<string, unknown> = {}, envelope: Partial<Envelope> = {}) {
  const content = { id: randomUUID(), email: 'jane.doe@example.com', status: 'Confirmed', ...fields }
  await sendEvent(tenant, 'customer.updated', content, envelope)
  return content.id
}

/** Creates a session, and returns its token. */
export async function createSession(tenant: Tenant, owner: Record<string, unknown>, envelope: Partial<Envelope> = {}) {
  const content = { token: randomUUID(), expires: '2099-01-31T12:00:00Z', ...owner }
  await sendEvent(tenant, 'customer.session.created', content, envelope)
  return content.token
}
