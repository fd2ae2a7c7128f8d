/**
 * Converts a stored shipping method to its representation in the API. Nested fields are listed explicitly, because
 * DynamoDB does not keep their order.
 */

import { projectWithDefaults } from '../core/project-with-defaults.ts'
import type { MethodRow } from './entity.ts'
import { type Rate, ShippingMethod } from './schemas.ts'

export function present(row: MethodRow): ShippingMethod {
  const { minimumDaysForDelivery, maximumDaysForDelivery } = row.guaranteedEstimatedDelivery
  return projectWithDefaults(ShippingMethod, {
    ...row,
    Id: row.id,
    rates: row.rates.map(presentRate),
    guaranteedEstimatedDelivery: { minimumDaysForDelivery, maximumDaysForDelivery },
    countryCondition: row.countryCondition.map(({ countryCode, provinceCode }) => ({
      countryCode,
      provinceCode: provinceCode ?? '',
    })),
  })
}

const presentRate = ({ cost, weight, location }: Rate): Rate => ({
  cost,
  weight: weight && { from: weight.from, to: weight.to },
  location: location && { country: location.country, province: location.province },
})
