/** Formats amounts, numbers and dates for a language and for the time zone of the store. */

import { useMemo } from 'react'
import { decimalsOf } from '../../core/money.ts'
import type { Language } from '../../core/tenant.ts'
import { useSession } from './client.ts'
import { useLanguage } from './language.ts'

/**
 * Returns the browser's locale for a language, such as en-GB for English. The user expects dates in the format of this
 * locale.
 */
const localeOf = (language: string) => navigator.languages.find(tag => tag.startsWith(language)) ?? language

export const useLocale = (): string => localeOf(useLanguage()[0])

export interface Formats {
  /** Formats an amount with the decimals of its currency. A sum of -0 gets no sign. */
  amount: (value: number, currency: string) => string
  number: (value: number) => string
  /** Formats a number with a short unit if it is large, such as 1.5M. */
  compact: (value: number) => string
  /** Formats a rate such as 0.19 as 19 %. */
  percent: (rate: number) => string
  /** Formats grams as kilograms. */
  weight: (grams: number) => string
  /** Formats a rate such as -0.25 as a percentage with a sign. */
  change: (rate: number) => string
  /**
   * Formats the start of a report interval: a local day such as 2026-11-01, or a local hour such as 2026-11-01T09:00.
   */
  interval: (start: string) => string
  /** Formats an amount whose currency is unknown. */
  decimal: (value: number) => string
  date: (iso: string) => string
  dateTime: (iso: string) => string
  /** Returns the name of the country with this code, such as `DE`. */
  country: (code: string) => string
}

/** `Intl` gives some currencies no decimals, such as the dinar, although the API has amounts with decimals. */
const currencyStyle = (currency: string) => ({
  style: 'currency' as const,
  currency,
  minimumFractionDigits: decimalsOf(currency),
  maximumFractionDigits: decimalsOf(currency),
})

const isCurrency = (code: string) => /^[a-z]{3}$/i.test(code)

/**
 * Reads a local time of a report. Local times in reports have no time zone. They are read as UTC and also formatted as
 * UTC, so they are shown unchanged.
 */
const instantOf = (local: string) => new Date(local.includes('T') ? `${local}Z` : local)

/** The rate of a discount has up to four decimal places. */
const rateOptions = { maximumFractionDigits: 4 }

function formatsOf(locale: string, timeZone: string): Formats {
  const date = new Intl.DateTimeFormat(locale, { timeZone, dateStyle: 'medium' })
  const dateTime = new Intl.DateTimeFormat(locale, { timeZone, dateStyle: 'medium', timeStyle: 'short' })
  const number = new Intl.NumberFormat(locale, rateOptions)
  const percent = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 3 })
  const kilograms = new Intl.NumberFormat(locale, { style: 'unit', unit: 'kilogram', maximumFractionDigits: 3 })
  const change = new Intl.NumberFormat(locale, { style: 'percent', signDisplay: 'exceptZero' })
  const day = new Intl.DateTimeFormat(locale, { timeZone: 'UTC', day: 'numeric', month: 'short' })
  const hour = new Intl.DateTimeFormat(locale, { timeZone: 'UTC', timeStyle: 'short' })
  const decimal = new Intl.NumberFormat(locale, { minimumFractionDigits: 2, maximumFractionDigits: 3 })
  const countries = new Intl.DisplayNames(locale, { type: 'region', fallback: 'code' })
  return {
    amount: (value, currency) =>
      isCurrency(currency)
        ? new Intl.NumberFormat(locale, { ...currencyStyle(currency), signDisplay: 'negative' }).format(value)
        : `${number.format(value)} ${currency}`,
    number: value => number.format(value),
    compact: new Intl.NumberFormat(locale, { notation: 'compact', maximumFractionDigits: 3 }).format,
    percent: rate => percent.format(rate),
    weight: grams => kilograms.format(grams / 1000),
    change: rate => change.format(rate),
    interval: start => (start.includes('T') ? hour : day).format(instantOf(start)),
    decimal: value => decimal.format(value),
    date: iso => date.format(new Date(iso)),
    dateTime: iso => dateTime.format(new Date(iso)),
    country: code => (/^[A-Z]{2}$/i.test(code) ? (countries.of(code.toUpperCase()) ?? code) : code),
  }
}

/** Returns the formats for the language `other`; by default, for the language of the pages. */
export function useFormats(other?: Language): Formats {
  const { timeZone } = useSession().account
  const [own] = useLanguage()
  const language = other ?? own
  return useMemo(() => formatsOf(localeOf(language), timeZone), [language, timeZone])
}
