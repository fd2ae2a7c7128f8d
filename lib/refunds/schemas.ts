/** Defines the public representation of refunds, and the requests that create them. */

import * as z from 'zod'
import { boolean, caseInsensitiveEnum, decimal, guid, text } from '../core/fields.ts'
import { maxAmount } from '../core/money.ts'
import { OrderRefund, Withdrawal } from '../orders/nested-schemas.ts'
import { OrderParams } from '../orders/schemas.ts'

export const maxCommentLength = 500
const status = caseInsensitiveEnum(['Complete', 'Partial'])

export const Refund = OrderRefund.extend({
  withdrawals: z.array(Withdrawal).describe('The withdrawals of the order that were not refused.'),
}).meta({ id: 'Refund' })
export type Refund = z.output<typeof Refund>

export const RefundParams = OrderParams.extend({ id: guid })

export const RefundRequest = z
  .object({
    /** Amounts of 0 or less pass the schema, because `requireRefundable` reports them together with other faults. */
    amount: decimal({ min: -maxAmount, max: maxAmount }).meta({
      minimum: undefined,
      exclusiveMinimum: 0,
      description:
        'In the currency of the order, rounded to its decimals. At most what is left of the order, and at least the minimum of the payment gateway, unless it is all that is left.',
    }),
    comment: text(maxCommentLength).nullish(),
    status: status.nullish().describe('`Complete` requires the amount to be all that is left.'),
    autoRefundTaxes: boolean
      .nullish()
      .describe('Whether to record how much of each tax the amount contains. Defaults to false.'),
    notifyCustomer: boolean.nullish().describe('Whether to send a mail to the buyer. Defaults to false.'),
  })
  .meta({ id: 'RefundRequest' })
export type RefundRequest = z.output<typeof RefundRequest>

export const RefundRequestV1 = RefundRequest.pick({ amount: true, comment: true }).meta({ id: 'RefundRequestV1' })
