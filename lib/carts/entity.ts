/** The open cart in the table. */

import { Entity, type EntityItem } from 'electrodb'
import type { Facts } from '../kit/stamp.ts'
import type { Tenant } from '../kit/tenant.ts'
import type { Addresses } from '../kit/told-address.ts'
import { json, listed } from '../store/attributes.ts'
import { inTable } from '../store/client.ts'
import type { Kind } from '../store/save.ts'
import { shardOf } from '../store/shards.ts'
import { standsOf } from './lists.ts'
import type { CartUpdated } from './told.ts'

/** What the checkout says of a cart, and what a shop may put in for the buyer. */
export interface Said {
  content: Omit<CartUpdated, 'email' | 'addresses' | 'billingAddress' | 'shippingAddress'>
  email: string
  addresses: Addresses
}

export const CartRow = new Entity(
  {
    model: { entity: 'cart', version: '1', service: 'store' },
    attributes: {
      ...listed,
      shard: { type: 'string', required: true },
      token: { type: 'string', required: true },
      facts: { ...json<Facts<Said>>(), required: true },
      creationDate: { type: 'string', required: true },
      modifiedAt: { type: 'string', required: true },
      /** A cart that stays idle goes by itself, and its entries with it; in epoch seconds. */
      expiresAt: { type: 'number', required: true },
      discountIds: { type: 'list', items: { type: 'string' } },
    },
    indexes: {
      byToken: {
        pk: {
          field: 'pk',
          composite: ['account', 'mode', 'shard'],
          template: '${account}#${mode}#carts#${shard}',
          casing: 'none',
        },
        sk: { field: 'sk', composite: ['token'], template: '${token}', casing: 'none' },
      },
    },
  },
  inTable,
)
export type CartRow = EntityItem<typeof CartRow>

export const keyOf = ({ account, mode }: Tenant, token: string) => ({
  ...{ account, mode, token },
  shard: shardOf(token),
})

export const cartKind: Kind<CartRow> = {
  entity: CartRow,
  keyOf: row => keyOf(row, row.token),
  lists: standsOf,
}
