/**
 * Reads the refunds of imported orders, and sets the counter of credit notes, so that new numbers follow the imported
 * ones.
 */

import * as z from 'zod'
import {
  booleanOrFalse,
  listOrEmpty,
  optionalAmount,
  optionalDate,
  optionalNumber,
  optionalText,
} from '../core/event-fields.ts'
import { importStamp } from '../core/event-stamp.ts'
import { caseInsensitiveEnum } from '../core/fields.ts'
import type { OrderToken } from '../core/ids.ts'
import { currencyOrDefault } from '../core/money.ts'
import { validationProblem } from '../core/problem.ts'
import type { Tenant } from '../core/tenant.ts'
import type { StoredRefund } from '../orders/index.ts'
import { conditionalWrite, retryOnConflict } from '../store/conditional-write.ts'
import { maxReasonLength, ownRefundId, unknownRefund } from './apply.ts'
import { CreditNoteCounter } from './entity.ts'
import { RefundCreated } from './events.ts'
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
  creditNoteNumber: optionalText,
  taxes: listOrEmpty(RefundTax),
  notifyCustomer: booleanOrFalse,
})
type ImportedRefund = z.output<typeof ImportedRefund>

interface RefundedOrder extends Tenant {
  token: OrderToken
  currency: string
  /** When the order was last modified at the source. */
  modifiedAt: string
}

/**
 * Returns the refunds, each under our id. If the id at the source is not a GUID, our id is derived from it, as in
 * checkout events.
 */
export const refundsOf = (order: RefundedOrder, refunds: readonly ImportedRefund[]): Record<string, StoredRefund> =>
  Object.fromEntries(refunds.map(refund => [ownRefundId(order, order.token, refund.id), storedRefund(order, refund)]))

/**
 * The refund gets the stamp of its order. Therefore the payment status that the order has at the source is used, and
 * not a status that is derived from its refunds.
 */
function storedRefund({ modifiedAt, ...order }: RefundedOrder, refund: ImportedRefund): StoredRefund {
  const stamp = importStamp(modifiedAt)
  const { status, taxes, notifyCustomer, refundedByPaymentGateway, amount, creditNoteNumber } = refund
  const creationDate = refund.creationDate ?? refund.modificationDate ?? modifiedAt
  const currency = currencyOrDefault(refund.currency, order.currency)
  const isFailed = status === 'Failed' || status === 'Cancelled'
  const reason = refund.failureReason?.slice(0, maxReasonLength) || null
  return {
    ...unknownRefund(creationDate),
    ...{ amount, taxes, notifyCustomer, refundedByPaymentGateway, stamp },
    comment: refund.comment?.slice(0, maxCommentLength) || null,
    settledAt: refund.modificationDate ?? creationDate,
    ...(currency !== order.currency.toLowerCase() && { currency }),
    ...(creditNoteNumber && { creditNoteNumber }),
    ...(isFailed ? { failure: { status, reason, stamp } } : { status }),
  }
}

/**
 * Raises the counter, so that the next credit note has a higher number than these refunds. Their numbers may have any
 * prefix.
 */
export async function raiseCreditNotes(tenant: Tenant, refunds: readonly ImportedRefund[]): Promise<void> {
  const numbers = refunds.map(({ creditNoteNumber }) => Number(/\d+$/.exec(creditNoteNumber ?? '')?.[0] ?? 0))
  const highest = Math.max(0, ...numbers.filter(number => Number.isSafeInteger(number)))
  if (highest > 0) await raiseTo(tenant, highest)
}

/** Raises the counter of credit notes to `number`, unless it is higher. Returns the counter. */
const raiseTo = ({ account, mode }: Tenant, number: number): Promise<number> =>
  retryOnConflict(async () => {
    const { data } = await CreditNoteCounter.get({ account, mode }).go({ consistent: true })
    const last = data?.last ?? 0
    if (last >= number) return last
    await conditionalWrite(() =>
      CreditNoteCounter.put({ account, mode, last: number })
        .where(({ last }, { eq, notExists }) => (data ? eq(last, data.last) : notExists(last)))
        .go(),
    )
    return number
  })

/**
 * Sets the number of the next credit note. Throws if a credit note already has this number or a higher one, because no
 * number may be used twice.
 */
export async function setNextCreditNote(tenant: Tenant, number: number): Promise<void> {
  if (!Number.isSafeInteger(number) || number < 1) throw wrongNumber('must be a whole number of at least 1')
  const last = await raiseTo(tenant, number - 1)
  if (last >= number) throw wrongNumber(`must be at least ${last + 1}, as a credit note has the number ${last}`)
}

const wrongNumber = (fault: string) => validationProblem({ nextCreditNote: [fault] })
