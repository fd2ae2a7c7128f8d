/** The endpoints of reports. */

import { defineEndpoints } from '../http/route.ts'
import { SalesQuery, SalesReport } from './schemas.ts'

const extension = 'An extension of the specification.'

const salesDetails = `${extension} Orders and refunds belong to the days of the time zone that the store had when the order
was completed. An order counts at its completion, whatever its status is later; a refund counts when it was made, and
changes no other figure. The figures follow within one or two seconds.

By currency or country, a report costs a few read units in a store of any size. By product, it counts only orders with
this product, adds up amounts in the store's currency, and may have at most 92 days.`

export const api = defineEndpoints(
  'reports',
  'Figures of the store in its time zone, beside those of the period before.',
  {
    sales: {
      method: 'GET',
      path: '/reports/sales',
      purpose: 'Reports sales by hour, day, week or month. They are grouped by currency, country or product.',
      details: salesDetails,
      query: SalesQuery,
      reply: SalesReport,
    },
  },
)
