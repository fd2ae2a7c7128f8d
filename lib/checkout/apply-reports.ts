/** Applies the payment gateway's reports of refunds and disputes that arrived before their order. */

import { type EventStamp, eventStamp } from '../core/event-stamp.ts'
import type { OrderToken } from '../core/ids.ts'
import { parseInput } from '../core/validation.ts'
import { type CompletedOrder, StatusChanged } from '../orders/checkout-events.ts'
import * as orders from '../orders/index.ts'
import * as payments from '../payments/index.ts'
import { RefundCreated, RefundFailed } from '../refunds/checkout-events.ts'
import * as refunds from '../refunds/index.ts'
import type { Event } from './events.ts'

type OfStore = Pick<Event<unknown>, 'tenant' | 'store'>

interface OrderOfReports extends OfStore {
  content: Pick<CompletedOrder, 'paymentTransactionId' | 'token'>
}

/** Applies the reports and then removes them. May be repeated if it was interrupted. */
export async function applyReportsAwaitingOrder(
  { tenant, store, content }: OrderOfReports,
  reports: readonly payments.ReportAwaitingOrder[],
): Promise<void> {
  const { paymentTransactionId, token: orderToken } = content
  if (!paymentTransactionId || reports.length === 0) return
  for (const { id, eventName, createdOn, content: reported } of reports) {
    const event = { tenant, store, stamp: eventStamp(createdOn, id) }
    /** An earlier release stored reports without `byGateway`. */
    await applyReportAwaitingOrder(eventName, event, { ...reported, orderToken, byGateway: true })
  }
  await payments.removeReportsAwaitingOrder(tenant, paymentTransactionId, reports)
}

interface WithoutContent extends OfStore {
  stamp: EventStamp
}

function applyReportAwaitingOrder(
  eventName: string,
  event: WithoutContent,
  sent: { orderToken: OrderToken; byGateway: true },
) {
  switch (eventName) {
    case payments.refundFailedEventName:
      return refunds.recordFailure({ ...event, content: parseInput(RefundFailed, sent, 'the failure') })
    case payments.refundCreatedEventName:
      return refunds.record({ ...event, content: parseInput(RefundCreated, sent, 'the refund') })
    default: {
      const content = parseInput(StatusChanged, { ...sent, token: sent.orderToken }, 'the dispute')
      return orders.changeStatus({ ...event, content })
    }
  }
}
