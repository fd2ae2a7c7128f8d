/** The second step of capturing an authorized payment. */

import type { CallOptions, Client, Order, OrderChange } from '../../../client/index.ts'
import { useChange } from '../../change/use-change.tsx'
import { problemOf, useSession } from '../../session/api.ts'
import { useFormats } from '../../session/formats.ts'
import { useTexts } from '../../session/language.ts'
import { orderQuery } from '../search.ts'
import { texts as orderTexts } from '../texts.ts'
import { Confirmation, OrderDialog, useDialog } from './dialog.tsx'
import { usePaymentMethod } from './payment.tsx'
import { canCapture, hasGateway } from './payment-state.ts'
import { texts } from './texts.ts'

const captured = { status: 'Processed', paymentStatus: 'Paid' } as const satisfies OrderChange

/** A capture that is under way is sent again, which captures nothing twice. */
const retries = 6

/**
 * If the reply to the first request is lost, the repeated one does not match the version that was shown. The order then
 * shows that it is captured.
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

function useCapture({ token, finalGrandTotal, currency }: Order) {
  const text = useTexts(texts)
  const { columns } = useTexts(orderTexts)
  const { amount } = useFormats()
  const { api } = useSession()
  const { close } = useDialog()
  return useChange({
    query: orderQuery(api, token),
    send: (_: null, call) => capture(api, token, call),
    accept: (order: Order) => order,
    done: text.capturedNow(amount(finalGrandTotal, currency)),
    labels: { status: columns.status, paymentStatus: columns.payment },
    affected: [['orders', 'list']],
    onDone: close,
  })
}

export function CaptureDialog({ order }: { order: Order }) {
  const text = useTexts(texts)
  const { amount } = useFormats()
  const { run, isPending } = useCapture(order)
  const method = usePaymentMethod(order)
  const money = amount(order.finalGrandTotal, order.currency)
  const buyer = order.billingAddress.fullName || order.email
  return (
    <OrderDialog name="capture" title={text.capture(money)} isAllowed={canCapture(order)}>
      <Confirmation
        sentences={[
          hasGateway(order) ? text.captureTakes(money, buyer, method) : text.captureRecords(money),
          text.captureStatus,
          isPending ? text.captureUnderWay : text.notUndoable,
        ]}
        action={text.capture(money)}
        isPending={isPending}
        onConfirm={() => run(null)}
      />
    </OrderDialog>
  )
}
