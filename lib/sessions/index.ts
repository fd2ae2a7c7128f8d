/** Sessions: buyers who have logged in. */

import { timestamp } from '../core/clock.ts'
import { type EventStamp, stampTime } from '../core/event-stamp.ts'
import { Problem } from '../core/problem.ts'
import type { Tenant } from '../core/tenant.ts'
import * as customers from '../customers/index.ts'
import { Conflict, conditionalWrite } from '../store/conflict.ts'
import { keyOf, SessionRow } from './entity.ts'
import type { Session, SessionCreated } from './schemas.ts'

export { SessionCreated } from './schemas.ts'

/** Whom it belongs to is looked up when it is asked for: a customer may be heard of later than their session. */
export async function get(tenant: Tenant, token: string): Promise<Session> {
  const { data: row } = await SessionRow.get(keyOf(tenant, token)).go()
  if (!row || row.expires <= timestamp()) throw new Problem('not_found')
  const customer = await customers.inSession(tenant, { ...row, createdOn: stampTime(row.stamp) })
  return { token, expires: row.expires, customer: { ...customer, sessionToken: token } }
}

/** What is told of it twice is the same, and what is older undoes nothing. */
export async function create(tenant: Tenant, told: SessionCreated, stamp: EventStamp): Promise<void> {
  const { token, expires, customerId, email } = told
  const whose = { ...(customerId && { customerId }), ...(email && { email }) }
  const expiresAt = Math.ceil(Date.parse(expires) / 1000)
  const put = SessionRow.put({ ...keyOf(tenant, token), ...whose, ...{ expires, expiresAt, stamp } })
  await conditionalWrite(() =>
    put.where((known, { notExists, lt }) => `${notExists(known.stamp)} OR ${lt(known.stamp, stamp)}`).go(),
  ).catch(unlessOlder)
}

function unlessOlder(fault: unknown): void {
  if (!(fault instanceof Conflict && fault.refused[0])) throw fault
}
