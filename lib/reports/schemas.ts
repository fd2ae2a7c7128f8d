/** The queries of reports and the schemas of their replies. */

import * as z from 'zod'
import { caseInsensitiveEnum, guid, integer, nullableText, text } from '../core/fields.ts'

/**
 * A report also reads the preceding period and the day after the period. These limits keep the years of both at four
 * digits.
 */
const day = z.iso
  .date({ error: 'must be a day such as 2026-11-01' })
  .refine(value => value >= '1970' && value < '9999', { error: 'must be between 1970-01-01 and 9998-12-31' })

const intervals = ['hour', 'day', 'week', 'month'] as const
export type IntervalName = (typeof intervals)[number]

export const PeriodQuery = z.object({
  from: day.optional().describe("The first day, in the store's local time. By default, 29 days before `to`."),
  to: day.optional().describe("The last day, in the store's local time; today by default."),
})
export type PeriodQuery = z.output<typeof PeriodQuery>

export const IntervalQuery = PeriodQuery.extend({
  interval: caseInsensitiveEnum(intervals)
    .prefault('day')
    .describe('The length of the intervals. A period has at most 400 intervals, and with `hour` at most 7 days.'),
})

export type IntervalQuery = z.output<typeof IntervalQuery>

const localDay = z.iso.date()

const periodFields = {
  from: localDay,
  to: localDay,
  previousFrom: localDay.describe('The period before has the same number of days, and ends on the day before `from`.'),
  previousTo: localDay,
  timeZone: z.string().describe("The store's time zone, in which the days are."),
}

const intervalFields = { ...periodFields, interval: caseInsensitiveEnum(intervals) }

const start = z
  .string()
  .describe(
    'The local day on which the interval begins, or the local hour, such as 2026-11-01T09:00. Weeks begin on Monday; `from` and `to` may cut the first and the last interval.',
  )

const count = z.int()
const nullableAmount = z.number().nullable()

const figures = {
  orders: count.describe('The number of completed orders.'),
  units: count.nullable().describe('The number of units sold; null unless `by` is `product`.'),
  gross: z.number().describe('The sum of `finalGrandTotal`. With `by=product`, the sum of `totalPrice` of the items.'),
  taxes: nullableAmount.describe('The sum of `taxesTotal`. Null if `by` is `product`, like the fields below.'),
  shipping: nullableAmount.describe('The sum of `shippingFees`.'),
  discounts: nullableAmount.describe('The sum of `rebateAmount`.'),
  refunds: nullableAmount.describe('The sum of the refunds that were made in this time, also of earlier orders.'),
}
const SalesFigures = z.object(figures).meta({ id: 'SalesFigures' })
export type SalesFigures = z.output<typeof SalesFigures>
const SalesInterval = z.object({ start, ...figures }).meta({ id: 'SalesInterval' })

const SalesGroup = z
  .object({
    currency: z.string().describe('The currency of all amounts of the group.'),
    country: z
      .string()
      .nullable()
      .describe('The billing country, or else the shipping country. Null if unknown, or if `by` is not `country`.'),
    productId: z.string().nullable().describe('Null unless `by` is `product`.'),
    total: SalesFigures,
    previousTotal: SalesFigures,
    intervals: z.array(SalesInterval),
    previousIntervals: z.array(SalesInterval),
  })
  .meta({ id: 'SalesGroup' })
export type SalesGroup = z.output<typeof SalesGroup>

const groupings = ['currency', 'country', 'product'] as const

export const SalesQuery = IntervalQuery.extend({
  by: caseInsensitiveEnum(groupings)
    .prefault('currency')
    .describe('What the sales in a group have in common. Each currency of a country is a group of its own.'),
  productId: text(500).optional().describe('The `userDefinedId` of the product; required if `by` is `product`.'),
}).superRefine(({ by, productId }, context) => {
  const isWanted = by === 'product'
  if (Boolean(productId) === isWanted) return
  const message = isWanted ? 'is required if by is product' : 'is allowed only if by is product'
  context.addIssue({ code: 'custom', path: ['productId'], message, input: productId ?? '' })
})
export type SalesQuery = z.output<typeof SalesQuery>

