/** Captures the payment of an order at the payment gateway. Refunds use some functions of this file too. */

import { timestamp } from '../core/clock.ts'
import { type EventStamp, mergeLatest, mergeLatestNow, stampAfter } from '../core/event-stamp.ts'
import { newId, type OrderToken } from '../core/ids.ts'
import { formatMoney, type MinorUnits, minorUnits } from '../core/money.ts'
import { Problem } from '../core/problem.ts'
import {
  type CaptureOrRefundRequest,
  deleteOperationWrite,
  newOperation,
  type Operation,
  type Reservation,
  requireGateway,
  type Saga,
  takeOverOperation,
} from '../payments/index.ts'
import { change } from '../store/change.ts'
import type { CompletedOrderRow } from './entity.ts'
import { loadOrderRow } from './load.ts'
import { capturedAmountOf, isPartlyCaptured } from './payment.ts'
import type { OrderFields } from './rules.ts'
import type { OrderChange } from './schemas.ts'
import { orderDefinition } from './stored-object.ts'

/** Returns a request to the payment gateway that captures or refunds the payment of the order. */
export const gatewayRequestForOrder = (
  { account, mode, token, content }: CompletedOrderRow,
  asked: Pick<CaptureOrRefundRequest, 'kind' | 'id' | 'transactionId' | 'amount'>,
): CaptureOrRefundRequest => ({
  ...asked,
  order: token,
  paymentAmount: content.finalGrandTotal,
  currency: content.currency,
  tenant: { account, mode },
})

/** The properties that `captureSaga` and `refundSaga` share. */
export const orderSagaBase = {
  definition: orderDefinition,
  load: ({ request }: Operation<unknown, CaptureOrRefundRequest>) =>
    loadOrderRow(request.tenant, request.order as OrderToken, true),
}

interface CaptureDetails {
  /** The change to apply to the order after the payment is captured. */
  change: OrderChange
  stamp: EventStamp
}

export type CaptureOperation = Operation<CaptureDetails, CaptureOrRefundRequest>

/**
 * Returns a new capture, and the row with the id of the capture. The caller saves both. If a capture is already under
 * way, takes over that capture and leaves the row unchanged.
 */
export async function prepareCapture(
  before: CompletedOrderRow,
  transactionId: string,
  change: OrderChange,
): Promise<Reservation<CompletedOrderRow, CaptureOperation>> {
  const { content, captureId } = before
  if (captureId) return { row: before, operation: await takeOverOperation(before, captureId) }
  const gateway = await requireGateway(before)
  const asked = { kind: 'capture', id: newId(), transactionId, amount: content.finalGrandTotal } as const
  const details = { change, stamp: stampAfter(...Object.values(before.latest)) }
  const operation = newOperation(gatewayRequestForOrder(before, asked), details, gateway.identity)
  return { row: { ...before, captureId: asked.id }, operation }
}

/** Throws if only a part of the payment was captured, for example in the dashboard of the gateway. */
export function requireNotPartlyCaptured(row: CompletedOrderRow): void {
  if (!isPartlyCaptured(row)) return
  const { currency, finalGrandTotal } = row.content
  const captured = formatMoney(capturedAmountOf(row) ?? minorUnits(0), currency)
  const message = `The payment gateway has captured ${captured} of ${formatMoney(finalGrandTotal, currency)}, and captures no more.`
  throw new Problem('gateway_refused', { message })
}

export const captureSaga: Saga<CompletedOrderRow, CaptureOperation> = {
  ...orderSagaBase,
  isSettled: ({ settledCaptureId }, id) => settledCaptureId === id,
  settle: (operation, { captured = operation.request.amount }) => settleCapture(operation, captured),
  textsOf: () => ({
    nothingDone: 'Nothing was captured.',
    underWay: 'The capture is under way: repeat the request to wait for it.',
    retryAfterSeconds: 5,
  }),
}

const settleCapture = (operation: CaptureOperation, captured: MinorUnits): Promise<CompletedOrderRow> =>
  change(
    orderDefinition,
    () => orderSagaBase.load(operation),
    (before, alsoWrite) => {
      const { tenant, id } = operation.request
      if (captureSaga.isSettled(before, id)) return null
      alsoWrite(deleteOperationWrite(tenant, id))
      const isWhole = captured >= before.content.finalGrandTotal
      const latest = isWhole ? changedLatest(before.latest, operation.details) : before.latest
      return {
        ...orderDefinition.withoutOperation(before, id),
        settledCaptureId: id,
        modifiedAt: timestamp(),
        latest: mergeLatestNow<OrderFields>(latest, { capturedAmount: captured }),
      }
    },
  )

/**
 * Returns the fields after the change. The changed fields get the stamp of the request, so that newer values are kept.
 * Only the payment status gets a stamp of the current time, because the payment is captured now.
 */
function changedLatest(latest: CompletedOrderRow['latest'], { change, stamp }: CaptureDetails) {
  const { paymentStatus, ...fields } = change
  return mergeLatestNow<OrderFields>(mergeLatest<OrderFields>(latest, fields, stamp), { paymentStatus })
}
