/** Sessions: buyers who have logged in. */

import * as customers from '../customers/index.ts'
import { timestamp } from '../kit/clock.ts'
import { Problem } from '../kit/problem.ts'
import { type Stamp, timeOf } from '../kit/stamp.ts'
import type { Tenant } from '../kit/tenant.ts'
import { Conflict, write } from '../store/write.ts'
import { keyOf, SessionRow } from './entity.ts'
import type { Session, SessionCreated } from './shapes.ts'

export { SessionCreated } from './shapes.ts'

/** Whom it belongs to is looked up when it is asked for: a customer may be heard of later than their session. */
export async function get(tenant: Tenant, token: string): Promise<Session> {
  const { data: row } = await SessionRow.get(keyOf(tenant, token)).go()
  if (!row || row.expires <= timestamp()) throw new Problem('not_found')
  const customer = await customers.inSession(tenant, { ...row, createdOn: timeOf(row.stamp) })
  return { token, expires: row.expires, customer: { ...customer, sessionToken: token } }
}

/** What is told of it twice is the same, and what is older undoes nothing. */
export async function open(tenant: Tenant, told: SessionCreated, stamp: Stamp): Promise<void> {
  const { token, expires, customerId, email } = told
  const whose = { ...(customerId && { customerId }), ...(email && { email }) }
  const expiresAt = Math.ceil(Date.parse(expires) / 1000)
  const put = SessionRow.put({ ...keyOf(tenant, token), ...whose, ...{ expires, expiresAt, stamp } })
  await write(() =>
    put.where((known, { notExists, lt }) => `${notExists(known.stamp)} OR ${lt(known.stamp, stamp)}`).go(),
  ).catch(unlessOlder)
}

function unlessOlder(fault: unknown): void {
  if (!(fault instanceof Conflict && fault.refused[0])) throw fault
}
