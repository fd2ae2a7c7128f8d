/**
 * Replaces the table by a store of many orders whose lists are all empty. Each order is generated when it is read, so
 * that the store itself takes no memory.
 */

import type { AccountId, Tenant } from '../../lib/core/tenant.ts'
import { OrderRow } from '../../lib/orders/entity.ts'
import { shards } from '../../lib/store/attributes.ts'
import { client } from '../../lib/store/client.ts'
import { itemOf } from '../bench/bulk.ts'
import { generateOrders } from '../bench/orders.ts'
import { orderRowOf } from '../bench/rows.ts'

type Item = Record<string, unknown> & { pk: string; sk: string }
interface Input {
  Key?: Item
  Limit?: number
  ExclusiveStartKey?: Item
  ExpressionAttributeValues?: Record<string, string>
  RequestItems?: Record<string, object>
}

/** From now on, answers all requests to the table from a generated store. Returns the tenant of this store. */
export function generateStore(orders: number): Tenant {
  const tenant: Tenant = { account: 1 as AccountId, mode: 'Live' }
  const [generated] = generateOrders(1)
  const row = orderRowOf(tenant, generated!)
  const sample = itemOf(OrderRow.put({ ...row, version: 1 })) as Item
  const partition = sample.pk.slice(0, -1)
  const perShard = orders / shards.length

  const orderAt = (n: number, shard: string): Item => {
    const token = `${String(n).padStart(8, '0')}-0198-7000-8000-00000000000${shard}`
    return { ...sample, pk: partition + shard, sk: sample.sk.replace(row.token, token), token, shard }
  }
  const numberIn = (sk: string) => Number(/(\d{8})-0198/.exec(sk)?.[1])
  const isOrders = (pk = '') => pk.startsWith(partition) && pk.length === sample.pk.length

  const query = ({ ExpressionAttributeValues = {}, Limit = 100, ExclusiveStartKey }: Input) => {
    const pk = Object.values(ExpressionAttributeValues).find(isOrders)
    if (!pk) return { Items: [], Count: 0 }
    const from = ExclusiveStartKey ? numberIn(ExclusiveStartKey.sk) + 1 : 0
    const Items = Array.from({ length: Math.min(Limit, perShard - from) }, (_, n) => orderAt(from + n, pk.slice(-1)))
    const last = Items.at(-1)
    const hasMore = last && from + Items.length < perShard
    return { Items, Count: Items.length, ...(hasMore && { LastEvaluatedKey: { pk: last.pk, sk: last.sk } }) }
  }

  const operations: Record<string, (input: Input) => object> = {
    QueryCommand: query,
    GetItemCommand: ({ Key }) => (isOrders(Key?.pk) ? { Item: orderAt(numberIn(Key!.sk), Key!.pk.slice(-1)) } : {}),
    BatchGetItemCommand: ({ RequestItems = {} }) => ({
      Responses: Object.fromEntries(Object.keys(RequestItems).map(table => [table, []])),
      UnprocessedKeys: {},
    }),
  }
  client.middlewareStack.add(
    (_, { commandName = '' }) =>
      async args => {
        const operation = operations[commandName]
        if (!operation) throw new Error(`The generated store does not support ${commandName}.`)
        return { output: { ...operation(args.input as Input), $metadata: {} }, response: {} } as never
      },
    { name: 'generated', step: 'initialize', priority: 'low' },
  )
  return tenant
}
