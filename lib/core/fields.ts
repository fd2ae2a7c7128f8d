/**
 * Defines the field types of schemas.
 *
 * A schema is used for input and output. Parsing converts loosely written input, such as "5", "TRUE" or a date without
 * a time zone, to the format that is stored and returned. A reply is valid if parsing does not change the reply.
 */

import * as z from 'zod'
import { isObject } from './json.ts'
import { maxAmount } from './money.ts'

/** Matches numbers as people and JavaScript write them: `5`, `.5`, `5.`, `1e2`. JavaScript writes up to 22 decimals. */
const decimalPattern = /^\s*[+-]?(?:\d{1,15}(?:\.\d{0,23})?|\.\d{1,23})(?:e[+-]?\d{1,3})?\s*$/i
const parseNumber = (value: unknown) =>
  typeof value === 'string' && decimalPattern.test(value) ? Number(value) : value

const maxDecimals = 6

/** Rounding may return -0. Adding 0 changes -0 to 0. */
const roundDecimals = (number: number) => Number(number.toFixed(maxDecimals)) + 0

/** A number such as a rate, which is rounded to six decimals to remove floating-point errors. */
export const decimal = ({ min, max }: { min: number; max: number }) =>
  z.preprocess(value => {
    const number = parseNumber(value)
    return typeof number === 'number' && Number.isFinite(number) ? roundDecimals(number) : number
  }, z.number().min(min).max(max))

/** An amount of money, which is rounded later to the decimals of its currency. */
export const amount = (min = 0) => decimal({ min, max: maxAmount })

/** The largest 32-bit integer, which every client can parse. */
const maxInteger = 2_147_483_647

export const integer = ({ min = 0, max = maxInteger }: { min?: number; max?: number } = {}) =>
  z.preprocess(parseNumber, z.int().min(min).max(max))

/** Rounds a number down and limits it to 32 bits, so that an unusual number in a paid order causes no error. */
export const toInteger = (number: number) => Math.floor(Math.min(Math.max(number, -maxInteger), maxInteger))

/** The values 1 and 0 are accepted, because PHP writes true as 1 in a query. */
const booleans = new Map<unknown, boolean>([
  ['true', true],
  ['1', true],
  [1, true],
  ['false', false],
  ['0', false],
  [0, false],
])

export function asBoolean(value: unknown): unknown {
  const key = typeof value === 'string' ? value.trim().toLowerCase() : value
  return booleans.get(key) ?? value
}

export const boolean = z.preprocess(asBoolean, z.boolean())
export const onlyTrue = z.preprocess(asBoolean, z.literal(true, { error: 'must be true' }))

/** These control characters and direction overrides are not allowed. They can make one name look like another. */
export const forbiddenCharacters =
  '\\u0000-\\u0008\\u000b\\u000c\\u000e-\\u001f\\u007f-\\u009f\\u202a-\\u202e\\u2066-\\u2069'
const forbidden = new RegExp(`[${forbiddenCharacters}]`)
/** Lone surrogates are rejected, because the table would not return them unchanged. */
const isClean = (value: string) => value.isWellFormed() && !forbidden.test(value)

/** The blank Braille pattern U+2800 is listed separately: it is invisible, but Unicode classifies it as a symbol. */
const blankPattern = /^[\s\p{Z}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]*$/u
export const isBlank = (value: unknown) => typeof value === 'string' && blankPattern.test(value)

/**
 * Converts blank text to null. If the schema itself rejects blank text, the mark `acceptsBlank` is set, so that the
 * OpenAPI document allows blank text.
 */
export const blankAsNull = <S extends z.ZodType>(schema: S) =>
  z
    .preprocess(value => (isBlank(value) ? null : value), schema.nullable())
    .meta(schema.safeParse('').success ? {} : { acceptsBlank: true })

/** Normalizes a text, so that comparisons ignore case, Unicode form and surrounding blanks. */
export const normalizeForComparison = (value: string | null | undefined) =>
  (value ?? '').normalize('NFKC').trim().toLowerCase()

export const nullableText = z.string().nullable()
export const nullableNumber = z.number().nullable()
export const nullableInteger = z.int().nullable()

export const text = (maxLength = 1000) =>
  z
    .string()
    .max(maxLength)
    .refine(isClean, { error: 'must not contain control characters or invalid Unicode' })
    .meta({ pattern: `^[^${forbiddenCharacters}]*$` })

/** Text with at least one visible character. */
export const nonBlank = (maxLength = 1000) =>
  text(maxLength)
    .refine(value => !isBlank(value), { error: 'must not be empty' })
    .meta({ pattern: `^[^${forbiddenCharacters}]*[^${forbiddenCharacters}\\s][^${forbiddenCharacters}]*$` })

/**
 * Accepts the values in upper or lower case, and returns them in the spelling of `values`. The aliases must be in lower
 * case.
 */
