/** The dialog that asks before it captures an authorized payment. */

import type { CallOptions, Client, Order, OrderChange } from '../../../client/index.ts'
import { problemOf, useSession } from '../../session/client.ts'
import { useFormats } from '../../session/formats.ts'
import { useTexts } from '../../session/language.ts'
import { OrderConfirmDialog, useOrderDialog } from './order-dialog.tsx'
import { usePaymentMethod } from './payment.tsx'
import { canCapture, hasGatewayPayment } from './payment-state.ts'
import { texts } from './texts.ts'
import { useOrderChange } from './use-order-change.ts'

const captured = { status: 'Processed', paymentStatus: 'Paid' } as const satisfies OrderChange

/**
 * The maximum number of times that the client repeats the request, for example while the capture is under way.
 * Repeated requests capture the payment only once.
 */
const retries = 6

/**
 * Captures the payment. If the first reply is lost, the repetition fails with 412, because the order has a new ETag.
 * The order is then read again, to see whether the payment is captured.
 */
async function capture(api: Client, token: string, call: CallOptions): Promise<Order> {
  try {
    return await api.orders.update({ token, ...captured }, { ...call, retries })
  } catch (error) {
    if (problemOf(error)?.status !== 412) throw error
    const current = await api.orders.get({ token })
    if (current.paymentStatus !== 'Paid') throw error
    return current
  }
}

export function CaptureDialog({ order }: { order: Order }) {
  const text = useTexts(texts)
  const { api } = useSession()
  const { close } = useOrderDialog()
  const money = useFormats().amount(order.finalGrandTotal, order.currency)
  const { run, isPending } = useOrderChange(order, {
    send: (_, call) => capture(api, order.token, call),
    done: text.capturedNow(money),
    onDone: () => close('capture'),
  })
  const method = usePaymentMethod(order)
  const buyer = order.billingAddress.fullName || order.email
  return (
    <OrderConfirmDialog
      name="capture"
      isAllowed={canCapture(order)}
      sentences={[
        hasGatewayPayment(order) ? text.captureTakes(money, buyer, method) : text.captureRecords(money),
        text.captureStatus,
        isPending ? text.captureUnderWay : text.notUndoable,
      ]}
      action={text.capture(money)}
      isPending={isPending}
      onConfirm={() => run(captured)}
    />
  )
}
