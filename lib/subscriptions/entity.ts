/** Defines the rows of subscriptions of both engines, and of their invoices. */

import { CustomAttributeType, type EntityItem } from 'electrodb'
import type { LatestFields } from '../core/event-stamp.ts'
import type { CustomerId, OrderToken, SubscriptionId } from '../core/ids.ts'
import type { Tenant } from '../core/tenant.ts'
import { idAttribute, jsonAttribute, shardedAttributes, shardedKey, tenantAttributes } from '../store/attributes.ts'
import { defineEntity } from '../store/client.ts'
import { key, sparseKey } from '../store/key.ts'
import { listedAttributes } from '../store/stored-object.ts'
import type { SubscriptionFields } from './content.ts'
import { type InvoiceTotals, invoiceStates, type LatestInvoice } from './invoice-rules.ts'
import { type Changes, engines } from './rules.ts'

export const SubscriptionRow = defineEntity('subscription', {
  attributes: {
    ...listedAttributes,
    id: idAttribute<SubscriptionId>(),
    engine: { type: engines, required: true },
    /** The newest values of the fields. There is no content if an invoice arrived before the subscription itself. */
    latest: { ...jsonAttribute<LatestFields<SubscriptionFields>>(), required: true },
    changes: { ...jsonAttribute<Changes>(), required: true },
    creationDate: { type: 'string', required: true },
    modifiedAt: { type: 'string', required: true },
    customerId: { type: CustomAttributeType<CustomerId>('string') },
    /** The totals of all invoices, updated in the transaction of each invoice; absent while there is no invoice. */
    totals: jsonAttribute<InvoiceTotals>(),
    /** When the personal data was erased. From then on, no event adds personal data to the subscription. */
    erasedAt: { type: 'string' },
    /**
     * The hash of the e-mail address, which may be erased while the subscription still runs. A repeated erasure finds
     * the subscription by this hash.
     */
    erasedEmailHash: { type: 'string' },
    /** The id of the operation under way at the gateway; absent if there is none. */
    changeId: { type: 'string' },
    /** The id of the operation that was settled last. Settling it again has no effect. */
    settledChangeId: { type: 'string' },
    /** When a requested cancellation takes effect; empty if none was requested or it has taken effect. */
    endsAt: { type: 'string', required: true, default: '' },
  },
  indexes: {
    byId: key({ pk: ['account', 'mode', '#subscriptions', 'shard'], sk: ['id'] }),
    ending: sparseKey('endsAt', { pk: ['#ending-subscriptions'], sk: ['endsAt', 'id'] }),
  },
})

/** Each invoice is a row, as a subscription may have hundreds of invoices. One query reads them all. */
export const InvoiceRow = defineEntity('subscription-invoice', {
  attributes: {
    ...tenantAttributes,
    subscriptionId: idAttribute<SubscriptionId>(),
    token: idAttribute<OrderToken>(),
    latest: { ...jsonAttribute<LatestInvoice>(), required: true },
    /** The state that the payment status of the order implies; absent while the order is unknown. */
    orderState: { type: invoiceStates },
  },
  indexes: { bySubscription: key({ pk: ['account', 'mode', '#invoices', 'subscriptionId'], sk: ['token'] }) },
})

/** Connects an order with the subscriptions that it pays for, so that a change of its payment finds their invoices. */
export const InvoiceOrderRow = defineEntity('subscription-order', {
  attributes: { ...shardedAttributes, token: idAttribute<OrderToken>(), subscriptionId: idAttribute<SubscriptionId>() },
  indexes: { byOrder: key({ pk: ['account', 'mode', '#invoice-orders', 'shard'], sk: ['token', 'subscriptionId'] }) },
})

export const invoiceOrderKeyOf = (tenant: Tenant, token: OrderToken) => shardedKey(tenant, { token })

export type InvoiceRow = EntityItem<typeof InvoiceRow>
export type SubscriptionRow = EntityItem<typeof SubscriptionRow>

/** A subscription that has content. Subscriptions without content are not visible to callers. */
export type KnownSubscriptionRow = SubscriptionRow & {
  latest: Required<Pick<LatestFields<SubscriptionFields>, 'content' | 'schedule'>>
}

export const isKnown = (row: SubscriptionRow | null): row is KnownSubscriptionRow => row?.latest.content !== undefined

export const keyOf = (tenant: Tenant, id: SubscriptionId) => shardedKey(tenant, { id })
