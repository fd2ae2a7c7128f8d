/** The discounts' endpoints. */

import * as z from 'zod'
import { SliceQuery } from '../core/slice.ts'
import { defineEndpoints } from '../http/route.ts'
import { Discount, DiscountId, NewDiscount } from './schemas.ts'

export const api = defineEndpoints(
  'discounts',
  'What a shop takes off an order, and the codes that ask for it.',
  {
    list: {
      method: 'GET',
      path: '/discounts',
      purpose: 'Lists all discounts in the order in which they were created, archived ones too.',
      access: 'read',
      query: SliceQuery,
      reply: z.array(Discount),
      paging: 'link',
    },
    get: {
      method: 'GET',
      path: '/discounts/{id}',
      purpose: 'Gives one discount.',
      access: 'read',
      params: DiscountId,
      reply: Discount,
      problems: ['not_found'],
    },
    create: {
      method: 'POST',
      path: '/discounts',
      purpose: 'Creates a discount; which fields it needs follows from its trigger and its type.',
      access: 'write',
      body: NewDiscount,
      reply: Discount,
      problems: ['code_in_use', 'conflict'],
    },
    update: {
      method: 'PUT',
      path: '/discounts/{id}',
      purpose: 'Replaces a discount; archived and combinable stay as they are when not sent.',
      access: 'write',
      params: DiscountId,
      body: NewDiscount,
      reply: Discount,
      problems: ['not_found', 'code_in_use', 'precondition_failed', 'conflict'],
    },
    remove: {
      method: 'DELETE',
      path: '/discounts/{id}',
      purpose: 'Deletes a discount that no completed order used.',
      access: 'write',
      params: DiscountId,
      problems: ['not_found', 'discount_used', 'precondition_failed', 'conflict'],
    },
  },
)
