/** The open cart in the table. */

import { Entity, type EntityItem } from 'electrodb'
import type { Addresses } from '../core/event-address.ts'
import type { LatestFields } from '../core/event-stamp.ts'
import type { Tenant } from '../core/tenant.ts'
import { jsonAttribute, listedAttributes } from '../store/attributes.ts'
import { tableConfig } from '../store/client.ts'
import { key } from '../store/key.ts'
import { shardOf } from '../store/shards.ts'
import type { CartUpdated } from './events.ts'

/** What the checkout says of a cart, and what a shop may put in for the buyer. */
export interface CartFields {
  content: Omit<CartUpdated, 'email' | 'addresses' | 'billingAddress' | 'shippingAddress'>
  email: string
  addresses: Addresses
}

export const CartRow = new Entity(
  {
    model: { entity: 'cart', version: '1', service: 'store' },
    attributes: {
      ...listedAttributes,
      shard: { type: 'string', required: true },
      token: { type: 'string', required: true },
      latest: { ...jsonAttribute<LatestFields<CartFields>>(), required: true },
      creationDate: { type: 'string', required: true },
      modifiedAt: { type: 'string', required: true },
      /** A cart that stays idle goes by itself, and its entries with it; in epoch seconds. */
      expiresAt: { type: 'number', required: true },
      discountIds: { type: 'list', items: { type: 'string' } },
    },
    indexes: {
      byToken: key({ pk: ['account', 'mode', '#carts', 'shard'], sk: ['token'] }),
    },
  },
  tableConfig,
)
export type CartRow = EntityItem<typeof CartRow>

export const keyOf = ({ account, mode }: Tenant, token: string) => ({
  ...{ account, mode, token },
  shard: shardOf(token),
})
