/**
 * Defines the schemas of the fields in checkout events. An event reports what has already happened, so these schemas
 * are lenient: they convert between numbers and text, and remove control characters.
 */

import * as z from 'zod'
import { asBoolean, dateTime, toInteger } from './fields.ts'
import { maxAmount } from './money.ts'

// biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern removes control characters
const unstorable = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/g

function coerceText(value: unknown): unknown {
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  return typeof value === 'string' ? value.toWellFormed().replace(unstorable, '') : value
}

const coerceNumber = (value: unknown) =>
  typeof value === 'string' && value.trim() !== '' && Number.isFinite(Number(value)) ? Number(value) : value

const orNull = <S extends z.ZodType>(schema: S, read: (value: unknown) => unknown) =>
  z.preprocess(read, schema.nullish()).transform(value => (value ?? null) as z.output<S> | null)

export const optionalText = orNull(z.string(), coerceText)
export const requiredText = (maxLength = 500) => z.preprocess(coerceText, z.string().trim().min(1).max(maxLength))

export const optionalNumber = orNull(z.number(), coerceNumber)

function coerceInteger(value: unknown): unknown {
  const number = coerceNumber(value)
  return typeof number === 'number' ? toInteger(number) : number
}
export const optionalInteger = orNull(z.number(), coerceInteger)
/** An amount, which is negative for a rebate. The amount is rounded later, when its currency is known. */
export const optionalAmount = orNull(z.number().min(-maxAmount).max(maxAmount), coerceNumber)

/** The fields of a tax. Some checkouts send `name` and `rate` instead of `taxName` and `taxRate`. */
export const taxFields = {
  taxName: optionalText,
  name: optionalText,
  taxRate: optionalNumber,
  rate: optionalNumber,
  amount: optionalAmount,
  numberForInvoice: optionalText,
}

interface NamedTax {
  taxName: string | null
  name: string | null
  taxRate: number | null
  rate: number | null
}

export const withTaxNames = <T extends NamedTax>({ taxName, name, taxRate, rate, ...tax }: T) => ({
  taxName: taxName ?? name,
  taxRate: taxRate ?? rate,
  ...tax,
})

export const optionalDate = dateTime.nullish().transform(value => value ?? null)

/** Any other text than a boolean is false. */
function coerceBoolean(value: unknown): unknown {
  const boolean = asBoolean(value)
  return typeof boolean === 'string' ? false : boolean
}
export const booleanOrFalse = z.preprocess(coerceBoolean, z.boolean().nullish()).transform(value => value ?? false)

/** The value is null if the field is absent, or contains neither a boolean nor a text, such as 2. */
export const optionalBoolean = z.preprocess(coerceBoolean, z.boolean().nullable().catch(null))

/** The maximum length of a list. Checkouts send shorter lists, and a longer list may not fit into one row. */
const maxEntries = 2000

export const listOf = <S extends z.ZodType>(item: S) => z.array(item).max(maxEntries)

export const orEmpty = <Item>(list: z.ZodType<Item[]>) => list.nullish().transform(items => items ?? [])

export const listOrEmpty = <S extends z.ZodType>(item: S) => orEmpty(listOf(item))

/** A list of texts, from which null and invalid values are removed. */
export const validTexts = (text: z.ZodType<string | null>) =>
  listOf(text.nullable().catch(null)).transform(values => values.filter(value => value !== null))
