/** Defines how the benchmark requests a page of a list, and which query this request sends to lib/lists. */

import type { Tenant } from '../../lib/core/tenant.ts'
import * as customers from '../../lib/customers/index.ts'
import { listQueryOf as customerListQueryOf } from '../../lib/customers/lists.ts'
import { CustomerQuery } from '../../lib/customers/schemas.ts'
import type { ListQuery } from '../../lib/lists/list-query.ts'
import * as orders from '../../lib/orders/index.ts'
import { listQueryOf as orderListQueryOf } from '../../lib/orders/lists.ts'
import { OrderQuery } from '../../lib/orders/schemas.ts'
import * as products from '../../lib/products/index.ts'
import { listQueryOf as productListQueryOf } from '../../lib/products/lists.ts'
import { ProductQuery } from '../../lib/products/schemas.ts'
import * as subscriptions from '../../lib/subscriptions/index.ts'
import { dashboardListQueryOf, listQueryOf as subscriptionListQueryOf } from '../../lib/subscriptions/lists.ts'
import { DashboardQuery, SubscriptionQuery } from '../../lib/subscriptions/schemas.ts'

interface Result {
  ids: string[]
  total: number
}

interface ListModule {
  find: (store: Tenant, query: object) => Promise<Result>
  listQueryOf: (store: Tenant, query: object) => ListQuery
}

const resultOf = ({ items, totalItems }: { items: { id: string }[]; totalItems: number }): Result => ({
  ids: items.map(({ id }) => id),
  total: totalItems,
})

export const listModules = {
  orders: {
    find: async (store, query) => {
      const { items, totalItems } = await orders.list(store, OrderQuery.parse(query))
      return { ids: items.map(({ token }) => token), total: totalItems }
    },
    listQueryOf: (store, query) => orderListQueryOf(store, OrderQuery.parse(query)),
  },
  customers: {
    find: async (store, query) => resultOf(await customers.list(store, CustomerQuery.parse(query))),
    listQueryOf: (store, query) => customerListQueryOf(store, CustomerQuery.parse(query)),
  },
  products: {
    find: async (store, query) => resultOf(await products.list(store, ProductQuery.parse(query))),
    listQueryOf: (store, query) => productListQueryOf(store, ProductQuery.parse(query)),
  },
  subscriptions: {
    find: async (store, query) => resultOf(await subscriptions.list(store, SubscriptionQuery.parse(query))),
    listQueryOf: (store, query) => subscriptionListQueryOf(store, SubscriptionQuery.parse(query)),
  },
  dashboard: {
    find: async (store, query) => resultOf(await subscriptions.dashboardList(store, DashboardQuery.parse(query))),
    listQueryOf: (store, query) => dashboardListQueryOf(store, DashboardQuery.parse(query)),
  },
} satisfies Record<string, ListModule>

export type ListModuleName = keyof typeof listModules
