/** Saves the totals of a list on the entity that shows them. */

import type { DynamoDBRecord } from 'aws-lambda'
import * as carts from '../carts/index.ts'
import type { CustomerId, ProductId } from '../core/ids.ts'
import type { Tenant } from '../core/tenant.ts'
import * as customers from '../customers/index.ts'
import * as discounts from '../discounts/index.ts'
import * as orders from '../orders/index.ts'
import * as products from '../products/index.ts'
import type { List } from '../store/list-entry.ts'
import { rowOfImage } from '../store/stream-image.ts'
import { entityAttribute } from '../store/table.ts'
import * as subscriptions from '../subscriptions/index.ts'

const syncCustomer = (tenant: Tenant, id: string) => customers.syncCounters(tenant, id as CustomerId)

/** By the beginning of the list's name; the entity's id follows it. */
const counters: Record<string, (tenant: Tenant, id: string) => Promise<void>> = {
  [orders.customerList('')]: syncCustomer,
  [subscriptions.openCustomerList('')]: syncCustomer,
  [orders.salesList('')]: (tenant, id) => products.syncCounters(tenant, id as ProductId),
  [orders.usagesList('')]: discounts.syncCounters,
  [carts.openUsagesList('')]: discounts.syncCounters,
}

export const counterListPrefixes: readonly string[] = Object.keys(counters)

export async function syncCounters({ list, account, mode }: List): Promise<void> {
  const prefix = list.slice(0, list.indexOf('=') + 1)
  const id = list.slice(prefix.length)
  await counters[prefix]?.({ account, mode }, id)
}

/** What was reported about a customer before they were created is in lists whose totals were counted then. */
export async function syncNewCustomer({ eventName, dynamodb }: DynamoDBRecord): Promise<void> {
  const image = dynamodb?.NewImage
  if (eventName !== 'INSERT' || image?.[entityAttribute]?.S !== customers.customerDefinition.name) return
  const { account, mode, id } = rowOfImage<Tenant & { id: CustomerId }>(image)
  await customers.syncCounters({ account, mode }, id)
}
