/** The representation of a shipping method in the API, and the request that creates or replaces one. */

import * as z from 'zod'
import { amount, blankAsNull, guid, integer, nonBlank, text } from '../core/fields.ts'
import { attachUnusedFieldFinder } from '../core/ignored-fields.ts'
import { countryCode, currencyCode } from '../core/iso-codes.ts'
import { regularExpression } from '../core/regular-expression.ts'

/** A field that is missing, null or a blank text becomes null. */
const orNull = <S extends z.ZodType>(shape: S) => blankAsNull(shape).default(null)

const isRange = (min: number | null, max: number | null) => min === null || max === null || min <= max

const province = text(50)

const Location = z
  .object({ country: orNull(countryCode), province: orNull(province) })
  .refine(({ country, province }) => province === null || country !== null, {
    path: ['country'],
    error: 'is required if there is a province',
  })

const Weight = z
  .object({ from: orNull(integer()), to: orNull(integer()) })
  .refine(({ from, to }) => isRange(from, to), { path: ['to'], error: 'must be at least from' })
  .meta({ description: 'In grams, both bounds inclusive.' })

const Rate = z.object({ cost: amount(), weight: orNull(Weight), location: orNull(Location) })
export type Rate = z.output<typeof Rate>

const days = integer({ max: 3650 })
const Delivery = z
  .object({ minimumDaysForDelivery: orNull(days), maximumDaysForDelivery: orNull(days) })
  .refine(
    ({ minimumDaysForDelivery, maximumDaysForDelivery }) => isRange(minimumDaysForDelivery, maximumDaysForDelivery),
    { path: ['maximumDaysForDelivery'], error: 'must be at least minimumDaysForDelivery' },
  )

const CountryCondition = z.object({ countryCode, provinceCode: province })
const NewCountryCondition = CountryCondition.extend({ provinceCode: orNull(province) })

/** The maximum length of an array, so that a shipping method fits into one DynamoDB item. */
const maxEntries = 500

export const ShippingMethod = z
  .object({
    Id: guid,
    name: nonBlank(500),
    localizationId: orNull(text(200)),
    rates: z.array(Rate).min(1).max(maxEntries),
    /** The API contract requires replies to omit a currency that is not set. */
    currency: currencyCode.optional(),
    onOrderTotalAbove: orNull(amount()),
    guaranteedEstimatedDelivery: Delivery,
    postalCodeRegex: z.string(),
    countryCondition: z.array(CountryCondition).max(maxEntries),
    shippingZoneId: z.string(),
  })
  .meta({ id: 'ShippingMethod' })
export type ShippingMethod = z.output<typeof ShippingMethod>

export const ShippingMethodParams = z.object({ id: guid })

const alias = orNull(Location).meta({
  deprecated: true,
  description: 'Deprecated: use `countryCondition` with one entry.',
})

const { guaranteedEstimatedDelivery } = ShippingMethod.shape
const newConditions = orNull(z.array(NewCountryCondition).max(maxEntries))

const unknownDelivery = { minimumDaysForDelivery: null, maximumDaysForDelivery: null }

/** Reports the alias `location` as unused if the request also has a country condition. */
const unusedAlias = ({ countryCondition }: Record<string, unknown>): Record<string, string> =>
  Array.isArray(countryCondition) && countryCondition.length > 0
    ? { location: 'is not used, as countryCondition is sent too' }
    : {}

const NewMethod = ShippingMethod.omit({ Id: true })
  .extend({
    currency: orNull(currencyCode),
    guaranteedEstimatedDelivery: orNull(guaranteedEstimatedDelivery).transform(delivery => delivery ?? unknownDelivery),
    postalCodeRegex: orNull(regularExpression),
    countryCondition: newConditions.transform(conditions => conditions ?? []),
    shippingZoneId: orNull(text(200)),
    location: alias,
  })
  .meta({
    id: 'NewShippingMethod',
    description:
      'In nullable fields, null and blank text mean the same as a field that is not sent. Amounts are rounded to the decimals of the currency, by default the store currency.',
  })
export const NewShippingMethod = attachUnusedFieldFinder(NewMethod, unusedAlias)
export type NewShippingMethod = z.output<typeof NewShippingMethod>
