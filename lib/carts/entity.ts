/** Defines the row of a cart. */

import type { EntityItem } from 'electrodb'
import type { Addresses } from '../core/address.ts'
import type { LatestFields } from '../core/event-stamp.ts'
import type { OrderToken } from '../core/ids.ts'
import type { Tenant } from '../core/tenant.ts'
import { idAttribute, jsonAttribute, rowVersionAttribute, shardedKey } from '../store/attributes.ts'
import { defineEntity } from '../store/client.ts'
import { key } from '../store/key-definitions.ts'
import { versionedAttributes } from '../store/stored-object.ts'
import type { CartContent } from './amounts.ts'

/** The fields of a cart, which change separately: an update of the customer leaves `content` unchanged. */
export interface CartFields {
  content: CartContent
  email: string
  addresses: Addresses
}

/**
 * A row of version 2 has its entries in the lane of the cart, and a row of version 1 in the first lane. The lists of
 * discounts have no lanes. There, rows of version 2 are sorted by creation, and rows of version 1 by last change.
 */
export const rowVersion = 2

export const CartRow = defineEntity('cart', {
  attributes: {
    ...versionedAttributes,
    rowVersion: rowVersionAttribute(rowVersion),
    /** The cart and the order that it becomes have the same token. */
    token: idAttribute<OrderToken>(),
    latest: { ...jsonAttribute<LatestFields<CartFields>>(), required: true },
    creationDate: { type: 'string', required: true },
    modifiedAt: { type: 'string', required: true },
    /** The time in epoch seconds after which DynamoDB deletes an idle cart and its list entries. */
    expiresAt: { type: 'number', required: true },
    discountIds: { type: 'list', items: { type: 'string' } },
    /** The time when the personal data was erased. Events before this time are ignored. */
    erasedAt: { type: 'string' },
  },
  indexes: { byToken: key({ pk: ['account', 'mode', '#carts', 'shard'], sk: ['token'] }) },
})
export type CartRow = EntityItem<typeof CartRow>

export const keyOf = (tenant: Tenant, token: OrderToken) => shardedKey(tenant, { token })
