/**
 * Reads numbers that are typed, or pasted from spreadsheets and other pages, and formats numbers for inputs. A number
 * whose separators could mean two things, or that has too many decimals, is never cut to another number.
 */

interface Options {
  /** The decimal separator of the user's locale. The other of `.` and `,` separates groups of three digits. */
  separator: string
  /** The number of decimals that the input has. */
  decimals: number
}

/** Digits on both sides of another text, as in `3 x 19.90`, or in two cells of a spreadsheet. */
const severalNumbers = /\d\s*[^\d\s.,'’_-]+\s*\d|\d[\t\r\n]+\d/

/** These characters separate groups of three digits, and nothing else. */
const brokenGroup = /\d[\s'’_]+(?!\d{3}(?!\d))[\d.,]/

/** A negative amount in accounting, such as `(5.00)`. */
const inParentheses = /\(\s*[^)]*\d[^)]*\)/

/**
 * Returns the number with the decimal separator of the locale and without other separators, signs and units. Returns
 * null if its separators do not say clearly what it means, or if the input would cut its decimals.
 */
export function pastedNumber(text: string, { separator, decimals }: Options): string | null {
  const number = text.replace(/\p{L}+\.(?=\s*\d)/gu, '').replace(/[−–](?=\s*[\d.,])/g, '-')
  if ([severalNumbers, brokenGroup, inParentheses].some(unclear => unclear.test(number))) return null
  const digits = number.replace(/[^\d.,-]/g, '')
  const group = separator === '.' ? ',' : '.'
  const decimal = decimals === 0 ? '0{0,2}' : `\\d{0,${decimals}}`
  const isGrouped = new RegExp(`^-?[1-9]\\d{0,2}([${group}]\\d{3})+([${separator}]${decimal})?$`).test(digits)
  /** Three digits after a single separator could also be decimals. */
  if (isGrouped && decimals >= 3 && /^-?\d+[.,]\d+$/.test(digits)) return null
  if (isGrouped) return digits.replaceAll(group, '')
  return new RegExp(`^-?\\d*([.,]${decimal})?$`).test(digits) ? digits.replace(/[.,]/, separator) : null
}

/** A typed number may have a unit, such as `€` or `%`, but no words: `10k` is not 10. */
const typedNumber = /^[\p{Sc}%]?\s*[-−–]?[\d.,\s'’_]+[\p{Sc}%]?$/u

/** Returns the number that was typed, or the text itself if it is empty or cannot be read. */
export function readNumber(text: string, options: Options): number | string {
  const number = typedNumber.test(text.trim()) && pastedNumber(text, options)?.replace(options.separator, '.')
  return number && Number.isFinite(Number(number)) ? Number(number) : text.trim()
}

/** Returns the decimal separator of amounts, which is not that of other numbers in some countries, such as fr-CH. */
export const separatorOf = (locale: string): string =>
  new Intl.NumberFormat(locale, { style: 'currency', currency: 'EUR' })
    .formatToParts(1.5)
    .find(({ type }) => type === 'decimal')?.value ?? '.'

interface Format {
  locale: string
  decimals: number
  /** Decimals at the end are shown also if they are 0. */
  hasFixedDecimals: boolean
}

/** Formats a number as it can be typed. A text that is not a number is shown as it is. */
export function formatNumber(value: number | string, { locale, decimals, hasFixedDecimals }: Format): string {
  if (typeof value === 'string') return value
  const minimumFractionDigits = hasFixedDecimals ? decimals : 0
  const digits = { useGrouping: false, minimumFractionDigits, maximumFractionDigits: decimals }
  return new Intl.NumberFormat('en', digits).format(value).replace('.', separatorOf(locale))
}

export const isUnclear = (value: number | string): boolean => typeof value === 'string' && value !== ''

/** Returns null for an empty input, and NaN, which every check refuses, for a text that is not a number. */
export function numberOrNull(value: number | string): number | null {
  if (value === '') return null
  return typeof value === 'number' ? value : Number.NaN
}
