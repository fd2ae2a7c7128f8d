/** A guest has bought under an e-mail address and never registered, and may turn out to be a customer who has. */

import type { Tenant } from '../core/tenant.ts'
import * as placed from '../orders/index.ts'
import type { CustomerRow } from './entity.ts'
import { resolveCustomer } from './resolve.ts'
import { mergeGuest } from './rules.ts'
import { saveAsOne } from './save.ts'

export const isGuest = ({ latest }: CustomerRow) => latest.email === undefined

/** What breaks off is done again by whoever tells of it; what a guest buys meanwhile is handed over at the end. */
export async function mergeGuestInto(row: CustomerRow, guest: CustomerRow): Promise<void> {
  await placed.reassignOrders(row, guest.id, row.id)
  await saveAsOne(mergeGuest(row, guest), row, guest)
  await placed.reassignOrders(row, guest.id, row.id)
}

/** An order may be kept for a guest at the moment at which it turns out who that is. */
export async function reassignGuestOrders(tenant: Tenant, customerId: string | undefined): Promise<void> {
  if (!customerId) return
  const { customer } = await resolveCustomer(tenant, customerId)
  if (customer && customer.id !== customerId) await placed.reassignOrders(tenant, customerId, customer.id)
}
