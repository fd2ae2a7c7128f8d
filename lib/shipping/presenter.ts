/** Presents a stored shipping method. Nested fields are listed explicitly, as DynamoDB does not keep their order. */

import type { MethodRow } from './entity.ts'
import type { Rate, ShippingMethod } from './schemas.ts'

export function present(row: MethodRow): ShippingMethod {
  const { minimumDaysForDelivery, maximumDaysForDelivery } = row.guaranteedEstimatedDelivery
  return {
    Id: row.id,
    name: row.name,
    localizationId: row.localizationId ?? null,
    rates: row.rates.map(presentRate),
    currency: row.currency,
    onOrderTotalAbove: row.onOrderTotalAbove ?? null,
    guaranteedEstimatedDelivery: { minimumDaysForDelivery, maximumDaysForDelivery },
    postalCodeRegex: row.postalCodeRegex ?? '',
    countryCondition: row.countryCondition.map(({ countryCode, provinceCode }) => ({
      countryCode,
      provinceCode: provinceCode ?? '',
    })),
    shippingZoneId: row.shippingZoneId ?? '',
  }
}

const presentRate = ({ cost, weight, location }: Rate): Rate => ({
  cost,
  weight: weight && { from: weight.from, to: weight.to },
  location: location && { country: location.country, province: location.province },
})
