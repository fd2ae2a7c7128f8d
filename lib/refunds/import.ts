/** Converts the refunds of imported orders to stored refunds. */

import * as z from 'zod'
import { timestamp } from '../core/clock.ts'
import {
  booleanOrFalse,
  listOrEmpty,
  optionalAmount,
  optionalDate,
  optionalNumber,
  optionalText,
} from '../core/event-fields.ts'
import { importStamp, laterOf } from '../core/event-stamp.ts'
import { caseInsensitiveEnum } from '../core/fields.ts'
import type { OrderToken } from '../core/ids.ts'
import { currencyOrDefault } from '../core/money.ts'
import type { Tenant } from '../core/tenant.ts'
import type { StoredRefund } from '../orders/index.ts'
import { idOfReportedRefund, maxReasonLength, refundDefaults } from './apply.ts'
import { RefundCreated } from './checkout-events.ts'
import { maxCommentLength } from './schemas.ts'

const RefundTax = z.object({
  taxName: optionalText.transform(name => name ?? ''),
  taxRate: optionalNumber.transform(rate => rate ?? 0),
  amount: optionalAmount.transform(amount => amount ?? 0),
})

export const ImportedRefund = RefundCreated.omit({ orderToken: true }).extend({
  modificationDate: optionalDate,
  status: caseInsensitiveEnum(['Complete', 'Partial', 'Failed', 'Cancelled']).nullable().catch(null),
  failureReason: optionalText,
  taxes: listOrEmpty(RefundTax),
  notifyCustomer: booleanOrFalse,
})
type ImportedRefund = z.output<typeof ImportedRefund>

interface RefundedOrder extends Tenant {
  token: OrderToken
  currency: string
  /** The time when the order was last modified on the server from which it is imported. */
  modifiedAt: string
}

/** Converts imported refunds. Each key of the result is the id that the refund has in this API. */
export const toStoredRefunds = (
  order: RefundedOrder,
  refunds: readonly ImportedRefund[],
): Record<string, StoredRefund> =>
  Object.fromEntries(
    refunds.map(refund => [idOfReportedRefund(order, order.token, refund.id), storedRefund(order, refund)]),
  )

/** Converts a refund. Uses its order's stamp, because a newer stamp could change the payment status to `Refunded`. */
function storedRefund({ modifiedAt, ...order }: RefundedOrder, refund: ImportedRefund): StoredRefund {
  const stamp = importStamp(modifiedAt)
  const { status, taxes, notifyCustomer, refundedByPaymentGateway, amount, creditNoteNumber } = refund
  const reportedDate = refund.creationDate ?? refund.modificationDate
  const creationDate = reportedDate ?? modifiedAt
  const currency = currencyOrDefault(refund.currency, order.currency)
  const isFailed = status === 'Failed' || status === 'Cancelled'
  const reason = refund.failureReason?.slice(0, maxReasonLength) || null
  return {
    ...refundDefaults(creationDate),
    ...{ amount, taxes, notifyCustomer, refundedByPaymentGateway, stamp, byGateway: false },
    ...(!reportedDate && { madeBefore: laterOf(timestamp(), modifiedAt) }),
    comment: refund.comment?.slice(0, maxCommentLength) || null,
    settledAt: refund.modificationDate ?? creationDate,
    ...(currency !== order.currency.toLowerCase() && { currency }),
    ...(creditNoteNumber && { creditNoteNumber }),
    ...(isFailed ? { failure: { status, reason, stamp } } : { status }),
  }
}
