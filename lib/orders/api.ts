/** The endpoints of orders. */

import * as z from 'zod'
import { defineEndpoints } from '../http/route.ts'
import { DigitalGood } from './nested-schemas.ts'
import { Order, OrderChange, OrderPage, OrderQuery, OrderToken } from './schemas.ts'

export const api = defineEndpoints('orders', 'Completed orders, their status and their digital goods.', {
  list: {
    method: 'GET',
    path: '/orders',
    purpose: 'Lists completed orders, newest first. Filters can be combined.',
    access: 'read',
    query: OrderQuery,
    reply: OrderPage,
    paging: 'offset',
  },
  get: {
    method: 'GET',
    path: '/orders/{token}',
    purpose: 'Returns an order.',
    access: 'read',
    params: OrderToken,
    reply: Order,
    problems: ['not_found'],
  },
  update: {
    method: 'PUT',
    path: '/orders/{token}',
    purpose: 'Updates the status, tracking and metadata of an order. Fields not sent stay unchanged.',
    access: 'write',
    params: OrderToken,
    body: OrderChange,
    reply: Order,
    problems: ['not_found', 'precondition_failed', 'conflict', 'capture_not_available'],
  },
  digital: {
    method: 'GET',
    path: '/orders/{token}/digital',
    purpose: 'Lists the files that the buyer of an order can download.',
    access: 'read',
    params: OrderToken,
    reply: z.array(DigitalGood),
    problems: ['not_found'],
  },
})
