/** Moves the orders and subscriptions of a merged customer to the customer who remains. */

import type { CustomerId } from '../core/ids.ts'
import { mapConcurrent } from '../core/map-concurrent.ts'
import type { Tenant } from '../core/tenant.ts'
import { isListEmpty, readEntryBatches } from '../lists/entries.ts'
import { idOfPosition } from '../lists/position.ts'
import * as orders from '../orders/index.ts'
import { changeByKey } from '../store/change.ts'
import type { List } from '../store/list-entry.ts'
import { keyById } from '../store/save.ts'
import type { EntityDefinition, VersionedRow } from '../store/stored-object.ts'
import * as subscriptions from '../subscriptions/index.ts'
import { readAliasPages, resolveCustomer } from './load.ts'

const concurrentAliases = 10
const concurrentMoves = 4

/** Moves all orders and subscriptions of `from` to `to`, or to the customer into which `to` was merged. */
export async function moveOrdersAndSubscriptions(tenant: Tenant, from: CustomerId, to: CustomerId): Promise<void> {
  const moved = { from, to }
  await moveAll(orders.orderDefinition, { ...tenant, list: orders.customerList(from) }, moved)
  const list = { ...tenant, list: subscriptions.customerList(from) }
  await moveAll(subscriptions.subscriptionDefinition, list, moved)
  await finishMerge(tenant, to)
}

async function moveAll<R extends VersionedRow & { customerId?: CustomerId | undefined }>(
  definition: EntityDefinition<R>,
  list: List,
  { from, to }: Record<'from' | 'to', CustomerId>,
): Promise<void> {
  for await (const entries of readEntryBatches(list, true))
    await mapConcurrent(entries, concurrentMoves, ({ position }) =>
      changeByKey(definition, keyById(list, idOfPosition(position)), row =>
        row?.customerId === from ? { ...row, customerId: to } : null,
      ),
    )
}

/**
 * If the customer was merged into another customer, moves the orders and subscriptions to the customer who remains
 * after all merges.
 */
export async function finishMerge(tenant: Tenant, id: CustomerId): Promise<void> {
  const merged = await mergedInto(tenant, id)
  if (!merged) return
  await moveOrdersAndSubscriptions(tenant, id, merged.customer.id)
  await finishMerge(tenant, merged.alias.customerId)
}

/** Returns the customer into which this customer was merged; null without a merge, or if either was deleted. */
async function mergedInto(tenant: Tenant, id: CustomerId) {
  const { customer, alias, freedAt } = await resolveCustomer(tenant, id)
  return customer && alias && !freedAt ? { customer, alias } : null
}

/** Yields the ids of merged customers who still have orders or subscriptions. */
export async function* findUnfinishedMerges(tenant: Tenant): AsyncGenerator<CustomerId[]> {
  for await (const aliases of readAliasPages(tenant)) {
    const unfinished = await mapConcurrent(aliases, concurrentAliases, async ({ id }) =>
      (await hasUnfinishedMerge(tenant, id)) ? [id] : [],
    )
    yield unfinished.flat()
  }
}

export async function hasUnfinishedMerge(tenant: Tenant, id: CustomerId): Promise<boolean> {
  const lists = [orders.customerList(id), subscriptions.customerList(id)]
  const areEmpty = await Promise.all(lists.map(list => isListEmpty({ ...tenant, list })))
  return !areEmpty.every(Boolean) && (await mergedInto(tenant, id)) !== null
}
