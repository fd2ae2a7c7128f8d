/** Applies the completion of an order to its row. */

import { isDeepStrictEqual } from 'node:util'
import {
  type EventStamp,
  isNested,
  isNewer,
  laterOf,
  mergeLatest,
  oldestStamp,
  type StampedEvent,
} from '../core/event-stamp.ts'
import { normalizeForComparison } from '../core/fields.ts'
import type { CustomerId, OrderToken } from '../core/ids.ts'
import type { Tenant } from '../core/tenant.ts'
import { timeZoneToStore } from '../core/time-zone.ts'
import type { CompletedOrder } from './checkout-events.ts'
import { type OrderContent, orderContentOf } from './content.ts'
import { type CompletedOrderRow, hasContent, keyOf, type OrderRow } from './entity.ts'
import { fieldsOfCompletion, type LatestOrder, mergeOrderFields, noWithdrawals, type OrderFields } from './rules.ts'
import { ledgerAfterChange, ledgerAfterImport, type StockTracking } from './stock-ledger.ts'
import type { IsFreeText } from './stored-object.ts'

/** The data that other modules provide for an order. */
export interface OrderContext {
  customerId: CustomerId | undefined
  discountIds: string[]
  tracking: StockTracking
  /** Used only for an erased order. */
  isFreeText?: IsFreeText
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

interface Stamps {
  stamp: EventStamp
  contentStamp: EventStamp
}

/** An order without a status is `Processed`. This default is older than all events, so it replaces no known status. */
function latestAfter(
  latest: LatestOrder,
  { paymentStatus, ...fields }: Partial<OrderFields>,
  { stamp, contentStamp }: Stamps,
): LatestOrder {
  const merged = mergeLatest(mergeOrderFields(latest, fields, contentStamp), { paymentStatus }, stamp)
  return mergeLatest(merged, { status: 'Processed' }, oldestStamp)
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
  return { ...row, content: addPaymentFields(content, other) }
}

export const addPaymentFields = <Content extends OrderContent>(content: Content, other: OrderContent): Content => ({
  ...content,
  ...Object.fromEntries(paymentFields.map(name => [name, content[name] || other[name]])),
})

type ContentFields = Required<Pick<CompletedOrderRow, 'content' | 'stockLedger' | 'latest'>> & {
  contentStamp: EventStamp
}

interface ContentContext extends Omit<OrderContext, 'tracking' | 'isHistory' | 'contentStamp'> {
  /** False if the row already has newer content. */
  isNewest: boolean
}

export function withContent(before: OrderRow, after: ContentFields, context: ContentContext): OrderRow {
  const { isNewest, erasedAt = before.erasedAt, accountCurrency, timeZone, customerId } = context
  const { latest, content } = after
  const modifiedAt = laterOf(before.modifiedAt, content.modificationDate)
  const erased = erasedAt ? { erasedAt, customerId: before.customerId } : {}
  const discountIds = discountIdsAfter(before, content, context)
  if (!isNewest) return { ...before, ...erased, latest, modifiedAt, discountIds }
  const store = {
    accountCurrency: accountCurrency.toLowerCase(),
    timeZone: hasContent(before) ? before.timeZone : timeZoneToStore(timeZone),
  }
  return { ...before, customerId, discountIds, ...store, ...erased, ...after, modifiedAt }
}

/** Returns the codes of the discounts, and the ids, if any, of those without a code. */
const namesOf = ({ discounts }: OrderContent) =>
  new Set(discounts.map(({ code, discountId, id }) => normalizeForComparison(code || discountId || id)))

/**
 * Returns the ids of the order's discounts. A code that was found at an earlier report may belong to another discount
 * now, or to none. If a report has the same discounts as the stored content, the stored ids therefore stay, and
 * discounts that were created since are added. If a stored id is not found any more, only ids that the newest content
 * itself contains are added. If these are too many, they replace ids that were found by a code.
 */
function discountIdsAfter(before: OrderRow, content: OrderContent, { isNewest, discountIds: found }: ContentContext) {
  const { content: known, discountIds: stored = [] } = before
  if (!known || !isDeepStrictEqual(namesOf(known), namesOf(content))) return isNewest ? found : stored
  const { discounts } = isNewest ? content : known
  const sent = new Set(discounts.flatMap(({ discountId, id }) => [discountId, id].map(normalizeForComparison)))
  const certain = found.filter(id => sent.has(id))
  const areFound = stored.every(id => found.includes(id))
  const ids = [...new Set([...stored, ...(areFound ? found : certain)])]
  const limit = discounts.length
  return ids.length > limit ? [...new Set([...certain, ...ids])].slice(0, limit) : ids
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
