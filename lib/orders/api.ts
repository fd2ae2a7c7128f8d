/** The orders' endpoints. */

import * as z from 'zod'
import { defineEndpoints } from '../http/route.ts'
import { DigitalGood, Order, OrderChange, OrderPage, OrderQuery, OrderToken } from './schemas.ts'

export const api = defineEndpoints('orders', 'What buyers have ordered, and what becomes of it.', {
  list: {
    method: 'GET',
    path: '/orders',
    purpose: 'Lists the completed orders, newest first; filters may be combined.',
    access: 'read',
    query: OrderQuery,
    reply: OrderPage,
    paging: 'offset',
  },
  get: {
    method: 'GET',
    path: '/orders/{token}',
    purpose: 'Gives one order.',
    access: 'read',
    params: OrderToken,
    reply: Order,
    problems: ['not_found'],
  },
  update: {
    method: 'PUT',
    path: '/orders/{token}',
    purpose: 'Changes the status of an order, its parcel and its metadata; what is not sent stays as it is.',
    access: 'write',
    params: OrderToken,
    body: OrderChange,
    reply: Order,
    problems: ['not_found', 'precondition_failed', 'conflict', 'capture_not_available'],
  },
  digital: {
    method: 'GET',
    path: '/orders/{token}/digital',
    purpose: 'Lists the files that the order lets its buyer download.',
    access: 'read',
    params: OrderToken,
    reply: z.array(DigitalGood),
    problems: ['not_found'],
  },
})
