/** The customer in the table, the claim of an e-mail address, and the alias of an id. */

import type { EntityItem } from 'electrodb'
import { emailHash } from '../core/email.ts'
import type { LatestFields } from '../core/event-stamp.ts'
import type { CustomerId } from '../core/ids.ts'
import type { Tenant } from '../core/tenant.ts'
import {
  currencyAttribute,
  formAttribute,
  idAttribute,
  jsonAttribute,
  listedAttributes,
  shardedAttributes,
  shardOf,
} from '../store/attributes.ts'
import { bigIntegerAttribute } from '../store/big-integers.ts'
import { defineEntity } from '../store/client.ts'
import { key } from '../store/key.ts'
import type { CustomerFields } from './rules.ts'
import { statuses } from './schemas.ts'

/** Since 2, `accountCurrency` is in lower case. */
export const form = 2

export const CustomerRow = defineEntity('customer', {
  attributes: {
    ...listedAttributes,
    form: formAttribute(form),
    id: idAttribute<CustomerId>(),
    latest: { ...jsonAttribute<LatestFields<CustomerFields>>(), required: true },
    status: { type: statuses, required: true },
    creationDate: { type: 'string', required: true },
    ordersCount: { type: 'number', required: true },
    /** In minor units of `accountCurrency`. */
    ordersAmount: bigIntegerAttribute,
    /** Of those that have not ended. */
    subscriptionsCount: { type: 'number', required: true },
    /** Orders in another currency count, and add nothing to the amount. */
    accountCurrency: { ...currencyAttribute, required: true },
  },
  indexes: { byId: key({ pk: ['account', 'mode', '#customers', 'shard'], sk: ['id'] }) },
})
export type CustomerRow = EntityItem<typeof CustomerRow>

export const keyOf = ({ account, mode }: Tenant, id: CustomerId) => ({ account, mode, id, shard: shardOf(id) })

/** The present or last owner of an e-mail address. It is never deleted, as events may arrive late. */
export const EmailClaim = defineEntity('customer-email', {
  attributes: {
    ...shardedAttributes,
    emailHash: { type: 'string', required: true },
    customerId: idAttribute<CustomerId>(),
    /** Set while the address belongs to no customer: its owner has another one now, or was deleted. */
    isFree: { type: 'boolean' },
    /** The last time the address was given up: an older event is not about its next owner. */
    freedAt: { type: 'string' },
  },
  indexes: { byEmail: key({ pk: ['account', 'mode', '#customer-emails', 'shard'], sk: ['emailHash'] }) },
})
export type EmailClaim = EntityItem<typeof EmailClaim>

export function emailKeyOf({ account, mode }: Tenant, email: string) {
  const hash = emailHash(email)
  return { account, mode, emailHash: hash, shard: shardOf(hash) }
}

/** Another id of a customer: from the checkout, from a merged guest, or of a deleted customer. */
export const IdAlias = defineEntity('customer-id', {
  attributes: {
    ...shardedAttributes,
    id: idAttribute<CustomerId>(),
    /** The same as `id` if that customer was deleted and the id leads to no other one. */
    customerId: idAttribute<CustomerId>(),
    /** When a customer with this id was deleted: an older event is not about its next owner. */
    freedAt: { type: 'string' },
  },
  indexes: { byId: key({ pk: ['account', 'mode', '#customer-ids', 'shard'], sk: ['id'] }) },
})
export type IdAlias = EntityItem<typeof IdAlias>

/** Until when the data of an address or of an id was erased: nothing older is stored about it again. */
export const ErasureRow = defineEntity('erasure', {
  attributes: {
    ...shardedAttributes,
    /** The hash of the address, or the id. */
    subject: { type: 'string', required: true },
    erasedAt: { type: 'string', required: true },
  },
  indexes: { bySubject: key({ pk: ['account', 'mode', '#erasures', 'shard'], sk: ['subject'] }) },
})

export const erasureKeyOf = ({ account, mode }: Tenant, subject: string) => ({
  account,
  mode,
  subject,
  shard: shardOf(subject),
})
