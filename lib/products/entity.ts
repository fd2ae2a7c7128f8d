/** Defines the row of a product. */

import type { EntityItem } from 'electrodb'
import type { LatestFields } from '../core/event-stamp.ts'
import type { ProductId } from '../core/ids.ts'
import type { Tenant } from '../core/tenant.ts'
import {
  bigIntegerAttribute,
  currencyAttribute,
  idAttribute,
  jsonAttribute,
  rowVersionAttribute,
  shardedKey,
} from '../store/attributes.ts'
import { defineEntity } from '../store/client.ts'
import { key } from '../store/key-definitions.ts'
import { versionedAttributes } from '../store/stored-object.ts'
import type { Inventory } from './inventory.ts'
import type { ProductFields } from './rules.ts'

/**
 * The version of new rows. Since version 2, `accountCurrency` is in lower case. Since version 3, products have no
 * entries on lists of all products. Instead, the lists of archived products and of other products are read as one list.
 */
export const rowVersion = 3

export const ProductRow = defineEntity('product', {
  attributes: {
    ...versionedAttributes,
    rowVersion: rowVersionAttribute(rowVersion),
    id: idAttribute<ProductId>(),
    userDefinedId: { type: 'string', required: true },
    latest: { ...jsonAttribute<LatestFields<ProductFields>>(), required: true },
    /**
     * A hash of the description in `latest`, followed by the stamp (time and event id) of the description. Absent if an
     * earlier release has written the description.
     */
    describedBy: { type: 'string' },
    creationDate: { type: 'string', required: true },
    /** The time when the product was archived. A newer description restores the product. */
    archivedAt: { type: 'string' },
    /** The time when a request or a page last set the inventory, or when a request archived the product. */
    changedAt: { type: 'string' },
    /** Absent until a request, a page or an import sets the inventory. */
    inventory: jsonAttribute<Inventory>(),
    unitsSold: bigIntegerAttribute,
    /** The amount in minor units of `accountCurrency`. */
    salesAmount: bigIntegerAttribute,
    accountCurrency: { ...currencyAttribute, required: true },
  },
  indexes: { byId: key({ pk: ['account', 'mode', '#products', 'shard'], sk: ['id'] }) },
})
export type ProductRow = EntityItem<typeof ProductRow>

export const keyOf = (tenant: Tenant, id: ProductId) => shardedKey(tenant, { id })
