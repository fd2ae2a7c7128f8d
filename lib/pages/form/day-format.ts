/** Formats and reads days such as 2026-04-03 with the numbers in the order of a locale. */

const isNumber = (type: string) => type === 'day' || type === 'month' || type === 'year'

export function createDayFormat(locale: string) {
  const numbers = { day: '2-digit', month: '2-digit', year: 'numeric', timeZone: 'UTC' } as const
  const format = new Intl.DateTimeFormat(locale, numbers)
  const parts = format.formatToParts(0).map(({ type }) => type)
  const order = parts.filter(isNumber)
  return {
    format: (day: string) => format.format(new Date(day)),
    /** Returns null if the text is not a day. */
    parse: (text: string): string | null =>
      dayOfNumbers(text, order) ?? dayWithMonth(text, locale) ?? dayInEnglish(text),
  }
}

/**
 * Ignores words before and after the numbers, such as a weekday. A year of four digits may come first in every language.
 * A year of two digits is one of this century.
 */
function dayOfNumbers(text: string, order: readonly string[]): string | null {
  const [, ...numbers] = /^(\d{4}|\d\d?)\D+(\d\d?)\D+(\d{4}|\d\d?)$/.exec(text.replace(/^\D+|\D+$/g, '')) ?? []
  const names = numbers[0]?.length === 4 ? ['year', 'month', 'day'] : order
  const { year = '', month = '', day = '' } = Object.fromEntries(names.map((name, index) => [name, numbers[index]]))
  if (year.length % 2 === 1) return null
  const iso = `${year.padStart(4, '2000')}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  return isDay(iso) ? iso : null
}

/** Returns whether the text is a day such as 2026-04-03. An input of a day has other texts if it cannot read them. */
export const isDay = (iso: string): boolean => {
  const date = new Date(`${iso}T00:00Z`)
  return !Number.isNaN(date.getTime()) && date.toISOString().slice(0, 10) === iso
}

/** Reads a date with the name of a month in the language, or its beginning, such as 3. Dezember 2026. */
function dayWithMonth(text: string, locale: string): string | null {
  const pattern = /(?<!\d)(\d\d?)\.?\s+(?:de\s+)?(\p{L}{3,})\.?\s+(?:de\s+)?(\d{4})\s*$/u
  const [, day = '', name = '', year] = pattern.exec(text.toLowerCase()) ?? []
  const { format } = new Intl.DateTimeFormat(locale, { month: 'long', timeZone: 'UTC' })
  const months = Array.from({ length: 12 }, (_, month) => month + 1).filter(month =>
    format(Date.UTC(2026, month - 1))
      .toLowerCase()
      .startsWith(name),
  )
  if (months.length !== 1) return null
  const iso = `${year}-${String(months[0]).padStart(2, '0')}-${day.padStart(2, '0')}`
  return isDay(iso) ? iso : null
}

const englishMonth = /\b(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)/i

/**
 * Reads a date with the English name of a month, such as April 3, 2026. `Date` would read numbers with any other word in
 * the American order.
 */
function dayInEnglish(text: string): string | null {
  const date = new Date(englishMonth.test(text) && /\d{4}/.test(text) ? text : '')
  const [day] = text.match(/(?<!\d)\d\d?(?!\d)/) ?? []
  /** `Date` reads February 31 as March 3. */
  if (Number.isNaN(date.getTime()) || date.getDate() !== Number(day)) return null
  return new Date(Date.UTC(date.getFullYear(), date.getMonth(), date.getDate())).toISOString().slice(0, 10)
}
