/** Applies the completion of an order to its row. */

import {
  type EventStamp,
  isNested,
  isNewer,
  type LatestFields,
  laterOf,
  mergeLatest,
  type StampedEvent,
} from '../core/event-stamp.ts'
import type { CustomerId, OrderToken } from '../core/ids.ts'
import type { Tenant } from '../core/tenant.ts'
import { timeZoneToStore } from '../core/time-zone.ts'
import type { CompletedOrder } from './checkout-events.ts'
import { orderContentOf } from './content.ts'
import { type CompletedOrderRow, hasContent, keyOf, type OrderRow } from './entity.ts'
import { fieldsOfCompletion, mergeOrderFields, noWithdrawals, type OrderFields } from './rules.ts'
import { ledgerAfterChange, ledgerAfterImport, type StockTracking } from './stock-ledger.ts'

/** The data that other modules provide for an order. */
export interface OrderContext {
  customerId: CustomerId | undefined
  discountIds: string[]
  tracking: StockTracking
  accountCurrency: string
  /** The present time zone of the store. An order keeps the time zone that was stored with its first content. */
  timeZone: string
  /**
   * True if a backfill has loaded the event. If such an event is the first completion of an order, the order never
   * changes the stock.
   */
  isHistory?: boolean
  /** The time when the order was erased, or when its buyer was erased after the order was placed. */
  erasedAt?: string | undefined
  /** The stamp of everything but the payment status. By default, it is the stamp of the event. */
  contentStamp?: EventStamp
}

export function applyCompletion(
  before: OrderRow,
  { content: order, stamp }: Pick<StampedEvent<CompletedOrder>, 'content' | 'stamp'>,
  { tracking, isHistory: isEventOfHistory = false, contentStamp = stamp, ...context }: OrderContext,
): OrderRow {
  const isHistory = before.isHistory || (isEventOfHistory && !hasContent(before)) || undefined
  const content = orderContentOf(order, stamp, context.accountCurrency.toLowerCase())
  const stockLedger = isHistory
    ? ledgerAfterImport(content, before.stockLedger)
    : ledgerAfterChange(content, before.stockLedger, tracking)
  const fields = fieldsOfCompletion(order, content.currency)
  const latest = latestAfter(before.latest, fields, { stamp, contentStamp })
  const after = { content, stockLedger, latest, contentStamp }
  const row = withContent(withPaymentFields(before, after), withPaymentFields(after, before), {
    ...context,
    isNewest: isNewer(contentStamp, before.contentStamp),
  })
  return { ...row, isHistory }
}

type LatestOrder = LatestFields<OrderFields>

interface Stamps {
  stamp: EventStamp
  contentStamp: EventStamp
}

function latestAfter(
  latest: LatestOrder,
  { paymentStatus, ...fields }: Partial<OrderFields>,
  { stamp, contentStamp }: Stamps,
): LatestOrder {
  return mergeLatest(mergeOrderFields(latest, fields, contentStamp), { paymentStatus }, stamp)
}

type Reported = Pick<OrderRow, 'content' | 'contentStamp'>

/** The fields that a payment of a subscription reports, and that `order.completed` may lack. */
const paymentFields = [
  'isRecurringOrder',
  'subscriptionId',
  'parentToken',
  'cardType',
  'creditCardLast4Digits',
] as const

/** Adds these fields to an order that `order.completed` has reported, if `other` is its report by a payment. */
function withPaymentFields<Row extends Reported>(row: Row, { content: other, contentStamp }: Reported): Row {
  const { content } = row
  if (!content || !other || isNested(row.contentStamp) || !isNested(contentStamp)) return row
  const fields = Object.fromEntries(paymentFields.map(name => [name, content[name] || other[name]]))
  return { ...row, content: { ...content, ...fields } }
}

type ContentFields = Required<Pick<CompletedOrderRow, 'content' | 'stockLedger' | 'latest'>> & {
  contentStamp: EventStamp
}

interface ContentContext extends Omit<OrderContext, 'tracking' | 'isHistory' | 'contentStamp'> {
  /** False if the row already has newer content. */
  isNewest: boolean
}

export function withContent(before: OrderRow, after: ContentFields, context: ContentContext): OrderRow {
  const { isNewest, erasedAt = before.erasedAt, accountCurrency, timeZone, ...connected } = context
  const { latest, content } = after
  const modifiedAt = laterOf(before.modifiedAt, content.modificationDate)
  const erased = erasedAt ? { erasedAt, customerId: before.customerId } : {}
  if (!isNewest) return { ...before, ...erased, latest, modifiedAt }
  const store = {
    accountCurrency: accountCurrency.toLowerCase(),
    timeZone: hasContent(before) ? before.timeZone : timeZoneToStore(timeZone),
  }
  return { ...before, ...connected, ...store, ...erased, ...after, modifiedAt }
}

export const emptyOrder = (tenant: Tenant, token: OrderToken): OrderRow => ({
  ...keyOf(tenant, token),
  version: 0,
  latest: {},
  withdrawals: noWithdrawals,
  downloads: {},
  refunds: {},
  modifiedAt: '',
  stockLedger: {},
})
