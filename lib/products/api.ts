/** The products' endpoints. */

import * as z from 'zod'
import { defineEndpoints } from '../http/route.ts'
import { CrawlRequest, Product, ProductChange, ProductId, ProductPage, ProductQuery } from './schemas.ts'

const onPages = `Every element of a page whose class list has \`shop-add-item\` is a product. \`data-item-id\`, \`data-item-name\`,
\`data-item-price\` and \`data-item-url\` are required: an element without them is passed over, unless no other is left.
\`data-item-description\`, \`-image\`, \`-categories\` (separated by \`|\`), \`-metadata\` (JSON) and \`-file-guid\` are kept, as are
the fields of which the buyer chooses: \`data-item-custom1-name\`, \`-type\`, \`-options\` (as in \`Small|Medium[+2.00]\`),
\`-required\` and \`-value\`, then \`data-item-custom2-name\` and so on. What only the checkout needs, such as weights, is not kept.

A JSON document is an object or an array of objects with \`id\`, \`price\` and \`url\`, the other names of a product, and the
inventory as in \`PUT /products/{id}\`; if one of them is faulty, none is taken over. A price may be an object of amounts by
currency, of which that of the account counts.`

export const api = defineEndpoints('products', 'What a shop sells, as its checkout has seen it.', {
  list: {
    method: 'GET',
    path: '/products',
    purpose: 'Lists products with their sales, of all time or between two dates; the most sold first.',
    access: 'read',
    query: ProductQuery,
    reply: ProductPage,
    paging: 'offset',
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
    details: onPages,
    access: 'write',
    tableScope: {
      reads: ['account#*'],
      changes: [
        '*#Live#products#*',
        '*#Test#products#*',
        '*#list#products*',
        '*#rate-limit#crawl',
        '*#idempotency-key#*',
      ],
    },
    body: CrawlRequest,
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
