/** Defines the rows of V1 and V3 subscriptions, and of their invoices. */

import { CustomAttributeType, type EntityItem } from 'electrodb'
import { isNested, type LatestFields } from '../core/event-stamp.ts'
import type { CustomerId, OrderToken, SubscriptionId } from '../core/ids.ts'
import type { Tenant } from '../core/tenant.ts'
import { idAttribute, jsonAttribute, shardedAttributes, shardedKey, tenantAttributes } from '../store/attributes.ts'
import { defineEntity } from '../store/client.ts'
import { key, sparseKey } from '../store/key-definitions.ts'
import { versionedAttributes } from '../store/stored-object.ts'
import { type InvoiceTotals, invoiceStates, type LatestInvoice } from './invoice-rules.ts'
import { type Changes, engines } from './rules.ts'
import type { SubscriptionFields } from './stored-fields.ts'

export const SubscriptionRow = defineEntity('subscription', {
  attributes: {
    ...versionedAttributes,
    id: idAttribute<SubscriptionId>(),
    engine: { type: engines, required: true },
    /** The newest value of each field. The content is absent while only an invoice of the subscription has arrived. */
    latest: { ...jsonAttribute<LatestFields<SubscriptionFields>>(), required: true },
    changes: { ...jsonAttribute<Changes>(), required: true },
    creationDate: { type: 'string', required: true },
    modifiedAt: { type: 'string', required: true },
    customerId: { type: CustomAttributeType<CustomerId>('string') },
    /** The totals of all invoices. The transaction that writes an invoice also updates the totals. */
    totals: jsonAttribute<InvoiceTotals>(),
    /** The store's time zone when the subscription was first reported. Absent if it was UTC. */
    timeZone: { type: 'string' },
    /** The time when the personal data was erased. Later events add no personal data to the subscription. */
    erasedAt: { type: 'string' },
    /** The hash of the erased e-mail address. A repeated erasure finds the subscription by this hash. */
    erasedEmailHash: { type: 'string' },
    /** The id of the operation under way at the gateway. It is absent if there is none. */
    changeId: { type: 'string' },
    /** The id of the last settled operation. An operation with this id is not settled again. */
    settledChangeId: { type: 'string' },
    /** The ids of the operations that were settled before it, newest first. */
    earlierChangeIds: { type: 'list', items: { type: 'string' } },
    /** The time when a requested cancellation takes effect; empty if no cancellation is pending. */
    endsAt: { type: 'string', required: true, default: '' },
  },
  indexes: {
    byId: key({ pk: ['account', 'mode', '#subscriptions', 'shard'], sk: ['id'] }),
    ending: sparseKey('endsAt', { pk: ['#ending-subscriptions'], sk: ['endsAt', 'id'] }),
  },
})

/** Each invoice has its own row, because a subscription may have hundreds of invoices. */
export const InvoiceRow = defineEntity('subscription-invoice', {
  attributes: {
    ...tenantAttributes,
    subscriptionId: idAttribute<SubscriptionId>(),
    token: idAttribute<OrderToken>(),
    latest: { ...jsonAttribute<LatestInvoice>(), required: true },
    /** The state that the payment status of the order implies. It is absent while the order is unknown. */
    orderState: { type: invoiceStates },
  },
  indexes: { bySubscription: key({ pk: ['account', 'mode', '#invoices', 'subscriptionId'], sk: ['token'] }) },
})

/** Connects an order with a subscription, so that the invoice is found when the payment status of the order changes. */
export const InvoiceOrderRow = defineEntity('subscription-order', {
  attributes: { ...shardedAttributes, token: idAttribute<OrderToken>(), subscriptionId: idAttribute<SubscriptionId>() },
  indexes: { byOrder: key({ pk: ['account', 'mode', '#invoice-orders', 'shard'], sk: ['token', 'subscriptionId'] }) },
})

export const invoiceOrderKeyOf = (tenant: Tenant, token: OrderToken) => shardedKey(tenant, { token })

export type InvoiceRow = EntityItem<typeof InvoiceRow>
export type SubscriptionRow = EntityItem<typeof SubscriptionRow>

/** The row of a subscription with content. The API does not show other subscriptions. */
export type SubscriptionRowWithContent = SubscriptionRow & {
  latest: Required<Pick<LatestFields<SubscriptionFields>, 'content' | 'schedule'>>
}

export const hasContent = (row: SubscriptionRow | null): row is SubscriptionRowWithContent =>
  row?.latest.content !== undefined

/** Returns undefined if no report of the subscription has a currency. The stored one is then that of the account. */
export function reportedCurrencyOf({ latest: { content } }: SubscriptionRow): string | undefined {
  if (!content || isNested(content.value.currencyStamp ?? content.stamp)) return undefined
  return content.value.currency
}

export const keyOf = (tenant: Tenant, id: SubscriptionId) => shardedKey(tenant, { id })
