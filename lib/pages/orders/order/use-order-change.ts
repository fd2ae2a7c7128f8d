/** Sends a change of an order. The lists of orders then load again. */

import type { Order, OrderChange } from '../../../client/index.ts'
import { type Change, useChange } from '../../change/use-change.tsx'
import { useSession } from '../../session/api.ts'
import { useTexts } from '../../session/language.ts'
import { orderQuery } from '../search.ts'
import { texts as orderTexts } from '../texts.ts'

type Options = Partial<Change<Order, OrderChange, Order>> & { done: string }

export function useOrderChange({ token }: Order, options: Options) {
  const { columns } = useTexts(orderTexts)
  const { api } = useSession()
  return useChange({
    query: orderQuery(api, token),
    send: (change: OrderChange, call) => api.orders.update({ token, ...change }, call),
    accept: (changed: Order) => changed,
    labels: { status: columns.status, paymentStatus: columns.payment, trackingNumber: columns.tracking },
    affected: [['orders', 'list']],
    ...options,
  })
}
