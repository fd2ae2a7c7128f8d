/** The endpoints for abandoned carts. */

import { defineEndpoints } from '../http/route.ts'
import { AbandonedCartPage, Cart, CartParams, CartQuery } from './schemas.ts'

export const api = defineEndpoints('carts', 'Carts that did not become orders.', {
  list: {
    method: 'GET',
    path: '/carts/abandoned',
    purpose: 'Lists abandoned carts. The most recently changed come first. Filters can be combined.',
    query: CartQuery,
    reply: AbandonedCartPage,
    paging: 'token',
    feature: 'abandonedCarts',
  },
  get: {
    method: 'GET',
    path: '/carts/abandoned/{token}',
    purpose: 'Retrieves an abandoned cart. Returns 404 if the cart has become an order.',
    params: CartParams,
    reply: Cart,
    feature: 'abandonedCarts',
  },
})
