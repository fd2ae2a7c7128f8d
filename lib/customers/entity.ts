/** The customer in the table, and the claims that say whose an e-mail address or an id of the checkout's is. */

import { Entity, type EntityItem } from 'electrodb'
import { emailHash } from '../kit/email.ts'
import type { Facts } from '../kit/stamp.ts'
import { modes, type Tenant } from '../kit/tenant.ts'
import { json, listed } from '../store/attributes.ts'
import { inTable } from '../store/client.ts'
import type { Kind } from '../store/save.ts'
import { shardOf } from '../store/shards.ts'
import { standsOf } from './lists.ts'
import type { Said } from './rules.ts'
import { statuses } from './shapes.ts'

export const CustomerRow = new Entity(
  {
    model: { entity: 'customer', version: '1', service: 'store' },
    attributes: {
      ...listed,
      shard: { type: 'string', required: true },
      id: { type: 'string', required: true },
      facts: { ...json<Facts<Said>>(), required: true },
      status: { type: statuses, required: true },
      creationDate: { type: 'string', required: true },
      ordersCount: { type: 'number', required: true },
      ordersCents: { type: 'number', required: true },
    },
    indexes: {
      byId: {
        pk: {
          field: 'pk',
          composite: ['account', 'mode', 'shard'],
          template: '${account}#${mode}#customers#${shard}',
          casing: 'none',
        },
        sk: { field: 'sk', composite: ['id'], template: '${id}', casing: 'none' },
      },
    },
  },
  inTable,
)
export type CustomerRow = EntityItem<typeof CustomerRow>

export const keyOf = ({ account, mode }: Tenant, id: string) => ({ account, mode, id, shard: shardOf(id) })

export const customerKind: Kind<CustomerRow> = {
  entity: CustomerRow,
  keyOf: row => keyOf(row, row.id),
  lists: standsOf,
}

export const EmailClaim = new Entity(
  {
    model: { entity: 'customer-email', version: '1', service: 'store' },
    attributes: {
      account: { type: 'number', required: true },
      mode: { type: modes, required: true },
      emailHash: { type: 'string', required: true },
      customerId: { type: 'string', required: true },
      /** That customer has another address now, or was deleted, and nobody has taken it since. */
      isFree: { type: 'boolean' },
      /** When the address was given up last: what was said before then is not of whoever has it since. */
      freedAt: { type: 'string' },
    },
    indexes: {
      byEmail: {
        pk: {
          field: 'pk',
          composite: ['account', 'mode', 'emailHash'],
          template: '${account}#${mode}#customer-email#${emailHash}',
          casing: 'none',
        },
        sk: { field: 'sk', composite: [], template: 'claim', casing: 'none' },
      },
    },
  },
  inTable,
)
export type EmailClaim = EntityItem<typeof EmailClaim>

export const claimKeyOf = ({ account, mode }: Tenant, email: string) => ({
  ...{ account, mode },
  emailHash: emailHash(email),
})

export const IdClaim = new Entity(
  {
    model: { entity: 'customer-id', version: '1', service: 'store' },
    attributes: {
      account: { type: 'number', required: true },
      mode: { type: modes, required: true },
      id: { type: 'string', required: true },
      /** Whom the checkout calls so; the same as the id where that was the id of somebody who was deleted. */
      customerId: { type: 'string', required: true },
      /** When they were deleted: what was said before then is not of whoever is called so since. */
      freedAt: { type: 'string' },
    },
    indexes: {
      byId: {
        pk: {
          field: 'pk',
          composite: ['account', 'mode', 'id'],
          template: '${account}#${mode}#customer-id#${id}',
          casing: 'none',
        },
        sk: { field: 'sk', composite: [], template: 'claim', casing: 'none' },
      },
    },
  },
  inTable,
)
export type IdClaim = EntityItem<typeof IdClaim>

export const idKeyOf = ({ account, mode }: Tenant, id: string) => ({ account, mode, id })
