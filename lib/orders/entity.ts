/** The order in the table. */

import { Entity, type EntityItem } from 'electrodb'
import type { Facts } from '../kit/stamp.ts'
import type { Tenant } from '../kit/tenant.ts'
import { json, listed } from '../store/attributes.ts'
import { inTable } from '../store/client.ts'
import type { Kind } from '../store/save.ts'
import { shardOf } from '../store/shards.ts'
import { standsOf } from './lists.ts'
import type { Content, Said, Withdrawals } from './rules.ts'
import type { Line } from './turnover.ts'

export const OrderRow = new Entity(
  {
    model: { entity: 'order', version: '1', service: 'store' },
    attributes: {
      ...listed,
      shard: { type: 'string', required: true },
      token: { type: 'string', required: true },
      /** Absent until the order's completion is heard of; what else is said of it may come first. */
      content: json<Content>(),
      contentStamp: { type: 'string' },
      facts: { ...json<Facts<Said>>(), required: true },
      withdrawals: { ...json<Withdrawals>(), required: true },
      /** By the file's id. */
      downloads: { ...json<Record<string, number>>(), required: true },
      modifiedAt: { type: 'string', required: true },
      customerId: { type: 'string' },
      discountIds: { type: 'list', items: { type: 'string' } },
      /** Of how many of the products that it moves the stock has been moved. */
      taken: { type: 'number', required: true },
      /** What the stock gave for it when it consisted of something else, and has not got back yet. */
      former: json<Line[]>(),
      /** The shop's ids of products from which nothing was taken, as no stock was kept. */
      spared: { type: 'list', items: { type: 'string' } },
    },
    indexes: {
      byToken: {
        pk: {
          field: 'pk',
          composite: ['account', 'mode', 'shard'],
          template: '${account}#${mode}#orders#${shard}',
          casing: 'none',
        },
        sk: { field: 'sk', composite: ['token'], template: '${token}', casing: 'none' },
      },
    },
  },
  inTable,
)

export type OrderRow = EntityItem<typeof OrderRow>
/** One whose completion has been heard of: the others are no orders yet. */
export type CompleteRow = OrderRow & { content: Content }

export const keyOf = ({ account, mode }: Tenant, token: string) => ({
  ...{ account, mode, token },
  shard: shardOf(token),
})

export const isComplete = (row: OrderRow | null): row is CompleteRow => row?.content !== undefined

export const orderKind: Kind<OrderRow> = {
  entity: OrderRow,
  keyOf: row => keyOf(row, row.token),
  lists: row => (isComplete(row) ? standsOf(row) : []),
}
