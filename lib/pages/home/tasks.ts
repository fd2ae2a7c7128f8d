/**
 * The tasks of staff on Home. Each task has an API request that counts objects, and the filters of the list that shows
 * these objects.
 */

import type { Account, Client } from '../../client/index.ts'
import { isLowInStock } from '../products/stock.ts'
import { reloadOptions } from './reload.ts'
import type { TaskName } from './texts.ts'

export interface Count {
  value: number
  /**
   * The number of products that were checked for low stock. It is set only if the store has more products than were
   * checked.
   */
  checked?: number
}

export interface Task {
  name: TaskName
  /** The module whose list shows the objects of the task. The list is opened with the filters in `search`. */
  module: 'orders' | 'subscriptions' | 'products'
  search: Record<string, string>
  feature?: Account['features'][number]
  count: (api: Client) => Promise<Count>
}

/** A request from which only the total number is used asks for one item. */
const limit = 1

const countOf = ({ totalItems }: { totalItems: number }): Count => ({ value: totalItems })

const checkedProducts = 100

/** Counts products with low stock among the first 100, which are the best sellers. */
async function countLowStock(api: Client): Promise<Count> {
  const { items, totalItems } = await api.products.list({ limit: checkedProducts })
  const value = items.filter(product => isLowInStock(product)).length
  return totalItems > items.length ? { value, checked: items.length } : { value }
}

const tasks: readonly Task[] = [
  {
    name: 'toShip',
    module: 'orders',
    search: { status: 'Processed' },
    count: async api => countOf(await api.orders.list({ status: 'Processed', limit })),
  },
  {
    name: 'toCapture',
    module: 'orders',
    search: { payment: 'toCapture' },
    count: async api => countOf(await api.orders.list({ awaitsCapture: true, limit })),
  },
  {
    name: 'withdrawals',
    module: 'orders',
    search: { withdrawals: 'pending' },
    count: async api => countOf(await api.orders.list({ hasPendingWithdrawal: true, limit })),
  },
  {
    name: 'declined',
    module: 'subscriptions',
    search: { payment: 'Declined' },
    feature: 'subscriptions',
    count: async api =>
      countOf(await api.subscriptions.dashboardList({ lastAttemptedInvoiceState: 'Declined', limit })),
  },
  { name: 'lowStock', module: 'products', search: { only: 'low' }, count: countLowStock },
]

/** Returns the tasks that the features of the store and the scope of the secret key allow. */
export const tasksFor = ({ scope, features }: Account) =>
  tasks.filter(
    ({ module, feature }) => (module === 'orders' || scope !== 'orders') && (!feature || features.includes(feature)),
  )

export const pathOf = ({ module }: Task): string => `/${module}`

/**
 * Returns the query for the number of a task. Its key begins like the query key of the list, so a change that reloads
 * the list also reloads the number.
 */
export const countQuery = (api: Client, { module, name, count }: Task) => ({
  queryKey: [module, 'list', 'count', name],
  queryFn: () => count(api),
  ...reloadOptions,
})
