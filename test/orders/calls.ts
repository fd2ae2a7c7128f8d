/** Calls the endpoints of orders. */

import { eraseRows } from '../../lib/account-data/erase-objects.ts'
import type { OrderToken } from '../../lib/core/ids.ts'
import type { Tenant } from '../../lib/core/tenant.ts'
import { loadOrderRow } from '../../lib/orders/load.ts'
import { orderDefinition } from '../../lib/orders/stored-object.ts'
import { call } from '../support/store.ts'

export const unknownToken = '01980000-0000-7000-8000-00000000ffff'

type Query = Record<string, string | string[]>

export const list = (tenant: Tenant, query: Query = {}) => call('orders.list', tenant, { query })
export const get = (tenant: Tenant, token: string) => call('orders.get', tenant, { params: { token } })
export const update = (tenant: Tenant, token: string, body: unknown) =>
  call('orders.update', tenant, { params: { token }, body })
export const digital = (tenant: Tenant, token: string) => call('orders.digital', tenant, { params: { token } })

export const eraseOrder = async (tenant: Tenant, token: OrderToken) =>
  eraseRows(orderDefinition, [await loadOrderRow(tenant, token, true)])
