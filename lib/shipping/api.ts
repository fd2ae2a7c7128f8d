/** The shipping methods' endpoints. */

import * as z from 'zod'
import { SliceQuery } from '../core/slice.ts'
import { defineEndpoints } from '../http/route.ts'
import { NewShippingMethod, ShippingMethod, ShippingMethodId } from './schemas.ts'

export const api = defineEndpoints(
  'shipping',
  'The ways in which a shop sends its goods, and what each costs.',
  {
    list: {
      method: 'GET',
      path: '/shipping_methods',
      purpose: 'Lists all shipping methods in the order in which they were created.',
      access: 'read',
      query: SliceQuery,
      reply: z.array(ShippingMethod),
      paging: 'link',
    },
    get: {
      method: 'GET',
      path: '/shipping_methods/{id}',
      purpose: 'Gives one shipping method.',
      access: 'read',
      params: ShippingMethodId,
      reply: ShippingMethod,
      problems: ['not_found'],
    },
    create: {
      method: 'POST',
      path: '/shipping_methods',
      purpose: 'Creates a shipping method; enables shipping for the store when it was disabled.',
      access: 'write',
      body: NewShippingMethod,
      reply: ShippingMethod,
      problems: ['conflict'],
    },
    update: {
      method: 'PUT',
      path: '/shipping_methods/{id}',
      purpose: 'Replaces a shipping method as a whole: what is not sent is gone.',
      access: 'write',
      params: ShippingMethodId,
      body: NewShippingMethod,
      reply: ShippingMethod,
      problems: ['not_found', 'precondition_failed', 'conflict'],
    },
    remove: {
      method: 'DELETE',
      path: '/shipping_methods/{id}',
      purpose: 'Deletes a shipping method.',
      access: 'write',
      params: ShippingMethodId,
      problems: ['not_found', 'precondition_failed', 'conflict'],
    },
  },
)
