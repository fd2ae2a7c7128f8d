/** How the completion of an order changes its row. */

import { type EventStamp, isNewer, laterOf, mergeLatest } from '../core/event-stamp.ts'
import type { CustomerId, OrderToken } from '../core/ids.ts'
import type { Tenant } from '../core/tenant.ts'
import { orderContentOf } from './content.ts'
import { keyOf, type OrderRow } from './entity.ts'
import type { CompletedOrder } from './events.ts'
import { fieldsOfCompletion, noWithdrawals } from './rules.ts'
import { ledgerAfter, type Tracking } from './stock-ledger.ts'

/** What other modules know of an order. */
export interface OrderContext {
  customerId: CustomerId | undefined
  discountIds: string[]
  /** Of its products. */
  tracking: Tracking
  accountCurrency: string
  /** Present if the personal data of its buyer was erased after the order. */
  erasedAt?: string | undefined
}

interface Completion {
  order: CompletedOrder
  stamp: EventStamp
  context: OrderContext
}

export function applyCompletion(before: OrderRow, { order, stamp, context }: Completion): OrderRow {
  const { tracking, erasedAt = before.erasedAt, ...others } = context
  const connected = { ...others, accountCurrency: others.accountCurrency.toLowerCase() }
  const latest = mergeLatest(before.latest, fieldsOfCompletion(order), stamp)
  const content = orderContentOf(order, stamp, connected.accountCurrency)
  const modifiedAt = laterOf(before.modifiedAt, content.modificationDate)
  const erased = erasedAt ? { erasedAt, customerId: before.customerId } : {}
  if (!isNewer(stamp, before.contentStamp)) return { ...before, ...erased, latest, modifiedAt }
  const stockLedger = ledgerAfter(content, before.stockLedger, tracking)
  const completed = { ...before, ...connected, ...erased, stockLedger, latest, content, modifiedAt }
  return { ...completed, contentStamp: stamp }
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
