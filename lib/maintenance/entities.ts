/** The stored objects that maintenance reads, and what their rows share with others. */

import * as carts from '../carts/index.ts'
import * as customers from '../customers/index.ts'
import * as discounts from '../discounts/index.ts'
import * as orders from '../orders/index.ts'
import * as products from '../products/index.ts'
import type { List } from '../store/list-entry.ts'
import * as subscriptions from '../subscriptions/index.ts'
import { countedObjectOf } from './counters.ts'
import { maintenanceOf } from './maintained.ts'

const maintainedOrders = maintenanceOf(orders.orderDefinition)
const maintainedSubscriptions = maintenanceOf(subscriptions.subscriptionDefinition)
const maintainedCustomers = maintenanceOf(customers.customerDefinition)

/** Those that are on lists. */
export const entities = [
  maintainedOrders,
  maintainedCustomers,
  maintenanceOf(products.productDefinition),
  maintenanceOf(carts.cartDefinition),
  maintainedSubscriptions,
]

/** Discounts are on no lists, but have counters. */
export const objects = [...entities, maintenanceOf(discounts.discountDefinition)]

export { maintainedCustomers, maintainedOrders, maintainedSubscriptions }

/** Saves the totals of a list on the object that shows them. */
export async function syncCounters({ list, account, mode }: List): Promise<void> {
  const counted = countedObjectOf(list)
  const maintained = objects.find(({ name }) => name === counted?.object)
  if (counted) await maintained?.referenceTo({ account, mode }, counted.id).syncFields()
}
