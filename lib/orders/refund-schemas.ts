/** The public form of refunds, and the requests that create them. */

import * as z from 'zod'
import { boolean, caseInsensitiveEnum, dateTime, decimal, guid, text } from '../core/fields.ts'
import { maxAmount } from '../core/money.ts'
import { refundExample, withdrawalExample } from './example.ts'
import { Withdrawal } from './nested-schemas.ts'

export const maxCommentLength = 500
const status = caseInsensitiveEnum(['Complete', 'Partial'])

const RefundTax = z
  .object({ taxName: z.string(), taxRate: z.number(), amount: z.number() })
  .meta({ id: 'RefundTax' })

const example = { ...refundExample, withdrawals: [withdrawalExample] }

export const Refund = z
  .object({
    id: guid,
    orderToken: guid,
    creationDate: dateTime,
    modificationDate: dateTime.describe(
      'When the payment gateway confirmed the refund, when it was recorded, or when it failed.',
    ),
    amount: z.number(),
    currency: z.string(),
    comment: z.string(),
    status: caseInsensitiveEnum(['Complete', 'Partial', 'Failed', 'Cancelled'])
      .nullable()
      .describe(
        'As it was sent. `Failed` or `Cancelled` if the payment gateway took the refund back after it had accepted it: it does not count any more, and no list has it.',
      ),
    failureReason: z
      .string()
      .optional()
      .describe('The reason of the payment gateway. Absent unless the refund was taken back.'),
    creditNoteNumber: z
      .string()
      .optional()
      .describe('Absent if the account did not have the feature `creditNotes` at the time.'),
    taxes: z.array(RefundTax).describe('Empty without `autoRefundTaxes`.'),
    notifyCustomer: z.boolean(),
    refundedByPaymentGateway: z.boolean().describe('False for refunds that were only recorded.'),
    withdrawals: z.array(Withdrawal).describe('The withdrawals of the order that were not refused.'),
  })
  .meta({ id: 'Refund', examples: [example] })
export type Refund = z.output<typeof Refund>

export const OrderRefund = Refund.omit({ withdrawals: true }).meta({ id: 'OrderRefund' })
export type OrderRefund = z.output<typeof OrderRefund>

export const RefundId = z.object({ token: guid.brand<'OrderToken'>(), id: guid })

export const RefundRequest = z
  .object({
    /** An amount that is not positive is reported together with the other faults, which need the order. */
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
      .describe('Whether to record the taxes in the amount, in proportion. Defaults to false.'),
    notifyCustomer: boolean.nullish().describe('Whether to send a mail to the buyer. Defaults to false.'),
  })
  .meta({ id: 'RefundRequest' })
export type RefundRequest = z.output<typeof RefundRequest>

/** The earlier form. */
export const RefundRequestV1 = RefundRequest.pick({ amount: true, comment: true }).meta({
  id: 'RefundRequestV1',
})
