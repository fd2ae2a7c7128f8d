/** The products' endpoints. */

import * as z from 'zod'
import { room } from '../http/route.ts'
import { Page, Product, ProductChange, ProductId, ProductPage, ProductQuery } from './shapes.ts'

export const api = room('products', 'What a shop sells, as its checkout has seen it.', {
  list: {
    method: 'GET',
    path: '/products',
    purpose: 'Lists products with their sales, of all time or between two dates; the most sold first.',
    access: 'read',
    query: ProductQuery,
    reply: ProductPage,
    paged: true,
  },
  get: {
    method: 'GET',
    path: '/products/{id}',
    purpose: 'Gives one product.',
    access: 'read',
    params: ProductId,
    reply: Product,
    problems: ['not_found'],
  },
  crawl: {
    method: 'POST',
    path: '/products',
    purpose: "Takes over the products that stand on a page, or in a JSON document, of the shop's own site.",
    access: 'write',
    apart: {
      reads: ['account#*'],
      changes: [
        '*#Live#products#*',
        '*#Test#products#*',
        '*#list#products*',
        '*#allowance#crawl',
        '*#call#*',
      ],
    },
    body: Page,
    reply: z
      .array(Product)
      .describe('All of them are saved; where they come to more than 5 MB, the first are answered.'),
    problems: ['page_not_readable', 'too_many_requests', 'conflict'],
  },
  update: {
    method: 'PUT',
    path: '/products/{id}',
    purpose: 'Sets the inventory of a product, and takes it out of the archive.',
    access: 'write',
    params: ProductId,
    body: ProductChange,
    reply: Product,
    problems: ['not_found', 'precondition_failed', 'conflict'],
  },
  remove: {
    method: 'DELETE',
    path: '/products/{id}',
    purpose: 'Archives a product: it leaves the list until it is seen again, or changed.',
    access: 'write',
    params: ProductId,
    reply: Product,
    problems: ['not_found', 'precondition_failed', 'conflict'],
  },
})
