/** Converts a shipping method to the values of its input form and back to a request body, and checks the values. */

import type { UseFormReturnType } from '@mantine/form'
import { useMemo } from 'react'
import type { NewShippingMethod, ShippingMethod } from '../../client/index.ts'
import { numberOrNull } from '../form/number-text.ts'
import { useObjectForm } from '../form/use-object-form.ts'
import type { MethodContent } from './summary.ts'

type NumberValue = number | string

interface RateValues {
  cost: NumberValue
  weight: { from: NumberValue; to: NumberValue }
  location: { country: string | null; province: string }
}

export interface MethodValues {
  name: string
  rates: RateValues[]
  currency: string | null
  onOrderTotalAbove: NumberValue
  guaranteedEstimatedDelivery: { minimumDaysForDelivery: NumberValue; maximumDaysForDelivery: NumberValue }
  /** The codes of countries. The method ships to all provinces of these countries. */
  countries: string[]
  /** The single provinces to which the method ships, instead of a whole country. */
  regions: { countryCode: string; provinceCode: string }[]
  postalCodeRegex: string
  shippingZoneId: string
  localizationId: string
}

export type MethodForm = UseFormReturnType<MethodValues>

export const emptyRate: RateValues = {
  cost: '',
  weight: { from: '', to: '' },
  location: { country: null, province: '' },
}

const newValues: MethodValues = {
  name: '',
  rates: [emptyRate],
  currency: null,
  onOrderTotalAbove: '',
  guaranteedEstimatedDelivery: { minimumDaysForDelivery: '', maximumDaysForDelivery: '' },
  countries: [],
  regions: [],
  postalCodeRegex: '',
  shippingZoneId: '',
  localizationId: '',
}

const rateValues = ({ cost, weight, location }: ShippingMethod['rates'][number]): RateValues => ({
  cost,
  weight: { from: weight?.from ?? '', to: weight?.to ?? '' },
  location: { country: location?.country ?? null, province: location?.province ?? '' },
})

export function valuesOf(method: ShippingMethod): MethodValues {
  const { minimumDaysForDelivery, maximumDaysForDelivery } = method.guaranteedEstimatedDelivery
  return {
    name: method.name,
    rates: method.rates.map(rateValues),
    currency: method.currency ?? null,
    onOrderTotalAbove: method.onOrderTotalAbove ?? '',
    guaranteedEstimatedDelivery: {
      minimumDaysForDelivery: minimumDaysForDelivery ?? '',
      maximumDaysForDelivery: maximumDaysForDelivery ?? '',
    },
    countries: method.countryCondition
      .filter(({ provinceCode }) => !provinceCode)
      .map(({ countryCode }) => countryCode),
    regions: method.countryCondition.filter(({ provinceCode }) => provinceCode),
    postalCodeRegex: method.postalCodeRegex,
    shippingZoneId: method.shippingZoneId,
    localizationId: method.localizationId ?? '',
  }
}

/** Converts one price. An empty price is left out, so that the check reports it as missing. */
const rateOf = ({ cost, weight, location }: RateValues) => ({
  ...(cost !== '' && { cost: numberOrNull(cost) }),
  weight: { from: numberOrNull(weight.from), to: numberOrNull(weight.to) },
  location,
})

const withWeight = (rate: ReturnType<typeof rateOf>) => {
  const { weight, location } = rate
  const hasWeight = weight.from !== null || weight.to !== null
  return {
    ...rate,
    weight: hasWeight ? weight : null,
    location: location.country || location.province ? location : null,
  }
}

/** Returns the request body. It has all fields, because an update replaces the whole shipping method. */
export const bodyOf = ({ countries, regions, ...values }: MethodValues): NewShippingMethod => {
  const { minimumDaysForDelivery, maximumDaysForDelivery } = values.guaranteedEstimatedDelivery
  return {
    ...values,
    rates: values.rates.map(rate => withWeight(rateOf(rate))) as NewShippingMethod['rates'],
    currency: values.currency as NewShippingMethod['currency'],
    onOrderTotalAbove: numberOrNull(values.onOrderTotalAbove),
    guaranteedEstimatedDelivery: {
      minimumDaysForDelivery: numberOrNull(minimumDaysForDelivery),
      maximumDaysForDelivery: numberOrNull(maximumDaysForDelivery),
    },
    countryCondition: [...countries.map(countryCode => ({ countryCode })), ...regions],
  }
}

const loadSchema = () => import('../../shipping/schemas.ts').then(({ NewShippingMethod }) => NewShippingMethod)

/** Returns the state of the input form, for an existing shipping method or for a new one. */
export function useMethodForm(method?: ShippingMethod): MethodForm {
  const values = useMemo(() => (method ? valuesOf(method) : newValues), [method])
  return useObjectForm({ values, bodyOf, loadSchema })
}

const empty = 0

/**
 * Returns the shipping method with the unsaved values of the input form. The summary beside the input form describes
 * this shipping method.
 */
export function unsavedContent(values: MethodValues): MethodContent {
  const { rates, currency, onOrderTotalAbove, guaranteedEstimatedDelivery, countryCondition } = bodyOf(values)
  const { minimumDaysForDelivery = null, maximumDaysForDelivery = null } = guaranteedEstimatedDelivery ?? {}
  return {
    rates: rates.map(({ cost, weight, location }) => ({
      cost: cost || empty,
      weight: weight ? { from: weight.from ?? null, to: weight.to ?? null } : null,
      location: location ? { country: location.country ?? null, province: location.province ?? null } : null,
    })),
    ...(currency && { currency }),
    onOrderTotalAbove: onOrderTotalAbove ?? null,
    guaranteedEstimatedDelivery: { minimumDaysForDelivery, maximumDaysForDelivery },
    countryCondition: (countryCondition ?? []).map(({ countryCode, provinceCode }) => ({
      countryCode,
      provinceCode: provinceCode ?? '',
    })),
  }
}
