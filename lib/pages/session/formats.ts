/** Writes amounts, numbers and dates as the reader's language does, in the time zone of the store. */

import { useMemo } from 'react'
import type { Language } from '../../core/tenant.ts'
import { useSession } from './api.ts'
import { useLanguage } from './language.ts'

/** The browser's variant of the language decides the order of day and month, such as en-GB for English. */
const localeOf = (language: string) => navigator.languages.find(tag => tag.startsWith(language)) ?? language

export interface Formats {
  /** `Intl` has the decimals of each currency. A sum of minus zero has no sign. */
  amount: (value: number, currency: string) => string
  number: (value: number) => string
  /** Writes a rate such as 0.19 as 19 %. */
  percent: (rate: number) => string
  /** Writes grams as kilograms. */
  weight: (grams: number) => string
  /** Writes a rate such as -0.25 with its sign. */
  change: (rate: number) => string
  /** Writes the beginning of an interval of a report: a local day such as 2026-11-01, or a local hour such as 2026-11-01T09:00. */
  interval: (start: string) => string
  /** An amount whose currency is not known. */
  decimal: (value: number) => string
  date: (iso: string) => string
  dateTime: (iso: string) => string
  /** The name of a country by its code, such as `DE`. */
  country: (code: string) => string
}

const isCurrency = (code: string) => /^[a-z]{3}$/i.test(code)

/** Reports have local times, which are not converted again. */
const instantOf = (local: string) => new Date(local.includes('T') ? `${local}Z` : local)

function formatsOf(locale: string, timeZone: string): Formats {
  const date = new Intl.DateTimeFormat(locale, { timeZone, dateStyle: 'medium' })
  const dateTime = new Intl.DateTimeFormat(locale, { timeZone, dateStyle: 'medium', timeStyle: 'short' })
  const number = new Intl.NumberFormat(locale)
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
        ? new Intl.NumberFormat(locale, { style: 'currency', currency, signDisplay: 'negative' }).format(value)
        : `${number.format(value)} ${currency}`,
    number: value => number.format(value),
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

/** By default, the formats are those of the language of the pages. */
export function useFormats(other?: Language): Formats {
  const { timeZone } = useSession().account
  const [own] = useLanguage()
  const language = other ?? own
  return useMemo(() => formatsOf(localeOf(language), timeZone), [language, timeZone])
}
