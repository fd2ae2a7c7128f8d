/** Defines the endpoints of orders. */

import * as z from 'zod'
import { defineEndpoints } from '../http/route.ts'
import { DigitalGood } from './nested-schemas.ts'
import { invalidTokenMessage, Order, OrderChange, OrderPage, OrderParams, OrderQuery } from './schemas.ts'

const captureDetails = `\`Processed\` with \`Paid\` captures the payment of an order that is \`Pending\` and \`Authorized\`.
After a 504 the capture may be under way: repeat the request, which captures nothing twice. After a 402 the order is not
paid. If a part was captured outside of this API, and the gateway captures no more, the order then shows it as
\`capturedAmount\`, and this amount can be refunded. The change in the request is not applied.`

export const api = defineEndpoints('orders', 'Completed orders, their status and their digital goods.', {
  list: {
    method: 'GET',
    path: '/orders',
    purpose: 'Lists completed orders. The newest come first. Filters can be combined.',
    query: OrderQuery,
    reply: OrderPage,
    paging: 'offset',
  },
  get: {
    method: 'GET',
    path: '/orders/{token}',
    purpose: 'Retrieves an order.',
    params: OrderParams,
    invalidIdMessage: invalidTokenMessage,
    reply: Order,
  },
  update: {
    method: 'PUT',
    path: '/orders/{token}',
    purpose:
      'Updates an order. `status` is required; other fields that are not sent stay unchanged. `metadata` replaces the stored metadata.',
    details: captureDetails,
    usesGateway: true,
    params: OrderParams,
    invalidIdMessage: invalidTokenMessage,
    body: OrderChange,
    reply: Order,
    problems: ['precondition_failed', 'conflict', 'capture_under_way'],
  },
  digital: {
    method: 'GET',
    path: '/orders/{token}/digital',
    purpose: 'Lists the downloads of an order. `isValid` shows whether the buyer can still download a file.',
    params: OrderParams,
    invalidIdMessage: invalidTokenMessage,
    reply: z.array(DigitalGood),
  },
})
