/** Every entity that has lists, and what its rows share with others. */

import * as carts from '../carts/index.ts'
import type { CustomerId, ProductId, SubscriptionId } from '../core/ids.ts'
import * as customers from '../customers/index.ts'
import * as orders from '../orders/index.ts'
import * as products from '../products/index.ts'
import * as subscriptions from '../subscriptions/index.ts'
import { maintenanceOf } from './maintained.ts'

const maintainedOrders = maintenanceOf(orders.orderDefinition, {
  awaitedOperations: orders.awaitedOperations,
  withoutOperation: orders.withoutOperation,
})

const maintainedSubscriptions = maintenanceOf(subscriptions.subscriptionDefinition, {
  derivedFieldsOf: subscriptions.readTotals,
  syncFields: (tenant, id) => subscriptions.syncInvoicesOf(tenant, id as SubscriptionId),
  areFieldsIndependent: true,
  awaitedOperations: subscriptions.awaitedOperations,
  withoutOperation: subscriptions.withoutOperation,
})

export const entities = [
  maintainedOrders,
  maintenanceOf(customers.customerDefinition, {
    counterListsOf: customers.counterSourceLists,
    derivedFieldsOf: customers.readCounters,
    syncFields: (tenant, id) => customers.syncCounters(tenant, id as CustomerId),
  }),
  maintenanceOf(products.productDefinition, {
    counterListsOf: products.counterSourceLists,
    derivedFieldsOf: products.readCounters,
    syncFields: (tenant, id) => products.syncCounters(tenant, id as ProductId),
  }),
  maintenanceOf(carts.cartDefinition),
  maintainedSubscriptions,
]

export { maintainedOrders, maintainedSubscriptions }
