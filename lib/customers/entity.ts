/** Defines the table rows of customers, e-mail claims, id aliases and erasures. */

import type { EntityItem } from 'electrodb'
import { emailHash } from '../core/email.ts'
import type { LatestFields } from '../core/event-stamp.ts'
import type { CustomerId } from '../core/ids.ts'
import type { Tenant } from '../core/tenant.ts'
import {
  bigIntegerAttribute,
  currencyAttribute,
  idAttribute,
  jsonAttribute,
  rowVersionAttribute,
  shardedAttributes,
  shardedKey,
} from '../store/attributes.ts'
import { defineEntity } from '../store/client.ts'
import { key } from '../store/key-definitions.ts'
import { versionedAttributes } from '../store/stored-object.ts'
import type { CustomerFields } from './rules.ts'
import { statuses } from './schemas.ts'

/**
 * The version of new rows. Since version 2, `accountCurrency` is in lower case. Since version 3, customers have no
 * entries on lists of all customers. Instead, the lists of all statuses are read as one list.
 */
export const rowVersion = 3

export const CustomerRow = defineEntity('customer', {
  attributes: {
    ...versionedAttributes,
    rowVersion: rowVersionAttribute(rowVersion),
    id: idAttribute<CustomerId>(),
    latest: { ...jsonAttribute<LatestFields<CustomerFields>>(), required: true },
    status: { type: statuses, required: true },
    creationDate: { type: 'string', required: true },
    ordersCount: { type: 'number', required: true },
    /** The total of the orders, in minor units of `accountCurrency`. */
    ordersAmount: bigIntegerAttribute,
    /** The number of subscriptions that have not ended. */
    subscriptionsCount: { type: 'number', required: true },
    /**
     * The currency of `ordersAmount`. Orders in other currencies are counted in `ordersCount`, but are not part of
     * `ordersAmount`.
     */
    accountCurrency: { ...currencyAttribute, required: true },
  },
  indexes: { byId: key({ pk: ['account', 'mode', '#customers', 'shard'], sk: ['id'] }) },
})
export type CustomerRow = EntityItem<typeof CustomerRow>

export const keyOf = (tenant: Tenant, id: CustomerId) => shardedKey(tenant, { id })

/** The present or last owner of an e-mail address. The row is never deleted, because late events may need it. */
export const EmailClaim = defineEntity('customer-email', {
  attributes: {
    ...shardedAttributes,
    emailHash: { type: 'string', required: true },
    customerId: idAttribute<CustomerId>(),
    /** True if no customer has the address now, because its last owner has another address or was deleted. */
    isFree: { type: 'boolean' },
    /** The time when an owner last gave up the address. Earlier events are about that owner or a former owner. */
    freedAt: { type: 'string' },
  },
  indexes: { byEmail: key({ pk: ['account', 'mode', '#customer-emails', 'shard'], sk: ['emailHash'] }) },
})
export type EmailClaim = EntityItem<typeof EmailClaim>

export const emailKeyOf = (tenant: Tenant, email: string) => shardedKey(tenant, { emailHash: emailHash(email) })

/** Maps an id from the checkout, or the id of a merged or deleted customer, to the present customer. */
export const IdAlias = defineEntity('customer-id', {
  attributes: {
    ...shardedAttributes,
    id: idAttribute<CustomerId>(),
    /** The id of a customer, or another alias. If the customer was deleted and not replaced, this is `id` itself. */
    customerId: idAttribute<CustomerId>(),
    /** The time when a customer with this id was deleted. Events before this time are about the deleted customer. */
    freedAt: { type: 'string' },
  },
  indexes: { byId: key({ pk: ['account', 'mode', '#customer-ids', 'shard'], sk: ['id'] }) },
})
export type IdAlias = EntityItem<typeof IdAlias>

/**
 * Records when the data about an e-mail address or an id was erased, so that older events do not store the data again.
 */
export const ErasureRow = defineEntity('erasure', {
  attributes: {
    ...shardedAttributes,
    /** The hash of the e-mail address, or the customer id. */
    subject: { type: 'string', required: true },
    erasedAt: { type: 'string', required: true },
  },
  indexes: { bySubject: key({ pk: ['account', 'mode', '#erasures', 'shard'], sk: ['subject'] }) },
})

export const erasureKeyOf = (tenant: Tenant, subject: string) => shardedKey(tenant, { subject })
