/** The customer in the table, and the claims that say whose an e-mail address or an id of the checkout's is. */

import { Entity, type EntityItem } from 'electrodb'
import { emailHash } from '../core/email.ts'
import type { LatestFields } from '../core/event-stamp.ts'
import { modes, type Tenant } from '../core/tenant.ts'
import { jsonAttribute, listedAttributes } from '../store/attributes.ts'
import { tableConfig } from '../store/client.ts'
import { key } from '../store/key.ts'
import { shardOf } from '../store/shards.ts'
import type { CustomerFields } from './rules.ts'
import { statuses } from './schemas.ts'

export const CustomerRow = new Entity(
  {
    model: { entity: 'customer', version: '1', service: 'store' },
    attributes: {
      ...listedAttributes,
      shard: { type: 'string', required: true },
      id: { type: 'string', required: true },
      latest: { ...jsonAttribute<LatestFields<CustomerFields>>(), required: true },
      status: { type: statuses, required: true },
      creationDate: { type: 'string', required: true },
      ordersCount: { type: 'number', required: true },
      ordersCents: { type: 'number', required: true },
    },
    indexes: {
      byId: key({ pk: ['account', 'mode', '#customers', 'shard'], sk: ['id'] }),
    },
  },
  tableConfig,
)
export type CustomerRow = EntityItem<typeof CustomerRow>

export const keyOf = ({ account, mode }: Tenant, id: string) => ({ account, mode, id, shard: shardOf(id) })

/** Marked as pure, so that the bundles that do not use it leave it out. */
export const EmailClaim = /* @__PURE__ */ new Entity(
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
      byEmail: /* @__PURE__ */ key({
        pk: ['account', 'mode', '#customer-email', 'emailHash'],
        sk: ['#claim'],
      }),
    },
  },
  tableConfig,
)
export type EmailClaim = EntityItem<typeof EmailClaim>

export const emailKeyOf = ({ account, mode }: Tenant, email: string) => ({
  ...{ account, mode },
  emailHash: emailHash(email),
})

/** Marked as pure, so that the bundles that do not use it leave it out. */
export const IdAlias = /* @__PURE__ */ new Entity(
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
      byId: /* @__PURE__ */ key({ pk: ['account', 'mode', '#customer-id', 'id'], sk: ['#claim'] }),
    },
  },
  tableConfig,
)
export type IdAlias = EntityItem<typeof IdAlias>

export const idAliasKeyOf = ({ account, mode }: Tenant, id: string) => ({ account, mode, id })
