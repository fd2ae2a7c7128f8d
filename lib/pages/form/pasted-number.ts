/**
 * Reads numbers that are pasted from spreadsheets and other pages. Mantine's own function reads a single separator as the
 * decimal separator, and would cut "1,200" to 1 where an input has no decimals.
 */

interface Options {
  /** The decimal separator of the user's language. The other of `.` and `,` separates groups of three digits. */
  separator: string
  /** The number of decimals that the input has. */
  decimals: number
}

/** Digits on both sides of another text, as in `3 x 19.90`, or in two cells of a spreadsheet. */
const severalNumbers = /\d\s*[^\d\s.,'’_-]+\s*\d|\d[\t\r\n]+\d/

/**
 * Returns the number with the decimal separator of the language and without other separators, signs and units. Returns
 * null if its separators do not say clearly what it means, or if the input would cut its decimals.
 */
export function pastedNumber(text: string, { separator, decimals }: Options): string | null {
  const number = text.replace(/\p{L}+\.(?=\s*\d)/gu, '')
  if (severalNumbers.test(number)) return null
  const digits = number.replace(/[^\d.,-]/g, '')
  const group = separator === '.' ? ',' : '.'
  const decimal = decimals === 0 ? '0{0,2}' : `\\d{0,${decimals}}`
  const isGrouped = new RegExp(`^-?[1-9]\\d{0,2}([${group}]\\d{3})+([${separator}]${decimal})?$`).test(digits)
  /** Three digits after a single separator could also be decimals. */
  if (isGrouped && decimals >= 3 && /^-?\d+[.,]\d+$/.test(digits)) return null
  if (isGrouped) return digits.replaceAll(group, '')
  return new RegExp(`^-?\\d*([.,]${decimal})?$`).test(digits) ? digits.replace(/[.,]/, separator) : null
}
