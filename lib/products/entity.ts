/** The product in the table. */

import { Entity, type EntityItem } from 'electrodb'
import type { Facts } from '../kit/stamp.ts'
import type { Tenant } from '../kit/tenant.ts'
import { json, listed } from '../store/attributes.ts'
import { inTable } from '../store/client.ts'
import type { Kind } from '../store/save.ts'
import { shardOf } from '../store/shards.ts'
import type { Inventory } from './inventory.ts'
import { standsOf } from './lists.ts'
import type { Said } from './rules.ts'

export const ProductRow = new Entity(
  {
    model: { entity: 'product', version: '1', service: 'store' },
    attributes: {
      ...listed,
      shard: { type: 'string', required: true },
      id: { type: 'string', required: true },
      userDefinedId: { type: 'string', required: true },
      facts: { ...json<Facts<Said>>(), required: true },
      creationDate: { type: 'string', required: true },
      /** Whatever was seen of the product later than this brings it back. */
      archivedAt: { type: 'string' },
      /** When the shop has changed it last: its inventory, or whether it is archived. */
      changedAt: { type: 'string' },
      /** Absent until it is configured. */
      inventory: json<Inventory>(),
      units: { type: 'number', required: true },
      cents: { type: 'number', required: true },
    },
    indexes: {
      byId: {
        pk: {
          field: 'pk',
          composite: ['account', 'mode', 'shard'],
          template: '${account}#${mode}#products#${shard}',
          casing: 'none',
        },
        sk: { field: 'sk', composite: ['id'], template: '${id}', casing: 'none' },
      },
    },
  },
  inTable,
)
export type ProductRow = EntityItem<typeof ProductRow>

export const keyOf = ({ account, mode }: Tenant, id: string) => ({ account, mode, id, shard: shardOf(id) })

export const productKind: Kind<ProductRow> = {
  entity: ProductRow,
  keyOf: row => keyOf(row, row.id),
  lists: standsOf,
}
