/** Converts a discount to the values of its input form and back to a request body, and checks the values. */

import type { UseFormReturnType } from '@mantine/form'
import { useMemo } from 'react'
import type { Discount, NewDiscount } from '../../client/index.ts'
import { numberOrNull } from '../form/number-text.ts'
import { useObjectForm } from '../form/use-object-form.ts'
import { useSession } from '../session/client.ts'
import { fromStoreTime, toStoreTime } from '../session/store-time.ts'

type NumberValue = number | string

export interface DiscountValues {
  name: string
  trigger: Discount['trigger']
  type: Discount['type']
  code: string
  itemId: string
  totalToReach: NumberValue
  amount: NumberValue
  productIds: string[]
  categories: string[]
  rate: NumberValue
  alternatePrice: string
  shippingDescription: string
  shippingCost: NumberValue
  shippingGuaranteedDaysToDelivery: NumberValue
  maxNumberOfUsages: NumberValue
  /** The end of the discount in the local time of the store; null for no end. */
  expires: string | null
  /** The end in the loaded discount. No input field changes it. */
  loadedExpires: string | null
  combinable: boolean
}

export type DiscountForm = UseFormReturnType<DiscountValues>

const newValues: DiscountValues = {
  name: '',
  trigger: 'Code',
  type: 'Rate',
  code: '',
  itemId: '',
  totalToReach: '',
  amount: '',
  productIds: [],
  categories: [],
  rate: '',
  alternatePrice: '',
  shippingDescription: '',
  shippingCost: '',
  shippingGuaranteedDaysToDelivery: '',
  maxNumberOfUsages: '',
  expires: null,
  loadedExpires: null,
  combinable: true,
}

const entriesOf = (list: string | null) => (list ? list.split(',') : [])

const shownEndOf = (expires: string | null, timeZone: string) => expires && toStoreTime(expires, timeZone)

const valuesOf = (discount: Discount, timeZone: string): DiscountValues => ({
  name: discount.name,
  trigger: discount.trigger,
  type: discount.type,
  code: discount.code ?? '',
  itemId: discount.itemId ?? '',
  totalToReach: discount.totalToReach ?? '',
  amount: discount.amount ?? '',
  productIds: entriesOf(discount.productIds),
  categories: entriesOf(discount.categories),
  rate: discount.rate ?? '',
  alternatePrice: discount.alternatePrice ?? '',
  shippingDescription: discount.shippingDescription ?? '',
  shippingCost: discount.shippingCost ?? '',
  shippingGuaranteedDaysToDelivery: discount.shippingGuaranteedDaysToDelivery ?? '',
  maxNumberOfUsages: discount.maxNumberOfUsages ?? '',
  expires: shownEndOf(discount.expires, timeZone),
  loadedExpires: discount.expires,
  combinable: discount.combinable,
})

/**
 * Returns the end of the discount. The loaded end stays as it is unless another time is entered: the input field has no
 * milliseconds, and when the clock is set back, a local time has two instants.
 */
const endOf = ({ expires, loadedExpires }: Pick<DiscountValues, 'expires' | 'loadedExpires'>, timeZone: string) =>
  expires === shownEndOf(loadedExpires, timeZone) ? loadedExpires : expires && fromStoreTime(expires, timeZone)

/**
 * Returns the request body. It includes all fields of the input form, because the API ignores fields that do not apply
 * to the trigger or the type.
 */
export const bodyOf = ({ expires, loadedExpires, ...values }: DiscountValues, timeZone: string): NewDiscount => ({
  ...values,
  code: values.code.trim(),
  totalToReach: numberOrNull(values.totalToReach),
  amount: numberOrNull(values.amount),
  productIds: values.productIds.join(','),
  categories: values.categories.join(','),
  rate: numberOrNull(values.rate),
  shippingCost: numberOrNull(values.shippingCost),
  shippingGuaranteedDaysToDelivery: numberOrNull(values.shippingGuaranteedDaysToDelivery),
  maxNumberOfUsages: numberOrNull(values.maxNumberOfUsages),
  expires: endOf({ expires, loadedExpires }, timeZone),
})

const loadSchema = () => import('../../discounts/schemas.ts').then(({ NewDiscount }) => NewDiscount)

/** Returns the state of the input form, for an existing discount or for a new one. */
export function useDiscountForm(discount?: Discount): DiscountForm {
  const { timeZone } = useSession().account
  const values = useMemo(() => (discount ? valuesOf(discount, timeZone) : newValues), [discount, timeZone])
  return useObjectForm({ values, bodyOf: typed => bodyOf(typed, timeZone), loadSchema })
}

/** The characters of a random discount code, without those that are easily confused, such as O and 0. */
const alphabet = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789'
const codeLength = 8

export const randomCode = () =>
  Array.from(crypto.getRandomValues(new Uint32Array(codeLength)), number => alphabet[number % alphabet.length]).join('')
