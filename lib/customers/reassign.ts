/** Moves what a customer has to another one. */

import type { CustomerId, OrderToken, SubscriptionId } from '../core/ids.ts'
import type { Tenant } from '../core/tenant.ts'
import * as orders from '../orders/index.ts'
import * as subscriptions from '../subscriptions/index.ts'
import { resolveCustomer } from './resolve.ts'

interface Moved {
  tokens: OrderToken[]
  subscriptionIds: SubscriptionId[]
}

/** Moves all orders and subscriptions of one customer to another, or to whom that one has been merged into meanwhile. */
export async function reassign(tenant: Tenant, from: CustomerId, to: CustomerId): Promise<Moved> {
  const tokens = await orders.reassignOrders(tenant, from, to)
  const subscriptionIds = await subscriptions.reassign(tenant, from, to)
  await follow(tenant, to)
  return { tokens, subscriptionIds }
}

/** After a merge that did not take place. Another process may have merged the guest since. */
export async function moveBack(
  tenant: Tenant,
  { tokens, subscriptionIds }: Moved,
  { from, to }: Record<'from' | 'to', CustomerId>,
): Promise<void> {
  await orders.reassignSome(tenant, tokens, { from, to })
  await subscriptions.reassignSome(tenant, subscriptionIds, { from, to })
  await follow(tenant, to)
}

/** To whom the customer has been merged into meanwhile. */
async function follow(tenant: Tenant, id: CustomerId): Promise<void> {
  const { customer } = await resolveCustomer(tenant, id)
  if (customer && customer.id !== id) await reassign(tenant, id, customer.id)
}
