/** What checkout events do to sessions. */

import type { EventStamp } from '../core/event-stamp.ts'
import type { Tenant } from '../core/tenant.ts'
import { Conflict, conditionalWrite } from '../store/conflict.ts'
import { keyOf, SessionRow } from './entity.ts'
import type { SessionCreated } from './events.ts'

export async function create(tenant: Tenant, session: SessionCreated, stamp: EventStamp): Promise<void> {
  const { token, expires, customerId, email } = session
  const owner = { ...(customerId && { customerId }), ...(email && { email }) }
  const expiresAt = Math.ceil(Date.parse(expires) / 1000)
  const put = SessionRow.put({ ...keyOf(tenant, token), ...owner, expires, expiresAt, stamp })
  await conditionalWrite(() =>
    put.where((stored, { notExists, lt }) => `${notExists(stored.stamp)} OR ${lt(stored.stamp, stamp)}`).go(),
  ).catch(ignoreIfOlder)
}

function ignoreIfOlder(fault: unknown): void {
  if (!(fault instanceof Conflict && fault.failedConditions[0])) throw fault
}
