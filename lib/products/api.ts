/** The endpoints of products. */

import * as z from 'zod'
import { defineEndpoints } from '../http/route.ts'
import { CrawlRequest, Product, ProductChange, ProductPage, ProductParams, ProductQuery } from './schemas.ts'

const crawlDetails = `On an HTML page, every element whose class list has \`shop-add-item\` is a product. \`data-item-id\`,
\`data-item-name\`, \`data-item-price\` and \`data-item-url\` are required, and invalid elements are skipped. If all
elements are invalid, the request fails and no product is saved. \`data-item-description\`, \`data-item-image\`,
\`data-item-categories\` (separated by \`|\`), \`data-item-metadata\` (JSON) and \`data-item-file-guid\` are optional. Custom
fields are numbered from 1: \`data-item-custom1-name\`, \`data-item-custom1-type\`, \`data-item-custom1-options\` (such as
\`Small|Medium[+2.00]\`), \`data-item-custom1-required\` and \`data-item-custom1-value\`. Attributes that only the checkout
needs, such as weights, are not saved.

A JSON document is an object or an array of objects with \`id\`, \`price\` and \`url\`, the other fields of a product, and the
inventory fields of \`PUT /products/{id}\`. If one object is invalid, none is saved. A price may be an object of amounts by
currency; the amount in the store's own currency is used.

If there is no time to save all products, the reply is 503 and says how many were saved. Repeat the request to save the
others.`

export const api = defineEndpoints('products', 'Products of the store, their sales and their inventory.', {
  list: {
    method: 'GET',
    path: '/products',
    purpose:
      'Lists products. Each has its all-time sales, or its sales between two dates. By default, best sellers come first.',
    query: ProductQuery,
    reply: ProductPage,
    paging: 'offset',
  },
  get: {
    method: 'GET',
    path: '/products/{id}',
    purpose: 'Retrieves a product.',
    params: ProductParams,
    reply: Product,
  },
  crawl: {
    method: 'POST',
    path: '/products',
    purpose: "Imports products. They are read from a page or a JSON document of the store's own site.",
    details: crawlDetails,
    tableScope: {
      actions: ['GetItem', 'BatchGetItem', 'PutItem', 'UpdateItem', 'DeleteItem', 'ConditionCheckItem'],
      partitions: [
        '*#Live#products#*',
        '*#Test#products#*',
        '*#list#products*',
        '*#rate-limits',
        '*#idempotency-keys#products.crawl',
      ],
    },
    body: CrawlRequest,
    reply: z
      .array(Product)
      .describe('The products saved. If the reply would exceed 5 MB, it contains only the first of them.'),
    problems: ['page_not_readable', 'too_many_requests', 'conflict', 'unavailable'],
  },
  update: {
    method: 'PUT',
    path: '/products/{id}',
    purpose: 'Sets the inventory of a product. An archived product is restored.',
    params: ProductParams,
    body: ProductChange,
    reply: Product,
    problems: ['precondition_failed', 'conflict'],
  },
  remove: {
    method: 'DELETE',
    path: '/products/{id}',
    purpose:
      'Archives a product. It is listed only with `archived`, until a checkout event, a page, an import or an update restores it. The reply is the archived product.',
    params: ProductParams,
    reply: Product,
    problems: ['precondition_failed', 'conflict'],
  },
})
