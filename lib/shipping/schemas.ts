/** The shipping method as callers see it, and what they send. */

import * as z from 'zod'
import { country, currency } from '../core/codes.ts'
import { amount, guid, integer, isBlank, nonBlank, text } from '../core/fields.ts'
import { pattern } from '../core/pattern.ts'

const example = {
  Id: '01980000-0000-7000-8000-000000541901',
  name: 'Parcel, tracked',
  localizationId: 'shipping.parcel',
  rates: [
    { cost: 6.9, weight: { from: null, to: 2000 }, location: null },
    { cost: 14.5, weight: { from: 2001, to: 20_000 }, location: null },
  ],
  currency: 'CAD',
  onOrderTotalAbove: null,
  guaranteedEstimatedDelivery: { minimumDaysForDelivery: 2, maximumDaysForDelivery: 5 },
  postalCodeRegex: '^[GHJ]',
  countryCondition: [{ countryCode: 'CA', provinceCode: 'QC' }],
  shippingZoneId: null,
}

/** Not sent, null and a blank text say the same: nothing. */
const orNull = <S extends z.ZodType>(shape: S) =>
  z.preprocess(value => (isBlank(value) ? null : value), shape.nullable()).default(null)

const inOrder = (least: number | null, most: number | null) =>
  least === null || most === null || least <= most

const province = text(50)

const Place = z
  .object({ country: orNull(country), province: orNull(province) })
  .refine(place => place.province === null || place.country !== null, {
    path: ['country'],
    error: 'is required when there is a province',
  })

const Weight = z
  .object({ from: orNull(integer()), to: orNull(integer()) })
  .refine(({ from, to }) => inOrder(from, to), { path: ['to'], error: 'must be at least from' })
  .meta({ description: 'In grams, both bounds included.' })

const Rate = z.object({ cost: amount(), weight: orNull(Weight), location: orNull(Place) })
export type Rate = z.output<typeof Rate>

const days = integer({ max: 3650 })
const Delivery = z
  .object({ minimumDaysForDelivery: orNull(days), maximumDaysForDelivery: orNull(days) })
  .refine(
    ({ minimumDaysForDelivery, maximumDaysForDelivery }) =>
      inOrder(minimumDaysForDelivery, maximumDaysForDelivery),
    { path: ['maximumDaysForDelivery'], error: 'must be at least minimumDaysForDelivery' },
  )

const CountryCondition = z.object({ countryCode: country, provinceCode: orNull(province) })

/** So many of them that a method still fits one item of the table. */
const mostEntries = 500

export const ShippingMethod = z
  .object({
    Id: guid,
    name: nonBlank(500),
    localizationId: orNull(text(200)),
    rates: z.array(Rate).min(1).max(mostEntries),
    /** Absent when not set, as the contract has it; other fields are null then. */
    currency: currency.optional(),
    onOrderTotalAbove: orNull(amount()),
    guaranteedEstimatedDelivery: Delivery,
    postalCodeRegex: orNull(pattern),
    countryCondition: z.array(CountryCondition).max(mostEntries),
    shippingZoneId: orNull(text(200)),
  })
  .meta({ id: 'ShippingMethod', examples: [example] })
export type ShippingMethod = z.output<typeof ShippingMethod>

export const ShippingMethodId = z.object({ id: guid })

const alias = orNull(Place).meta({ deprecated: true, description: 'The only entry of countryCondition.' })

const { guaranteedEstimatedDelivery, countryCondition } = ShippingMethod.shape

const unknownDelivery = { minimumDaysForDelivery: null, maximumDaysForDelivery: null }

export const NewShippingMethod = ShippingMethod.omit({ Id: true })
  .extend({
    currency: orNull(currency),
    guaranteedEstimatedDelivery: orNull(guaranteedEstimatedDelivery).transform(
      said => said ?? unknownDelivery,
    ),
    countryCondition: orNull(countryCondition).transform(said => said ?? []),
    location: alias,
  })
  .meta({
    id: 'NewShippingMethod',
    description: 'Where a field may be null, null and blank text say the same as a field that is not sent.',
  })
export type NewShippingMethod = z.output<typeof NewShippingMethod>
