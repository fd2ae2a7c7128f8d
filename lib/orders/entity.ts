/** The order in the table. */

import { Entity, type EntityItem } from 'electrodb'
import type { LatestFields } from '../core/event-stamp.ts'
import type { Tenant } from '../core/tenant.ts'
import { jsonAttribute, listedAttributes } from '../store/attributes.ts'
import { tableConfig } from '../store/client.ts'
import type { EntityDefinition } from '../store/entity-definition.ts'
import { key } from '../store/key.ts'
import { shardOf } from '../store/shards.ts'
import { listEntriesOf } from './lists.ts'
import type { OrderContent, OrderFields, Withdrawals } from './rules.ts'
import type { StockLedger } from './stock-ledger.ts'

export const OrderRow = new Entity(
  {
    model: { entity: 'order', version: '1', service: 'store' },
    attributes: {
      ...listedAttributes,
      shard: { type: 'string', required: true },
      token: { type: 'string', required: true },
      /** Absent until the order's completion is heard of; what else is said of it may come first. */
      content: jsonAttribute<OrderContent>(),
      contentStamp: { type: 'string' },
      latest: { ...jsonAttribute<LatestFields<OrderFields>>(), required: true },
      withdrawals: { ...jsonAttribute<Withdrawals>(), required: true },
      /** By the file's id. */
      downloads: { ...jsonAttribute<Record<string, number>>(), required: true },
      modifiedAt: { type: 'string', required: true },
      customerId: { type: 'string' },
      discountIds: { type: 'list', items: { type: 'string' } },
      stockLedger: { ...jsonAttribute<StockLedger>(), required: true },
    },
    indexes: {
      byToken: key({ pk: ['account', 'mode', '#orders', 'shard'], sk: ['token'] }),
    },
  },
  tableConfig,
)

export type OrderRow = EntityItem<typeof OrderRow>
/** One whose completion has been heard of: the others are no orders yet. */
export type CompletedOrderRow = OrderRow & { content: OrderContent }

export const keyOf = ({ account, mode }: Tenant, token: string) => ({
  ...{ account, mode, token },
  shard: shardOf(token),
})

export const isComplete = (row: OrderRow | null): row is CompletedOrderRow => row?.content !== undefined

export const orderDefinition: EntityDefinition<OrderRow> = {
  entity: OrderRow,
  keyOf: row => keyOf(row, row.token),
  listEntriesOf: row => (isComplete(row) ? listEntriesOf(row) : []),
}
