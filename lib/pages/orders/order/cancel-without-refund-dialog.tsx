/** The dialog that asks before it cancels an order. The cancellation changes only the status of the order. */

import type { Order } from '../../../client/index.ts'
import { useFormats } from '../../session/formats.ts'
import { useTexts } from '../../session/language.ts'
import { OrderConfirmDialog, useOrderDialog } from './order-dialog.tsx'
import { canCapture, canRefund, refundableAmount } from './payment-state.ts'
import { texts } from './texts.ts'
import { useOrderChange } from './use-order-change.ts'

export const canCancel = ({ status }: Order) => status !== 'Cancelled'

export function CancelWithoutRefundDialog({ order }: { order: Order }) {
  const text = useTexts(texts)
  const { amount } = useFormats()
  const { close } = useOrderDialog()
  const { run, isPending } = useOrderChange(order, {
    undo: ({ status }) => ({ status }),
    done: text.cancelled,
    onDone: () => close('cancel'),
  })
  const money = (value: number) => amount(value, order.currency)
  const ofPayment = canRefund(order)
    ? text.cancelKeepsPayment(money(refundableAmount(order)))
    : canCapture(order)
      ? text.cancelKeepsAuthorization(money(order.finalGrandTotal))
      : text.cancelMovesNothing
  return (
    <OrderConfirmDialog
      name="cancel"
      isAllowed={canCancel(order)}
      sentences={[text.cancelStatus, ofPayment, text.cancelStock]}
      action={text.cancel}
      isPending={isPending}
      onConfirm={() => run({ status: 'Cancelled' })}
    />
  )
}
