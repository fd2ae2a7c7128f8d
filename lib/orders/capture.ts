/** Captures an authorized payment: reserves the capture, asks the gateway, and settles or drops it. */

import { timestamp } from '../core/clock.ts'
import { type EventStamp, mergeLatest, setNow, stampAfter } from '../core/event-stamp.ts'
import { newId, type OrderToken } from '../core/ids.ts'
import { formatMoney, type MinorUnits } from '../core/money.ts'
import { Problem } from '../core/problem.ts'
import {
  endOperation,
  newOperation,
  type Operation,
  type PaymentRequest,
  perform,
  requireGateway,
  resultOf,
  type Steps,
  startOperation,
  takeOver,
} from '../payments/index.ts'
import { retryOnConflict } from '../store/conflict.ts'
import { save } from '../store/save.ts'
import type { CompletedOrderRow } from './entity.ts'
import { orderDefinition } from './lists.ts'
import { loadOrderRow } from './load.ts'
import { paymentRequest, releaseOperation, withoutOperation } from './operations.ts'
import { capturedAmountOf, isPartlyCaptured } from './payment.ts'
import type { OrderFields } from './rules.ts'
import type { OrderChange } from './schemas.ts'

interface CaptureDetails {
  /** The change of the order, which is made once the payment is captured. */
  change: OrderChange
  stamp: EventStamp
}

export type Capture = Operation<CaptureDetails, PaymentRequest>

/** Reserves the capture in the order, or takes over the one under way. */
export async function reserveCapture(
  before: CompletedOrderRow,
  transactionId: string,
  change: OrderChange,
): Promise<Capture> {
  const { content, captureId } = before
  if (captureId) return takeOver(before, captureId)
  const gateway = await requireGateway(before)
  const asked = { kind: 'capture', id: newId(), transactionId, amount: content.finalGrandTotal } as const
  const request = paymentRequest(before, asked)
  const details = { change, stamp: stampAfter(...Object.values(before.latest)) }
  const capture = newOperation(request, details, gateway.identity)
  await save(orderDefinition, { ...before, captureId: request.id }, before, [startOperation(capture)])
  return capture
}

/** The order with its payment captured. */
export async function capture(operation: Capture): Promise<CompletedOrderRow> {
  const row = resultOf(await perform(operation, captureSteps(operation)), {
    nothingDone: 'Nothing was captured.',
    underWay: 'The capture is under way: repeat the request to wait for it.',
    retryAfterSeconds: 5,
  })
  requireCaptured(row)
  return row
}

/** A part may have been captured at the gateway itself, which often releases the rest. */
function requireCaptured(row: CompletedOrderRow): void {
  if (!isPartlyCaptured(row)) return
  const { currency, finalGrandTotal } = row.content
  const captured = formatMoney(capturedAmountOf(row) ?? 0, currency)
  const message = `The payment gateway has captured ${captured} of ${formatMoney(finalGrandTotal, currency)}, and captures no more.`
  throw new Problem('gateway_refused', { message })
}

export const captureSteps = (operation: Capture): Steps<CompletedOrderRow> => ({
  settle: ({ captured = operation.request.amount }) => settleCapture(operation, captured),
  drop: () =>
    releaseOperation(operation, ({ settledCaptureId }) => settledCaptureId === operation.request.id),
})

const settleCapture = ({ request, details }: Capture, captured: MinorUnits): Promise<CompletedOrderRow> =>
  retryOnConflict(async () => {
    const { tenant, id, order } = request
    const before = await loadOrderRow(tenant, order as OrderToken, true)
    /** Another process has settled it. */
    if (before.settledCaptureId === id) return before
    const isWhole = captured >= before.content.finalGrandTotal
    const latest = isWhole ? changedLatest(before.latest, details) : before.latest
    const after = {
      ...withoutOperation(before, id),
      settledCaptureId: id,
      modifiedAt: timestamp(),
      latest: setNow<OrderFields>(latest, { capturedAmount: captured }),
    }
    return (await save(orderDefinition, after, before, [endOperation(tenant, id)])) as CompletedOrderRow
  })

/** The payment status is newer than whatever was set since the capture was requested. */
function changedLatest(latest: CompletedOrderRow['latest'], { change, stamp }: CaptureDetails) {
  const { paymentStatus, ...fields } = change
  return setNow<OrderFields>(mergeLatest<OrderFields>(latest, fields, stamp), { paymentStatus })
}
