/** The endpoints of reports. */

import { defineEndpoints } from '../http/route.ts'
import {
  CartsReport,
  IntervalQuery,
  ProductsQuery,
  ProductsReport,
  SalesQuery,
  SalesReport,
  SubscriptionsReport,
} from './schemas.ts'

const extension = "An extension of the specification. The days are those of the store's time zone."

const salesDetails = `${extension} Orders and refunds belong to the days of the time zone that the store had when the
order was completed or imported. An order counts at its completion, whatever its status is later; a refund counts when
it was made, and changes no other figure. The figures follow within one or two seconds.

By currency or country, a report of days, weeks or months costs a few read units for each group, in a store of any size.
By product, it counts only orders with this product, in days of the present time zone, adds up amounts in the store's
currency, and may have at most 92 days.`

const productsDetails = `${extension} The report reads the totals of all products by month, and the sales of days that
do not make up a month.`

const cartsDetails = `${extension} A cart is abandoned after 4 hours. Carts that have expired count until DynamoDB has
deleted them, which takes up to some days.`

const subscriptionsDetails = `${extension} Subscriptions of both engines count. A subscription belongs to the
days of the time zone that the store had when the subscription was first reported or imported.`

export const api = defineEndpoints('reports', 'Figures of the store, beside those of the period before.', {
  carts: {
    method: 'GET',
    path: '/reports/carts',
    purpose: 'Reports open carts with their value, and recovered carts.',
    details: cartsDetails,
    query: IntervalQuery,
    reply: CartsReport,
  },
  products: {
    method: 'GET',
    path: '/reports/products',
    purpose: 'Lists the best-selling products of a period. Each has its sales in the period before.',
    details: productsDetails,
    query: ProductsQuery,
    reply: ProductsReport,
  },
  sales: {
    method: 'GET',
    path: '/reports/sales',
    purpose: 'Reports sales by hour, day, week or month. They are grouped by currency, country or product.',
    details: salesDetails,
    query: SalesQuery,
    reply: SalesReport,
  },
  subscriptions: {
    method: 'GET',
    path: '/reports/subscriptions',
    purpose: 'Reports new and ended subscriptions, and their revenue.',
    details: subscriptionsDetails,
    query: IntervalQuery,
    reply: SubscriptionsReport,
  },
})
