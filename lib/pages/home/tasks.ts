/** What staff have to do: each task with its number, and the list that shows it. */

import type { Account, Client } from '../../client/index.ts'
import { isLow } from '../products/stock.ts'
import type { TaskName } from './texts.ts'

export interface Count {
  value: number
  /** The API has no such filter, so only this many products were looked at. */
  checked?: number
}

export interface Task {
  name: TaskName
  /** The module, whose list shows the task with these filters. */
  module: 'orders' | 'subscriptions' | 'products'
  search: Record<string, string>
  feature?: Account['features'][number]
  count: (api: Client) => Promise<Count>
}

/** The page has one item, because only the number of all items is shown. */
const limit = 1

const countOf = ({ totalItems }: { totalItems: number }): Count => ({ value: totalItems })

const checkedProducts = 100

/** Best sellers come first. */
async function countLowStock(api: Client): Promise<Count> {
  const { items, totalItems } = await api.products.list({ limit: checkedProducts })
  const value = items.filter(product => isLow(product)).length
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

/** Returns the tasks that the store has, and whose number the key can read. */
export const tasksFor = ({ scope, features }: Account) =>
  tasks.filter(
    ({ module, feature }) => (module === 'orders' || scope !== 'orders') && (!feature || features.includes(feature)),
  )

export const pathOf = ({ module }: Task): string => `/${module}`

/** The key begins as that of the list, so that a change of the list counts anew. */
export const countQuery = (api: Client, { module, name, count }: Task) => ({
  queryKey: [module, 'list', 'count', name],
  queryFn: () => count(api),
})
