/** The endpoints of customers. */

import * as z from 'zod'
import { defineEndpoints } from '../http/route.ts'
import { Order } from '../orders/schemas.ts'
import {
  Customer,
  CustomerChange,
  CustomerPage,
  CustomerParams,
  CustomerQuery,
  NestedCustomer,
  OrdersQuery,
} from './schemas.ts'

export const api = defineEndpoints('customers', 'Customers who have ordered or registered.', {
  list: {
    method: 'GET',
    path: '/customers',
    purpose: 'Lists customers. By default, those with the most orders come first.',
    query: CustomerQuery,
    reply: CustomerPage,
    paging: 'offset',
  },
  get: {
    method: 'GET',
    path: '/customers/{id}',
    purpose: 'Retrieves a customer.',
    params: CustomerParams,
    reply: Customer,
  },
  orders: {
    method: 'GET',
    path: '/customers/{id}/orders',
    purpose: "Lists a customer's orders. The newest come first. Orders in progress are not included.",
    params: CustomerParams,
    query: OrdersQuery,
    reply: z.array(Order),
    paging: 'link',
  },
  update: {
    method: 'PUT',
    path: '/customers/{id}',
    purpose:
      'Updates a customer. An address that is sent replaces the stored one; other fields that are not sent stay unchanged. With `cartToken`, the e-mail address and the addresses are also copied to that open cart.',
    params: CustomerParams,
    body: CustomerChange,
    reply: NestedCustomer,
    problems: ['precondition_failed', 'email_in_use', 'conflict'],
  },
  remove: {
    method: 'DELETE',
    path: '/customers/{id}',
    purpose:
      'Deletes a customer. Their sessions end and their orders stay. The e-mail address can be registered again.',
    params: CustomerParams,
    problems: ['precondition_failed', 'conflict'],
  },
})
