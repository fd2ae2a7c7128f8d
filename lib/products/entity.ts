/** The product in the table. */

import type { EntityItem } from 'electrodb'
import type { LatestFields } from '../core/event-stamp.ts'
import type { ProductId } from '../core/ids.ts'
import type { Tenant } from '../core/tenant.ts'
import {
  currencyAttribute,
  formAttribute,
  idAttribute,
  jsonAttribute,
  listedAttributes,
  shardOf,
} from '../store/attributes.ts'
import { bigIntegerAttribute } from '../store/big-integers.ts'
import { defineEntity } from '../store/client.ts'
import { key } from '../store/key.ts'
import type { Inventory } from './inventory.ts'
import type { ProductFields } from './rules.ts'

/** Since 2, `accountCurrency` is in lower case. */
export const form = 2

export const ProductRow = defineEntity('product', {
  attributes: {
    ...listedAttributes,
    form: formAttribute(form),
    id: idAttribute<ProductId>(),
    userDefinedId: { type: 'string', required: true },
    latest: { ...jsonAttribute<LatestFields<ProductFields>>(), required: true },
    /** A hash of the description in `latest`, and its stamp; absent in rows that an earlier version has written. */
    describedBy: { type: 'string' },
    creationDate: { type: 'string', required: true },
    /** A description newer than this restores the product. */
    archivedAt: { type: 'string' },
    /** When the store last changed it: its inventory, or whether it is archived. */
    changedAt: { type: 'string' },
    /** Absent until it is configured. */
    inventory: jsonAttribute<Inventory>(),
    unitsSold: bigIntegerAttribute,
    /** In minor units of the store's own currency. */
    salesAmount: bigIntegerAttribute,
    accountCurrency: { ...currencyAttribute, required: true },
  },
  indexes: { byId: key({ pk: ['account', 'mode', '#products', 'shard'], sk: ['id'] }) },
})
export type ProductRow = EntityItem<typeof ProductRow>

export const keyOf = ({ account, mode }: Tenant, id: ProductId) => ({ account, mode, id, shard: shardOf(id) })
