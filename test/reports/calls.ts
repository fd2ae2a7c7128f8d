/** Calls the endpoints of reports, and creates stores in a time zone. */

import * as accounts from '../../lib/accounts/index.ts'
import type { Tenant } from '../../lib/core/tenant.ts'
import { call, newTenant } from '../support/store.ts'
import { updateTallies } from '../support/stream-worker.ts'

type Query = Record<string, string>

/** Returns a function that calls an endpoint of reports after the stream worker has counted all changes. */
const report =
  (name: string) =>
  async (tenant: Tenant, query: Query = {}) => {
    await updateTallies(tenant)
    return call(name, tenant, { query })
  }

export const sales = report('reports.sales')
export const products = report('reports.products')
export const subscriptions = report('reports.subscriptions')
export const carts = report('reports.carts')

export const setTimeZone = ({ account }: Tenant, timeZone: string) => accounts.update(account, { timeZone })

export async function storeIn(timeZone: string): Promise<Tenant> {
  const tenant = await newTenant()
  await setTimeZone(tenant, timeZone)
  return tenant
}

/** Returns the intervals in which something was sold or refunded. */
export const soldIn = (intervals: { start: string; orders: number; refunds?: number }[]) =>
  intervals.filter(({ orders, refunds }) => orders > 0 || refunds)
