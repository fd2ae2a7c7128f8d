/** Describes a shipping method in the user's language: prices, weights, countries, order total and delivery time. */

import type { ShippingMethod } from '../../client/index.ts'
import { useSession } from '../session/client.ts'
import { type Formats, useFormats, useLocale } from '../session/formats.ts'
import { useTexts } from '../session/language.ts'
import { type ShippingTexts, texts } from './texts.ts'

export interface SummaryContext {
  text: ShippingTexts
  formats: Formats
  /** The locale of the browser for the language of the pages, such as `en-GB`. */
  locale: string
  /** The currency of the store, which applies to shipping methods that have no currency. */
  currency: string
}

export function useSummaryContext(): SummaryContext {
  const text = useTexts(texts)
  const formats = useFormats()
  const locale = useLocale()
  const { currency } = useSession().account
  return { text, formats, locale, currency }
}

/**
 * The fields that the summary describes. A saved shipping method has these fields, and `unsavedContent` creates them
 * from the values of the input form.
 */
export type MethodContent = Pick<
  ShippingMethod,
  'rates' | 'currency' | 'onOrderTotalAbove' | 'guaranteedEstimatedDelivery' | 'countryCondition'
>
type Rate = MethodContent['rates'][number]

const list = (locale: string, items: readonly string[]) =>
  new Intl.ListFormat(locale, { type: 'conjunction' }).format(items)

function weightText(grams: number, locale: string): string {
  const isInKilograms = grams >= 1000 && grams % 100 === 0
  const unit = isInKilograms ? 'kilogram' : 'gram'
  return new Intl.NumberFormat(locale, { style: 'unit', unit }).format(isInKilograms ? grams / 1000 : grams)
}

const priceText = (cost: number, { currency }: MethodContent, context: SummaryContext) =>
  cost === 0 ? context.text.free : context.formats.amount(cost, currency ?? context.currency)

/** Returns the lowest and the highest price, such as `€4.90 – €8.90`. */
export function pricesOf(method: MethodContent, context: SummaryContext): string {
  const costs = method.rates.map(({ cost }) => cost)
  const prices = [Math.min(...costs), Math.max(...costs)].map(cost => priceText(cost, method, context))
  return [...new Set(prices)].join(' – ')
}

export function countriesOf({ countryCondition }: MethodContent, { text, formats, locale }: SummaryContext): string {
  if (countryCondition.length === 0) return text.everywhere
  const names = countryCondition.map(({ countryCode, provinceCode }) =>
    provinceCode ? `${formats.country(countryCode)} (${provinceCode})` : formats.country(countryCode),
  )
  return list(locale, names)
}

export function deliveryDaysOf(
  { guaranteedEstimatedDelivery }: MethodContent,
  { text, formats }: SummaryContext,
): string {
  const { minimumDaysForDelivery: from, maximumDaysForDelivery: to } = guaranteedEstimatedDelivery
  const days = [from, to].filter(day => day !== null).filter(day => !Number.isNaN(day))
  const range = [...new Set(days)].map(day => formats.number(day)).join(' – ')
  return range && text.days(range)
}

const rangeOf = ({ weight }: Rate, { text, locale }: SummaryContext): string => {
  const from = weight?.from ? weightText(weight.from, locale) : ''
  const to = weight?.to ? weightText(weight.to, locale) : ''
  if (from && to) return text.between(from, to)
  if (to) return text.upTo(to)
  return from && text.from(from)
}

function rateText(rate: Rate, method: MethodContent, context: SummaryContext): string {
  const { country, province } = rate.location ?? {}
  const place = country && context.text.to([context.formats.country(country), province].filter(Boolean).join(', '))
  return [priceText(rate.cost, method, context), rangeOf(rate, context), place].filter(Boolean).join(' ')
}

/** Returns sentences about the prices, the countries, the order total and the delivery time of a shipping method. */
export function summaryOf(method: MethodContent, context: SummaryContext): string[] {
  const { text, formats, locale } = context
  const { rates, currency, onOrderTotalAbove } = method
  const days = deliveryDaysOf(method, context)
  return [
    `${list(
      locale,
      rates.map(rate => rateText(rate, method, context)),
    )}.`,
    text.offered(countriesOf(method, context)),
    onOrderTotalAbove ? text.above(formats.amount(onOrderTotalAbove, currency ?? context.currency)) : '',
    days && text.arrives(days),
  ].filter(sentence => sentence !== '')
}
