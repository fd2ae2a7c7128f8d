/**
 * Values as the checkout tells them. What it tells has happened, and is taken as it is where that is possible:
 * numbers written as text and texts written as numbers, and of a text all that a table can give back.
 */

import * as z from 'zod'
import { maxAmount } from './money.ts'

// biome-ignore lint/suspicious/noControlCharactersInRegex: naming them is the point
const unstorable = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/g

function asText(value: unknown): unknown {
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  return typeof value === 'string' ? value.toWellFormed().replace(unstorable, '') : value
}

const asNumber = (value: unknown) =>
  typeof value === 'string' && value.trim() !== '' && Number.isFinite(Number(value)) ? Number(value) : value

const orNull = <S extends z.ZodType>(shape: S, read: (value: unknown) => unknown) =>
  z.preprocess(read, shape.nullish()).transform(value => (value ?? null) as z.output<S> | null)

export const optionalText = orNull(z.string(), asText)
/** Words without which the event says nothing. */
export const requiredText = (most = 500) =>
  z.preprocess(asText, z.string().trim().min(1, { error: 'must not be empty' }).max(most))

export const optionalNumber = orNull(z.number(), asNumber)

/** The largest whole number that callers everywhere can read. */
const maxUnits = 2_147_483_647

/**
 * A number beyond all bounds counts as the nearest that can be kept and added up: what it came with has been paid for,
 * and must not be missing because of it.
 */
function asWhole(value: unknown): unknown {
  const told = asNumber(value)
  return typeof told === 'number' ? Math.trunc(Math.min(Math.max(told, -maxUnits), maxUnits)) : told
}
export const optionalInteger = orNull(z.number(), asWhole)
/** Rounded only where its currency is known; a rebate may be negative. */
export const optionalAmount = orNull(z.number().min(-maxAmount).max(maxAmount), asNumber)

const asFlag = (value: unknown) => (typeof value === 'string' ? value.trim().toLowerCase() === 'true' : value)
export const flagOrFalse = z.preprocess(asFlag, z.boolean().nullish()).transform(value => value ?? false)

/** A list that is not told is empty. */
export const listOrEmpty = <S extends z.ZodType>(item: S) =>
  z
    .array(item)
    .nullish()
    .transform(items => items ?? [])
