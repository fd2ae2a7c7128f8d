/** The endpoints for discounts. */

import * as z from 'zod'
import { SliceQuery } from '../core/paging.ts'
import { defineEndpoints } from '../http/route.ts'
import { Discount, DiscountChange, DiscountParams, NewDiscount } from './schemas.ts'

export const api = defineEndpoints('discounts', 'Discounts, and the codes that trigger them.', {
  list: {
    method: 'GET',
    path: '/discounts',
    purpose: 'Lists discounts. Archived ones are included. They are sorted by creation time, except imported ones.',
    query: SliceQuery,
    reply: z.array(Discount),
    paging: 'link',
  },
  get: {
    method: 'GET',
    path: '/discounts/{id}',
    purpose: 'Retrieves a discount.',
    params: DiscountParams,
    reply: Discount,
  },
  create: {
    method: 'POST',
    path: '/discounts',
    purpose: 'Creates a discount. The trigger and type determine which fields are required.',
    body: NewDiscount,
    reply: Discount,
    problems: ['code_in_use', 'conflict'],
  },
  update: {
    method: 'PUT',
    path: '/discounts/{id}',
    purpose: 'Updates a discount. Fields not sent keep their value; null clears it.',
    params: DiscountParams,
    body: DiscountChange,
    reply: Discount,
    problems: ['code_in_use', 'precondition_failed', 'conflict'],
  },
  remove: {
    method: 'DELETE',
    path: '/discounts/{id}',
    purpose: 'Deletes a discount. A discount used in a completed order cannot be deleted.',
    params: DiscountParams,
    problems: ['discount_used', 'precondition_failed', 'conflict'],
  },
})
