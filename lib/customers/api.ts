/** The customers' endpoints. */

import * as z from 'zod'
import { defineEndpoints } from '../http/route.ts'
import { Order } from '../orders/schemas.ts'
import {
  Customer,
  CustomerChange,
  CustomerId,
  CustomerPage,
  CustomerQuery,
  NestedCustomer,
  OrdersQuery,
} from './schemas.ts'

export const api = defineEndpoints('customers', 'Who has bought, or has registered to.', {
  list: {
    method: 'GET',
    path: '/customers',
    purpose: 'Lists the customers, those with the most orders first unless another order is asked for.',
    access: 'read',
    query: CustomerQuery,
    reply: CustomerPage,
    paging: 'offset',
  },
  get: {
    method: 'GET',
    path: '/customers/{id}',
    purpose: 'Gives one customer.',
    access: 'read',
    params: CustomerId,
    reply: Customer,
    problems: ['not_found'],
  },
  orders: {
    method: 'GET',
    path: '/customers/{id}/orders',
    purpose: "Lists a customer's orders, newest first, without those still in progress.",
    access: 'read',
    params: CustomerId,
    query: OrdersQuery,
    reply: z.array(Order),
    paging: 'link',
    problems: ['not_found'],
  },
  update: {
    method: 'PUT',
    path: '/customers/{id}',
    purpose: 'Changes the e-mail address and the addresses of a customer, and of an open cart that is named.',
    access: 'write',
    params: CustomerId,
    body: CustomerChange,
    reply: NestedCustomer,
    problems: ['not_found', 'precondition_failed', 'email_in_use', 'conflict'],
  },
  remove: {
    method: 'DELETE',
    path: '/customers/{id}',
    purpose: 'Deletes a customer: their orders stay, their sessions end, and the e-mail may register anew.',
    access: 'write',
    params: CustomerId,
    problems: ['not_found', 'precondition_failed', 'conflict'],
  },
})
