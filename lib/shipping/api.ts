/** The endpoints for shipping methods. */

import * as z from 'zod'
import { SliceQuery } from '../core/paging.ts'
import { defineEndpoints } from '../http/route.ts'
import { NewShippingMethod, ShippingMethod, ShippingMethodParams } from './schemas.ts'

export const api = defineEndpoints('shipping', 'The ways a store ships its goods, and what each costs.', {
  list: {
    method: 'GET',
    path: '/shipping_methods',
    purpose: 'Lists shipping methods. They are sorted by creation time, except imported ones.',
    query: SliceQuery,
    reply: z.array(ShippingMethod),
    paging: 'link',
  },
  get: {
    method: 'GET',
    path: '/shipping_methods/{id}',
    purpose: 'Retrieves a shipping method.',
    params: ShippingMethodParams,
    reply: ShippingMethod,
  },
  create: {
    method: 'POST',
    path: '/shipping_methods',
    purpose: 'Creates a shipping method. Shipping is enabled for the store if it was disabled.',
    tableScope: {
      actions: ['GetItem', 'PutItem', 'UpdateItem'],
      partitions: [
        '*#Live#shipping-methods',
        '*#Test#shipping-methods',
        '*#rate-limits',
        '*#idempotency-keys#shipping.create',
      ],
      readsAccounts: true,
      accountAttributes: ['shippingEnabled'],
    },
    body: NewShippingMethod,
    reply: ShippingMethod,
    problems: ['conflict'],
  },
  update: {
    method: 'PUT',
    path: '/shipping_methods/{id}',
    purpose: 'Replaces a shipping method. Fields not sent are reset.',
    params: ShippingMethodParams,
    body: NewShippingMethod,
    reply: ShippingMethod,
    problems: ['precondition_failed', 'conflict'],
  },
  remove: {
    method: 'DELETE',
    path: '/shipping_methods/{id}',
    purpose: 'Deletes a shipping method.',
    params: ShippingMethodParams,
    problems: ['precondition_failed', 'conflict'],
  },
})
