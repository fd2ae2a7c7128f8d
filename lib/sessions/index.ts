/** Stores and retrieves sessions of customers who are logged in. */

import { timestamp } from '../core/clock.ts'
import { type EventStamp, stampTime } from '../core/event-stamp.ts'
import { Problem } from '../core/problem.ts'
import type { Tenant } from '../core/tenant.ts'
import * as customers from '../customers/index.ts'
import { deleteMatching } from '../store/batch.ts'
import { tryWrite } from '../store/conditional-write.ts'
import { pagesOfShards, type ReadShard } from '../store/row-pages.ts'
import type { CustomerIdentifiers } from '../store/stored-object.ts'
import type { SessionCreated } from './checkout-events.ts'
import { keyOf, SessionRow } from './entity.ts'
import type { CustomerSession } from './schemas.ts'

export { SessionCreated } from './checkout-events.ts'

/** Returns a session and its customer. The customer is loaded only now, because it may be saved after the session. */
export async function get(tenant: Tenant, token: string): Promise<CustomerSession> {
  const { data: row } = await SessionRow.get(keyOf(tenant, token)).go()
  if (!row || row.expires <= timestamp()) throw new Problem('not_found')
  const customer = await customers.getForSession(tenant, { ...row, createdOn: stampTime(row.stamp) })
  return { token, expires: row.expires, customer: { ...customer, sessionToken: token } }
}

/** Saves the session of a checkout event, unless a later event has already saved this session. */
export async function create(tenant: Tenant, session: SessionCreated, stamp: EventStamp): Promise<void> {
  const { token, expires, customerId, email } = session
  const owner = { ...(customerId && { customerId }), ...(email && { email }) }
  const expiresAt = Math.ceil(Date.parse(expires) / 1000)
  const put = SessionRow.put({ ...keyOf(tenant, token), ...owner, expires, expiresAt, stamp })
  await tryWrite(() =>
    put.where((stored, { notExists, lt }) => `${notExists(stored.stamp)} OR ${lt(stored.stamp, stamp)}`).go(),
  )
}

/** Deletes the sessions of a customer, and returns their number. */
export async function removeOfCustomer(
  { account, mode }: Tenant,
  isOf: (names: CustomerIdentifiers) => Promise<boolean>,
): Promise<number> {
  const readPage: ReadShard<SessionRow> = (shard, page) => SessionRow.query.byToken({ account, mode, shard }).go(page)
  return deleteMatching(SessionRow, pagesOfShards(readPage, { consistent: true }), { matches: isOf })
}
