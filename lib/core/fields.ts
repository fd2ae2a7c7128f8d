/**
 * The values shapes are made of, and how forgivingly each is read.
 *
 * A shape serves both directions: what comes in may be spelled loosely ("5", "TRUE", a date without zone),
 * and reading it gives the one form in which it is stored and answered. So a reply is right
 * exactly when reading it changes nothing.
 */

import * as z from 'zod'
import { maxAmount } from './money.ts'

/** As people and JavaScript write decimals: `5`, `.5`, `5.`, `1e2`; JavaScript writes up to 23 places. */
const decimalText = /^\s*[+-]?(?:\d{1,15}(?:\.\d{0,23})?|\.\d{1,23})(?:e[+-]?\d{1,3})?\s*$/i
const readNumber = (value: unknown) =>
  typeof value === 'string' && decimalText.test(value) ? Number(value) : value

const mostPlaces = 6

/** Adding 0 makes 0 of -0, which rounding brings and JSON does not know. */
const toPlaces = (number: number) => Number(number.toFixed(mostPlaces)) + 0

/** A decimal such as a rate; rounded to six places, which removes the noise of floats. */
export const decimal = (bounds: { least: number; most: number }) =>
  z.preprocess(value => {
    const number = readNumber(value)
    return typeof number === 'number' && Number.isFinite(number) ? toPlaces(number) : number
  }, z.number().min(bounds.least).max(bounds.most))

/** An amount of money; rounded to the decimals of its currency by the code that knows the currency. */
export const amount = (least = 0) => decimal({ least, most: maxAmount })

export const integer = (bounds: { least?: number; most?: number } = {}) =>
  z.preprocess(
    readNumber,
    z
      .int()
      .min(bounds.least ?? 0)
      .max(bounds.most ?? 2_147_483_647),
  )

export const boolean = z.preprocess(value => {
  const spelled = typeof value === 'string' ? value.trim().toLowerCase() : value
  return spelled === 'true' ? true : spelled === 'false' ? false : value
}, z.boolean())

/**
 * Control characters and lone surrogates have no place in a name or a code, and the table would not give them back.
 * Those that force a direction make a name look like another one; scripts that run from right to left need none of them.
 */
// biome-ignore lint/suspicious/noControlCharactersInRegex: naming them is the point
const control = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/
const isClean = (value: string) => value.isWellFormed() && !control.test(value)

/** The blank Braille cell is a symbol to Unicode and nothing to the eye. */
const invisible = /^[\s\p{Z}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]*$/u
export const isBlank = (value: unknown) => typeof value === 'string' && invisible.test(value)

export const text = (most = 1000) =>
  z.string().max(most).refine(isClean, { error: 'must not hold control characters or broken Unicode' })

/** A text that says something: what nobody sees does not. */
export const nonBlank = (most = 1000) =>
  text(most).refine(value => !isBlank(value), { error: 'must not be empty' })

/** One of a closed list, read without regard to case and answered in the list's own spelling. */
export const choice = <const T extends readonly [string, ...string[]]>(values: T) =>
  z.preprocess(value => {
    if (typeof value !== 'string') return value
    const folded = value.trim().toLowerCase()
    return values.find(candidate => candidate.toLowerCase() === folded) ?? value
  }, z.enum(values))

const guidForm = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

export const guid = z.preprocess(
  value => (typeof value === 'string' ? value.toLowerCase() : value),
  z.string().regex(guidForm, { error: 'must be a GUID' }).meta({ format: 'uuid' }),
)

/** A plus that nobody encoded has become a space on its way here. */
const isoForm =
  /^(\d{4})-(\d{2})-(\d{2})(?:[Tt ](\d{2}:\d{2})(?::(\d{2})(?:[.,](\d{1,7}))?)?\s*([Zz]|[+-]\d{2}(?::?\d{2})?|(?<=\s)\d{2}:?\d{2})?)?$/

const isDay = (year: number, month: number, day: number) =>
  month >= 1 && month <= 12 && day >= 1 && day <= new Date(Date.UTC(year, month, 0)).getUTCDate()

const zone = (spelled = 'Z') => {
  if (spelled.toUpperCase() === 'Z') return 'Z'
  const digits = spelled
    .replace(/^(?=\d)/, '+')
    .replace(':', '')
    .padEnd(5, '0')
  return `${digits.slice(0, 3)}:${digits.slice(3)}`
}

const milliseconds = 3

function readDate(value: unknown, dayAlone: 'first' | 'last', places: number) {
  const parts = typeof value === 'string' ? isoForm.exec(value.trim()) : null
  if (!parts) return value
  const [, year, month, day, minutes, seconds = '00', fraction = '', offset] = parts
  if (!isDay(Number(year), Number(month), Number(day))) return value
  const time = minutes ? `${minutes}:${seconds}.${fraction.padEnd(3, '0').slice(0, 3)}` : undefined
  const instant = time ?? (dayAlone === 'first' ? '00:00:00.000' : '23:59:59.999')
  const date = new Date(`${year}-${month}-${day}T${instant}${zone(offset)}`)
  if (Number.isNaN(date.getTime())) return value
  const finer = fraction.padEnd(places, '0').slice(milliseconds, places)
  return date.toISOString().replace('Z', `${finer}Z`)
}

/** A point in time; a date alone means its first instant, or its last where the value is an end. */
const moment = (dayAlone: 'first' | 'last', places = milliseconds) =>
  z.preprocess(
    value => readDate(value, dayAlone, places),
    z.iso.datetime({ precision: places, error: 'must be an ISO 8601 date' }),
  )
export const dateTime = moment('first')
export const dateTimeEnd = moment('last')
/** As finely as anybody tells it: for what has to be put in order, and is not answered. */
export const preciseDateTime = moment('first', 7)

/** A stored row in its public form: the shape's fields in the shape's order, null where the row has none. */
export function project<S extends z.ZodObject>(shape: S, row: object): z.output<S> {
  const stored = row as Record<string, unknown>
  return Object.fromEntries(
    Object.keys(shape.shape).map(field => [field, stored[field] ?? null]),
  ) as z.output<S>
}
