/** The values of the input form of a refund, and the request body that is made from them. */

import type { FormErrors, UseFormReturnType } from '@mantine/form'
import type { Order } from '../../../../client/index.ts'
import { toAsciiAddress } from '../../../../core/mail-address.ts'
import { toMinorUnits } from '../../../../core/money.ts'
import { isUnclear, numberOrNull } from '../../../form/number-text.ts'
import { refundableAmount } from '../payment-state.ts'
import { type RefundSelection, selectedAmounts } from './amounts.ts'
import type { RefundRequest } from './sent-refund.ts'

export const kinds = ['all', 'lines', 'amount'] as const

export interface RefundValues {
  kind: (typeof kinds)[number]
  amount: number | string
  quantities: (number | string)[]
  shipping: boolean
  comment: string
  autoRefundTaxes: boolean
  notifyCustomer: boolean
}

export type RefundForm = UseFormReturnType<RefundValues>

export const maxCommentLength = 500

/** Returns whether the API accepts a refund of the order with a mail to the buyer. */
export const canSendMail = ({ email }: Order) => toAsciiAddress(email) !== null

interface Start {
  /** A refused refund, whose values the input form shows again. */
  refused: RefundRequest | null
  /** The id of the withdrawal whose items are refunded. */
  withdrawal: string | undefined
}

/** Returns, for each item of the order, the quantity that the buyer returns with the withdrawal. */
function withdrawnQuantities({ items, withdrawals }: Order, id: string | undefined): number[] {
  const returned = withdrawals.find(withdrawal => withdrawal.id === id)?.items ?? []
  return items.map(({ uniqueId, quantity }) =>
    Math.min(returned.find(({ itemUniqueId }) => itemUniqueId === uniqueId)?.quantity ?? 0, quantity),
  )
}

export function initialValues(order: Order, { refused, withdrawal }: Start): RefundValues {
  const quantities = withdrawnQuantities(order, withdrawal)
  const isByLine = quantities.some(quantity => quantity > 0)
  return {
    kind: refused ? 'amount' : isByLine ? 'lines' : 'all',
    amount: refused?.amount ?? '',
    quantities,
    shipping: false,
    comment: refused?.comment ?? '',
    autoRefundTaxes: refused?.autoRefundTaxes ?? order.taxes.length > 0,
    notifyCustomer: canSendMail(order) && (refused?.notifyCustomer ?? false),
  }
}

/** Returns the selected lines. A quantity that is empty or cannot be read counts as 0. */
export const selectionOf = ({ quantities, shipping }: RefundValues): RefundSelection => ({
  quantities: quantities.map(quantity => (typeof quantity === 'number' ? quantity : 0)),
  shipping,
})

/** Returns an error for each quantity that cannot be read. Its input explains the error. */
export const unclearQuantities = ({ kind, quantities }: RefundValues): FormErrors =>
  Object.fromEntries(quantities.map((quantity, n) => [`quantities.${n}`, kind === 'lines' && isUnclear(quantity)]))

/** Returns NaN if the amount or a quantity cannot be read. */
export function amountOf(order: Order, values: RefundValues): number {
  if (values.kind === 'all') return refundableAmount(order)
  if (values.kind === 'amount') return numberOrNull(values.amount) ?? 0
  return values.quantities.some(isUnclear) ? Number.NaN : selectedAmounts(order, selectionOf(values)).total
}

/** Returns the request body. The status `Complete` makes the API refuse the refund if a part was refunded meanwhile. */
export function requestOf(order: Order, form: RefundValues): RefundRequest {
  const amount = amountOf(order, form)
  const units = (value: number) => toMinorUnits(value, order.currency)
  return {
    amount,
    comment: form.comment.trim() || null,
    status: units(amount) === units(refundableAmount(order)) ? 'Complete' : 'Partial',
    autoRefundTaxes: form.autoRefundTaxes && order.taxes.length > 0,
    notifyCustomer: form.notifyCustomer,
  }
}