export const caseInsensitiveEnum = <const T extends readonly [string, ...string[]]>(
  values: T,
  aliases: Record<string, T[number]> = {},
) => {
  const byLowerCase = new Map(values.map(value => [value.toLowerCase(), value]))
  for (const [alias, value] of Object.entries(aliases)) byLowerCase.set(alias, value)
  return z.preprocess(
    value => (typeof value === 'string' ? (byLowerCase.get(value.trim().toLowerCase()) ?? value) : value),
    z.enum(values),
  )
}

const isAll = (value: unknown) => typeof value === 'string' && value.trim().toLowerCase() === 'all'

/** A query parameter that filters a list. The value `all` means no filter. */
export const optionalFilter = <S extends z.ZodType>(schema: S) =>
  z.preprocess(value => (isAll(value) ? undefined : value), schema.optional())

/** A boolean query parameter. `all` is read as the boolean `unfiltered`, with which nothing is filtered. */
export const booleanFilter = ({ unfiltered }: { unfiltered: boolean }) =>
  z.preprocess(value => (isAll(value) ? unfiltered : value), boolean)

export const guid = z.guid({ error: 'must be a GUID' }).toLowerCase()

/** A space is accepted instead of the `+` of an offset, because an unencoded plus in a query is decoded as a space. */
const isoDatePattern =
  /^(\d{4})-(\d{2})-(\d{2})(?:[Tt ](\d{2}:\d{2})(?::(\d{2})(?:[.,](\d{1,7}))?)?\s*([Zz]|[+-]\d{2}(?::?\d{2})?|(?<=\s)\d{2}:?\d{2})?)?$/

const isValidDate = (year: number, month: number, day: number) =>
  month >= 1 && month <= 12 && day >= 1 && day <= new Date(Date.UTC(year, month, 0)).getUTCDate()

/** Converts `+02`, `+0200` and `02:00` to `+02:00`. */
const normalizeOffset = (offset = 'Z') => {
  if (offset.toUpperCase() === 'Z') return 'Z'
  const digits = offset
    .replace(/^(?=\d)/, '+')
    .replace(':', '')
    .padEnd(5, '0')
  return `${digits.slice(0, 3)}:${digits.slice(3)}`
}

const millisecondDecimals = 3

function normalizeDate(value: unknown, defaultTime: string, decimals: number) {
  const parts = typeof value === 'string' ? isoDatePattern.exec(value.trim()) : null
  if (!parts) return value
  const [, year, month, day, minutes, seconds = '00', fraction = '', offset] = parts
  if (!isValidDate(Number(year), Number(month), Number(day))) return value
  const time = minutes ? `${minutes}:${seconds}.${fraction.padEnd(3, '0').slice(0, 3)}` : defaultTime
  const date = new Date(`${year}-${month}-${day}T${time}${normalizeOffset(offset)}`)
  if (Number.isNaN(date.getTime())) return value
  const finer = fraction.padEnd(decimals, '0').slice(millisecondDecimals, decimals)
  return date.toISOString().replace('Z', `${finer}Z`)
}

/** Returns a schema in which a date without a time means `defaultTime` of that day. */
const dateTimeSchema = (defaultTime: string, decimals = millisecondDecimals) =>
  z.preprocess(
    value => normalizeDate(value, defaultTime, decimals),
    z.iso.datetime({ precision: decimals, error: 'must be an ISO 8601 date' }),
  )
export const dateTime = dateTimeSchema('00:00:00.000')
export const dateTimeOrEndOfDay = dateTimeSchema('23:59:59.999')
/** A time with seven decimals. Checkout events are compared by all seven decimals, but replies contain only three. */
export const preciseDateTime = dateTimeSchema('00:00:00.000', 7)

/** Returns the schema inside of defaults, preprocessing and other wrappers. */
export function unwrapSchema(schema: z.core.$ZodType): z.core.$ZodTypes {
  const { def } = (schema as z.core.$ZodTypes)._zod
  if ('innerType' in def) return unwrapSchema(def.innerType)
  if (def.type === 'pipe') return unwrapSchema(isTransform(def.in) ? def.out : def.in)
  return schema as z.core.$ZodTypes
}

const isTransform = (schema: z.core.$ZodType) => schema._zod.def.type === 'transform'

/**
 * Maps each alias to the name of its field. The value of an alias is read only if the input has no value for the field.
 */
type Aliases<S extends z.ZodObject> = Record<string, keyof z.input<S> & string>

const aliasesBySchema = new WeakMap<z.core.$ZodType, Record<string, string>>()

export function withAliases<S extends z.ZodObject>(schema: S, aliases: Aliases<S>) {
  aliasesBySchema.set(schema, aliases)
  return z.preprocess(value => (isObject(value) ? renameFields(value, aliases) : value), schema)
}

function renameFields(sent: Record<string, unknown>, aliases: Record<string, string>) {
  const renamed = Object.entries(aliases).map(([alias, field]) => [field, sent[field] ?? sent[alias]])
  return { ...sent, ...Object.fromEntries(renamed) }
}

/** Returns the field that an alias stands for, or `name` itself if it is not an alias. */
export const resolveAlias = (name: string, schema: z.core.$ZodType): string =>
  aliasesBySchema.get(schema)?.[name] ?? name