export const SalesReport = z
  .object({
    ...intervalFields,
    by: caseInsensitiveEnum(groupings),
    groups: z
      .array(SalesGroup)
      .describe(
        "Sorted by `gross`, the highest first. Without any sales, there is one group, in the store's currency. If the reply would exceed 5 MB, it contains only the first groups.",
      ),
  })
  .meta({ id: 'SalesReport' })
export type SalesReport = z.output<typeof SalesReport>

const orders = ['gross', 'units'] as const

export const ProductsQuery = PeriodQuery.extend({
  orderBy: caseInsensitiveEnum(orders).prefault('gross').describe('The figure by which the best sellers are sorted.'),
  limit: integer({ min: 1, max: 100 }).prefault(10).describe('Products to return.'),
})
export type ProductsQuery = z.output<typeof ProductsQuery>

const SoldProduct = z
  .object({
    id: guid,
    userDefinedId: z.string(),
    name: nullableText,
    image: nullableText,
    url: z.string(),
    units: count.describe('The units sold, also in orders in other currencies.'),
    gross: z.number().describe("The sales amount of the orders in the store's currency."),
    previousUnits: count,
    previousGross: z.number(),
  })
  .meta({ id: 'SoldProduct' })
export type SoldProduct = z.output<typeof SoldProduct>

export const ProductsReport = z
  .object({
    ...periodFields,
    currency: z.string().describe('The currency of the store, which all amounts have.'),
    items: z
      .array(SoldProduct)
      .describe('The best sellers of the period. Products without sales in the period are left out.'),
  })
  .meta({ id: 'ProductsReport' })
export type ProductsReport = z.output<typeof ProductsReport>

const subscriptionCounts = {
  new: count.describe('The subscriptions that were created in this time.'),
  ended: count.describe('The subscriptions that were canceled or finished in this time.'),
}
const SubscriptionCounts = z.object(subscriptionCounts).meta({ id: 'SubscriptionCounts' })
const SubscriptionCountsInterval = z.object({ start, ...subscriptionCounts }).meta({ id: 'SubscriptionCountsInterval' })

export const SubscriptionsReport = z
  .object({
    ...intervalFields,
    active: count.describe('The subscriptions of both engines that are active now, also those that end later.'),
    paused: count.describe('The subscriptions that are paused now.'),
    monthlyRecurringRevenue: z
      .array(z.object({ currency: z.string(), amount: z.number() }).meta({ id: 'RecurringRevenue' }))
      .describe(
        'What the active subscriptions pay in a month now, by currency. A year counts as 12 months, 52 weeks or 365 days; the sum is rounded to the decimals of its currency.',
      ),
    total: SubscriptionCounts,
    previousTotal: SubscriptionCounts,
    intervals: z.array(SubscriptionCountsInterval),
    previousIntervals: z.array(SubscriptionCountsInterval),
  })
  .meta({ id: 'SubscriptionsReport' })
export type SubscriptionsReport = z.output<typeof SubscriptionsReport>

const recovered = {
  recovered: count.describe(
    'The orders that were completed more than 4 hours after their cart was created, without renewals of subscriptions.',
  ),
  recoveredValue: z.number().describe('The sum of the `finalGrandTotal` of these orders.'),
}
const RecoveredCarts = z.object(recovered).meta({ id: 'RecoveredCarts' })
const RecoveredInterval = z.object({ start, ...recovered }).meta({ id: 'RecoveredCartsInterval' })

export const CartsReport = z
  .object({
    ...intervalFields,
    open: z
      .array(z.object({ currency: z.string(), carts: count, value: z.number() }).meta({ id: 'OpenCarts' }))
      .describe('The open carts now, and the sum of their totals, by currency.'),
    groups: z
      .array(
        z
          .object({
            currency: z.string(),
            total: RecoveredCarts,
            previousTotal: RecoveredCarts,
            intervals: z.array(RecoveredInterval),
            previousIntervals: z.array(RecoveredInterval),
          })
          .meta({ id: 'RecoveredCartsGroup' }),
      )
      .describe("One group for each currency; one in the store's currency if no cart was recovered."),
  })
  .meta({ id: 'CartsReport' })
export type CartsReport = z.output<typeof CartsReport>
