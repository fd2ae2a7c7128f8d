/** Sessions: customers who are logged in. */

import { timestamp } from '../core/clock.ts'
import { stampTime } from '../core/event-stamp.ts'
import { Problem } from '../core/problem.ts'
import type { Tenant } from '../core/tenant.ts'
import * as customers from '../customers/index.ts'
import { keyOf, SessionRow } from './entity.ts'
import type { Session } from './schemas.ts'

export { create } from './apply.ts'
export { erase } from './erase.ts'
export { SessionCreated } from './events.ts'

/** The customer is looked up on every request, as their first event may arrive after the session's. */
export async function get(tenant: Tenant, token: string): Promise<Session> {
  const { data: row } = await SessionRow.get(keyOf(tenant, token)).go()
  if (!row || row.expires <= timestamp()) throw new Problem('not_found')
  const customer = await customers.getForSession(tenant, { ...row, createdOn: stampTime(row.stamp) })
  return { token, expires: row.expires, customer: { ...customer, sessionToken: token } }
}
