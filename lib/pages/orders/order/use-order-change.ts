/** The hook that sends a change of an order, and then loads the lists of orders again. */

import type { Order, OrderChange } from '../../../client/index.ts'
import type { Change } from '../../change/change.ts'
import { createTextComparison } from '../../change/notices.tsx'
import { useChange } from '../../change/use-change.tsx'
import { useSession } from '../../session/client.ts'
import { useFormats } from '../../session/formats.ts'
import { useTexts } from '../../session/language.ts'
import { orderQuery } from '../queries.ts'
import { texts as orderTexts } from '../texts.ts'
import { texts } from './texts.ts'

/** A change without a status keeps the status. */
type PartialChange = Partial<OrderChange>
type Options = Partial<Change<Order, PartialChange, Order>> & { done: string }

/** Returns a function that describes what another person has changed, with the labels of the screen. */
function useCompare() {
  const { columns, statuses, payments } = useTexts(orderTexts)
  const { refunded } = useTexts(texts)
  const { amount } = useFormats()
  const fieldsOf = ({ status, paymentStatus, refundsAmount, trackingNumber, trackingUrl, currency }: Order) => ({
    status: statuses[status],
    payment: paymentStatus && payments[paymentStatus],
    refunded: amount(refundsAmount, currency),
    tracking: trackingNumber,
    trackingUrl,
  })
  const labels = {
    status: columns.status,
    payment: columns.payment,
    refunded,
    tracking: columns.tracking,
    trackingUrl: columns.tracking,
  }
  return createTextComparison(labels, fieldsOf)
}

/** The API requires a status, so a change without one gets the status of the order whose ETag is sent. */
export function useOrderChange(order: Order, options: Options) {
  const { token } = order
  const compare = useCompare()
  const { api } = useSession()
  return useChange({
    query: orderQuery(api, token),
    send: (change: PartialChange, call) => {
      const { status } = (call.ifMatch as Order | undefined) ?? order
      return api.orders.update({ token, status, ...change }, call)
    },
    accept: (changed: Order) => changed,
    compare,
    affected: [['orders', 'list']],
    ...options,
  })
}
