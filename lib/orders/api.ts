/** The endpoints of orders. */

import * as z from 'zod'
import { defineEndpoints } from '../http/route.ts'
import { DigitalGood } from './nested-schemas.ts'
import { Order, OrderChange, OrderPage, OrderQuery, OrderToken } from './schemas.ts'

const invalidIdMessage =
  'No order has this token. GET /orders?invoiceNumber={token} finds an order by its invoice number.'

export const api = defineEndpoints('orders', 'Completed orders, their status and their digital goods.', {
  list: {
    method: 'GET',
    path: '/orders',
    purpose: 'Lists completed orders. The newest come first. Filters can be combined.',
    access: 'read',
    query: OrderQuery,
    reply: OrderPage,
    paging: 'offset',
  },
  get: {
    method: 'GET',
    path: '/orders/{token}',
    purpose: 'Retrieves an order.',
    access: 'read',
    params: OrderToken,
    invalidIdMessage,
    reply: Order,
    problems: ['not_found'],
  },
  update: {
    method: 'PUT',
    path: '/orders/{token}',
    purpose:
      'Updates an order. `status` is required; other fields that are not sent stay unchanged. `metadata` replaces the stored metadata.',
    access: 'write',
    params: OrderToken,
    invalidIdMessage,
    body: OrderChange,
    reply: Order,
    problems: [
      'not_found',
      'precondition_failed',
      'conflict',
      'gateway_not_connected',
      'capture_under_way',
      'gateway_refused',
      'gateway_timeout',
    ],
  },
  digital: {
    method: 'GET',
    path: '/orders/{token}/digital',
    purpose: 'Lists the downloads of an order. These are the files that the buyer can download.',
    access: 'read',
    params: OrderToken,
    invalidIdMessage,
    reply: z.array(DigitalGood),
    problems: ['not_found'],
  },
})
