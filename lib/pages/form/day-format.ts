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
    parse: (text: string): string | null => dayOfNumbers(text, order) ?? dayOfWords(text),
  }
}

/** A year of four digits may come first in every language. A year of two digits is one of this century. */
function dayOfNumbers(text: string, order: readonly string[]): string | null {
  const [, ...numbers] = /^(\d{4}|\d\d?)\D+(\d\d?)\D+(\d{4}|\d\d?)\.?$/.exec(text.trim()) ?? []
  const names = numbers[0]?.length === 4 ? ['year', 'month', 'day'] : order
  const { year = '', month = '', day = '' } = Object.fromEntries(names.map((name, index) => [name, numbers[index]]))
  if (year.length % 2 === 1) return null
  const iso = `${year.padStart(4, '2000')}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  return isDay(iso) ? iso : null
}

const isDay = (iso: string) => {
  const date = new Date(`${iso}T00:00Z`)
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(iso)
}

/** Reads a date in English words, such as April 3, 2026. */
function dayOfWords(text: string): string | null {
  const date = new Date(/\p{Letter}/u.test(text) ? text : '')
  if (Number.isNaN(date.getTime())) return null
  return new Date(Date.UTC(date.getFullYear(), date.getMonth(), date.getDate())).toISOString().slice(0, 10)
}
