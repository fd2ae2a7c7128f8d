/** What a page says of one product, by a button or in JSON, and how forgivingly that is read. */

import * as z from 'zod'
import {
  listOrEmpty,
  optionalNumber,
  optionalText,
  requiredText,
  booleanOrFalse as toldFlag,
} from '../core/event-fields.ts'
import { amount, boolean } from '../core/fields.ts'
import { jsonBytes } from '../core/json.ts'
import { metadata } from '../core/metadata.ts'
import { type Faults, Problem } from '../core/problem.ts'
import { parseInput } from '../core/validation.ts'
import { absolute } from './links.ts'

/** Where it was read, and for whom. */
export interface Reading {
  /** The account's. */
  currency: string
  base: URL
  /** A button without a name is not ready; a document may name its products elsewhere. */
  isNamed: boolean
}

const mostInList = 500
const mostMetadata = 100 * 1024
/** DynamoDB takes rows of 400 KB. */
const mostBytes = 200 * 1024

/** Counted before any of them is read, as each may be wrong in a way of its own. */
const few = <S extends z.ZodType>(item: S) =>
  z
    .unknown()
    .refine(told => !Array.isArray(told) || told.length <= mostInList, {
      error: `must have at most ${mostInList} entries`,
    })
    .optional()
    .pipe(listOrEmpty(item))

const line = optionalText.transform(text => text?.trim() || null)

const measure = optionalNumber.catch(null)
const fact = boolean
  .nullish()
  .catch(null)
  .transform(value => value ?? null)

/** More than a product shows: what of it cannot be read is as if it were not there. */
const more = {
  weight: measure,
  width: measure,
  height: measure,
  length: measure,
  maxQuantity: measure,
  minQuantity: measure,
  stackable: fact,
  shippable: fact,
  taxable: fact,
}

const isChoice = (told: unknown) => typeof told !== 'object' || told === null

/** One text, or an array of bare names. */
const choices = z.preprocess(
  told =>
    Array.isArray(told) && told.every(isChoice) ? told.filter(choice => choice !== null).join('|') : told,
  line,
)

/** Where both are told, `options` alone has the adjustments. */
const Field = z
  .object({
    name: requiredText(),
    type: line,
    options: choices,
    optionsArray: choices,
    required: toldFlag,
    value: optionalText,
  })
  .transform(({ type, optionsArray, ...field }) => {
    const options = field.options ?? optionsArray
    return { ...field, options, type: type?.toLowerCase() ?? (options === null ? 'textbox' : 'dropdown') }
  })

const categories = z
  .preprocess(told => (typeof told === 'string' ? told.split('|') : told), few(line))
  .transform(names => names.filter(name => name !== null))

/** A shop with several currencies writes an object of them. */
const priceIn = (currency: string) =>
  z
    .unknown()
    .transform((told, { issues }) => {
      if (typeof told !== 'object' || told === null) return told
      const code = currency.toLowerCase()
      const price = Object.entries(told).find(([name]) => name.trim().toLowerCase() === code)?.[1]
      if (price !== undefined && price !== null) return price
      issues.push({ code: 'custom', message: `has no amount in ${currency.toUpperCase()}`, input: told })
      return z.NEVER
    })
    .pipe(amount())

const urlFrom = (base: URL) =>
  requiredText(2048).refine(url => absolute(url, base) !== null, { error: 'must be a web address or a path' })

const entryFrom = ({ currency, base, isNamed }: Reading) =>
  z
    .object({
      id: requiredText(),
      name: isNamed ? requiredText(1000) : line,
      price: priceIn(currency),
      url: urlFrom(base),
      description: line,
      image: line.transform(image => image && absolute(image, base)),
      categories,
      customFields: few(Field),
      metadata: metadata
        .refine(value => jsonBytes(value) <= mostMetadata, { error: 'must have at most 100 KB', abort: true })
        .nullish()
        .transform(value => value ?? null),
      fileGuid: line,
      ...more,
    })
    .refine(entry => jsonBytes(entry) <= mostBytes, { error: 'must have at most 200 KB' })
    .transform(({ id, ...description }) => ({ userDefinedId: id, description }))

export type Entry = z.output<ReturnType<typeof entryFrom>>

type Read = { entry: Entry; faults?: never } | { entry?: never; faults: Faults }

/** Reads one, or tells what is wrong with it by its place, `buttons[2].price`. */
export function readerFrom(reading: Reading): (place: string, written: unknown) => Read {
  const shape = entryFrom(reading)
  return (place, written) => {
    try {
      return { entry: parseInput(shape, written, '') }
    } catch (fault) {
      if (!(fault instanceof Problem)) throw fault
      const faults = Object.entries(fault.errors)
      return {
        faults: Object.fromEntries(faults.map(([field, said]) => [place + (field && `.${field}`), said])),
      }
    }
  }
}
