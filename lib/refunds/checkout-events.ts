/** Defines the checkout events of refunds. */

import * as z from 'zod'
import { booleanOrFalse, optionalAmount, optionalDate, optionalText, requiredText } from '../core/event-fields.ts'
import { caseInsensitiveEnum, guid } from '../core/fields.ts'

/**
 * Reports a refund. If this API requested the refund, the id is the refund's id in this API. Otherwise, it is an id of
 * another system.
 */
export const RefundCreated = z.object({
  id: requiredText(100),
  orderToken: guid.brand<'OrderToken'>(),
  amount: optionalAmount.pipe(z.number().positive()),
  /** The currency of the refund. If it is absent, the refund has the currency of the order. */
  currency: optionalText,
  comment: optionalText,
  creationDate: optionalDate,
  /** The number of the credit note, if the other system has issued one. Otherwise, this API issues the next one. */
  creditNoteNumber: optionalText,
  refundedByPaymentGateway: z.preprocess(value => value ?? true, booleanOrFalse),
  /** True if the webhook of the payment gateway reports the refund. */
  byGateway: booleanOrFalse,
})
export type RefundCreated = z.output<typeof RefundCreated>

/**
 * Reports that an accepted refund has failed or was canceled. The id is the same as in the refund's `RefundCreated`.
 */
export const RefundFailed = RefundCreated.pick({
  id: true,
  orderToken: true,
  currency: true,
  creationDate: true,
  byGateway: true,
}).extend({
  status: caseInsensitiveEnum(['Failed', 'Cancelled'], { canceled: 'Cancelled' })
    .nullish()
    .transform(status => status ?? ('Failed' as const)),
  reason: optionalText,
  /** The amount, the currency and the date are used if another system has reported the refund with another id. */
  amount: optionalAmount,
})
export type RefundFailed = z.output<typeof RefundFailed>
