/** The abandoned carts' endpoints. */

import { defineEndpoints } from '../http/route.ts'
import { AbandonedCartPage, Cart, CartQuery, CartToken } from './schemas.ts'

export const api = defineEndpoints('carts', 'What buyers have put together and not ordered yet.', {
  list: {
    method: 'GET',
    path: '/carts/abandoned',
    purpose: 'Lists the carts that are not ordered, those changed last first; filters may be combined.',
    access: 'read',
    query: CartQuery,
    reply: AbandonedCartPage,
    paging: 'token',
    problems: ['feature_not_enabled'],
  },
  get: {
    method: 'GET',
    path: '/carts/abandoned/{token}',
    purpose: 'Gives one cart, unless it has been ordered.',
    access: 'read',
    params: CartToken,
    reply: Cart,
    problems: ['not_found', 'feature_not_enabled'],
  },
})
