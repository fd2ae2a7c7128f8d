/** Defines the rows of orders and of their stock movements. */

import { CustomAttributeType, type EntityItem } from 'electrodb'
import type { LatestFields } from '../core/event-stamp.ts'
import type { CustomerId, OrderToken, ProductId } from '../core/ids.ts'
import type { Tenant } from '../core/tenant.ts'
import {
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
import type { OrderContent } from './content.ts'
import type { OrderFields, Withdrawals } from './rules.ts'
import type { StockLedger, StockLine } from './stock-ledger.ts'
import type { Refunds } from './stored-refunds.ts'

/**
 * The version of new rows. Since version 2, `accountCurrency` is in lower case. Since version 3, sales are spread over
 * several lists, and entries on the list of all orders have facets (filter values) only for filters without a list.
 */
export const rowVersion = 3

/** Returns whether the list entries of the row were written before version 3. Saving the row replaces these entries. */
export const hasListEntriesBeforeVersion3 = ({ rowVersion: version = 1 }: Pick<OrderRow, 'rowVersion'>) => version < 3

export const OrderRow = defineEntity('order', {
  attributes: {
    ...versionedAttributes,
    rowVersion: rowVersionAttribute(rowVersion),
    token: idAttribute<OrderToken>(),
    /** This field is absent until the order is completed. Other events of the order may create the row first. */
    content: jsonAttribute<OrderContent>(),
    contentStamp: { type: 'string' },
    /** The store's currency when the content was saved. */
    accountCurrency: currencyAttribute,
    /** The store's time zone when the order first got its content. Absent if it was UTC. */
    timeZone: { type: 'string' },
    latest: { ...jsonAttribute<LatestFields<OrderFields>>(), required: true },
    withdrawals: { ...jsonAttribute<Withdrawals>(), required: true },
    /** The number of downloads of each file, by file id. */
    downloads: { ...jsonAttribute<Record<string, number>>(), required: true },
    refunds: { ...jsonAttribute<Refunds>(), required: true },
    /** The id of the operation that captures the payment; absent if no capture is under way. */
    captureId: { type: 'string' },
    /** The id of the last settled capture. A capture with this id is not settled again. */
    settledCaptureId: { type: 'string' },
    modifiedAt: { type: 'string', required: true },
    customerId: { type: CustomAttributeType<CustomerId>('string') },
    discountIds: { type: 'list', items: { type: 'string' } },
    /** The time when the personal data was erased. Later events add no personal data to the order. */
    erasedAt: { type: 'string' },
    stockLedger: { ...jsonAttribute<StockLedger>(), required: true },
    /** True if the order first got its content from an import or a backfill. Such an order never changes the stock. */
    isHistory: { type: 'boolean' },
  },
  indexes: { byToken: key({ pk: ['account', 'mode', '#orders', 'shard'], sk: ['token'] }) },
})

/**
 * A change of a product's stock that an order causes. The row is deleted after the stock is changed. While a product
 * sells fast, its movements are spread over several lanes (partitions), each in a different shard (see `lanesOfOrder`).
 */
export const StockMovementRow = defineEntity('stock-movement', {
  attributes: {
    ...shardedAttributes,
    productId: idAttribute<ProductId>(),
    /** The id begins with the time of recording, so movements sort by time. */
    id: { type: 'string', required: true },
    token: idAttribute<OrderToken>(),
    lines: { ...jsonAttribute<StockLine[]>(), required: true },
    recordedAt: { type: 'string', required: true },
  },
  indexes: { byProduct: key({ pk: ['account', 'mode', '#stock-movements', 'shard'], sk: ['productId', 'id'] }) },
})
export type StockMovementRow = EntityItem<typeof StockMovementRow>

export type OrderRow = EntityItem<typeof OrderRow>
/** The row of a completed order. The API shows no other orders. */
export type CompletedOrderRow = OrderRow & { content: OrderContent; accountCurrency: string }

export const keyOf = (tenant: Tenant, token: OrderToken) => shardedKey(tenant, { token })

export const hasContent = (row: OrderRow | null): row is CompletedOrderRow => row?.content !== undefined
