/** Subscriptions of both engines in the table, and their invoices. */

import { CustomAttributeType, Entity, type EntityItem } from 'electrodb'
import type { LatestFields } from '../core/event-stamp.ts'
import type { CustomerId, OrderToken, SubscriptionId } from '../core/ids.ts'
import type { Tenant } from '../core/tenant.ts'
import {
  idAttribute,
  jsonAttribute,
  listedAttributes,
  shardOf,
  tenantAttributes,
} from '../store/attributes.ts'
import { tableConfig } from '../store/client.ts'
import { key, sparseKey } from '../store/key.ts'
import type { SubscriptionFields } from './content.ts'
import { type InvoiceTotals, invoiceStates, type LatestInvoice } from './invoice-rules.ts'
import { type Changes, engines } from './rules.ts'

export const SubscriptionRow = new Entity(
  {
    model: { entity: 'subscription', version: '1', service: 'store' },
    attributes: {
      ...listedAttributes,
      id: idAttribute<SubscriptionId>(),
      engine: { type: engines, required: true },
      /** Without its content until the subscription itself has arrived: an invoice may come first. */
      latest: { ...jsonAttribute<LatestFields<SubscriptionFields>>(), required: true },
      changes: { ...jsonAttribute<Changes>(), required: true },
      creationDate: { type: 'string', required: true },
      modifiedAt: { type: 'string', required: true },
      customerId: { type: CustomAttributeType<CustomerId>('string') },
      /** Absent while there is no invoice. Every write of an invoice writes them in the same transaction. */
      totals: jsonAttribute<InvoiceTotals>(),
      /** Since then, no event brings personal data into the subscription. */
      erasedAt: { type: 'string' },
      /** Of its address: an erasure that is repeated finds a subscription that has not ended. */
      erasedEmailHash: { type: 'string' },
      /** The operation under way at the gateway. */
      changeId: { type: 'string' },
      /** The last one that was settled: settling it again changes nothing. */
      settledChangeId: { type: 'string' },
      /** Empty unless a requested cancellation has not taken effect. */
      endsAt: { type: 'string', required: true, default: '' },
    },
    indexes: {
      byId: key({ pk: ['account', 'mode', '#subscriptions', 'shard'], sk: ['id'] }),
      /** Has no other rows than those that are going to end. */
      ending: sparseKey('endsAt', { pk: ['#ending-subscriptions'], sk: ['endsAt', 'id'] }),
    },
  },
  tableConfig,
)

/** Rows of their own, as there are hundreds after ten years of weekly payments; together they are one query. */
export const InvoiceRow = new Entity(
  {
    model: { entity: 'subscription-invoice', version: '1', service: 'store' },
    attributes: {
      ...tenantAttributes,
      subscriptionId: idAttribute<SubscriptionId>(),
      token: idAttribute<OrderToken>(),
      latest: { ...jsonAttribute<LatestInvoice>(), required: true },
      /** What the payment status of the order says. Absent while that is unknown. */
      orderState: { type: invoiceStates },
    },
    indexes: {
      bySubscription: key({ pk: ['account', 'mode', '#invoices', 'subscriptionId'], sk: ['token'] }),
    },
  },
  tableConfig,
)

/** Of which subscriptions an order is an invoice, for when its payment changes. Marked as pure, like the credit notes. */
export const InvoiceOrderRow = new Entity(
  {
    model: { entity: 'subscription-order', version: '1', service: 'store' },
    attributes: {
      ...tenantAttributes,
      shard: { type: 'string', required: true },
      token: idAttribute<OrderToken>(),
      subscriptionId: idAttribute<SubscriptionId>(),
    },
    indexes: {
      byOrder: key({ pk: ['account', 'mode', '#invoice-orders', 'shard'], sk: ['token', 'subscriptionId'] }),
    },
  },
  tableConfig,
)

export const invoiceOrderKeyOf = ({ account, mode }: Tenant, token: OrderToken) => ({
  account,
  mode,
  token,
  shard: shardOf(token),
})

export type InvoiceRow = EntityItem<typeof InvoiceRow>
export type SubscriptionRow = EntityItem<typeof SubscriptionRow>

/** Only these are subscriptions to callers. */
export type KnownSubscriptionRow = SubscriptionRow & {
  latest: Required<Pick<LatestFields<SubscriptionFields>, 'content' | 'schedule'>>
}

export const isKnown = (row: SubscriptionRow | null): row is KnownSubscriptionRow =>
  row?.latest.content !== undefined

export const keyOf = ({ account, mode }: Tenant, id: SubscriptionId) => ({
  account,
  mode,
  id,
  shard: shardOf(id),
})
