/** Parses the products of a page. The products of buttons and of JSON documents have the same schema. */

import * as z from 'zod'
import { booleanOrFalse, listOrEmpty, optionalNumber, optionalText, requiredText } from '../core/event-fields.ts'
import { amount, boolean } from '../core/fields.ts'
import { jsonBytes } from '../core/json.ts'
import { metadata } from '../core/metadata.ts'
import { roundMoney } from '../core/money.ts'
import { type FieldErrors, Problem } from '../core/problem.ts'
import { parseInput } from '../core/validation.ts'

interface ParserOptions {
  currency: string
  base: URL
  /** Buttons require a name, but JSON documents may omit it. */
  requiresName: boolean
}

const maxListLength = 500
const maxMetadataBytes = 100 * 1024
/** A DynamoDB item has at most 400 KB, so this limit leaves room for other attributes. */
const maxProductBytes = 200 * 1024

/** Checks the length of a list before its items, because each item may have many errors. */
const limitedList = <S extends z.ZodType>(item: S) =>
  z
    .unknown()
    .refine(value => !Array.isArray(value) || value.length <= maxListLength, {
      error: `must have at most ${maxListLength} entries`,
    })
    .optional()
    .pipe(listOrEmpty(item))

const line = optionalText.transform(text => text?.trim() || null)

const isChoice = (value: unknown) => typeof value !== 'object' || value === null

/** Accepts the choices as a text such as `S|M`, or as an array of names. */
const choices = z.preprocess(
  value => (Array.isArray(value) && value.every(isChoice) ? value.filter(choice => choice !== null).join('|') : value),
  line,
)

/** `options` takes precedence over `optionsArray`, because only `options` contains price adjustments. */
const CustomField = z
  .object({
    name: requiredText(),
    type: line,
    options: choices,
    optionsArray: choices,
    required: booleanOrFalse,
    value: optionalText,
  })
  .transform(({ type, optionsArray, ...field }) => {
    const options = field.options ?? optionsArray
    return { ...field, options, type: type?.toLowerCase() ?? (options === null ? 'textbox' : 'dropdown') }
  })

const numberOrNull = optionalNumber.catch(null)
const booleanOrNull = boolean.nullable().catch(null)

/** An invalid value in one of these fields becomes null. */
const lenientFields = {
  weight: numberOrNull,
  width: numberOrNull,
  height: numberOrNull,
  length: numberOrNull,
  maxQuantity: numberOrNull,
  minQuantity: numberOrNull,
  stackable: booleanOrNull,
  shippable: booleanOrNull,
  taxable: booleanOrNull,
}

const categories = z
  .preprocess(value => (typeof value === 'string' ? value.split('|') : value), limitedList(line))
  .transform(names => names.filter(name => name !== null))

/** The price is an amount, or an object of amounts by currency. */
const priceIn = (currency: string) =>
  z
    .unknown()
    .transform((value, { issues }) => {
      if (typeof value !== 'object' || value === null) return value
      const code = currency.toLowerCase()
      const price = Object.entries(value).find(([name]) => name.trim().toLowerCase() === code)?.[1]
      if (price !== undefined && price !== null) return price
      issues.push({ code: 'custom', message: `has no amount in ${currency.toUpperCase()}`, input: value })
      return z.NEVER
    })
    .pipe(amount().transform(price => roundMoney(price, currency)))

/** Returns null if the link is invalid, or if its scheme is neither http nor https. */
export function absoluteUrl(link: string, base: URL): string | null {
  const url = URL.parse(link, base.href)
  return url && /^https?:$/.test(url.protocol) ? url.href : null
}

const pageUrl = (base: URL) =>
  requiredText(2048).refine(url => absoluteUrl(url, base) !== null, {
    error: 'must be an http or https URL, or a path',
  })

const productSchema = ({ currency, base, requiresName }: ParserOptions) =>
  z
    .object({
      id: requiredText(),
      name: requiresName ? requiredText(1000) : line,
      price: priceIn(currency),
      url: pageUrl(base),
      description: line,
      image: line.transform(image => image && absoluteUrl(image, base)),
      categories,
      customFields: limitedList(CustomField),
      metadata: metadata
        .refine(value => jsonBytes(value) <= maxMetadataBytes, { error: 'must have at most 100 KB', abort: true })
        .nullish()
        .transform(value => value ?? null),
      fileGuid: line,
      ...lenientFields,
    })
    .refine(product => jsonBytes(product) <= maxProductBytes, { error: 'must have at most 200 KB' })
    .transform(({ id, ...description }) => ({ userDefinedId: id, description }))

type ParsedProduct = z.output<ReturnType<typeof productSchema>>

export interface PageSource {
  url: URL
  currency: string
}

export interface CrawledProduct extends ParsedProduct {
  /** The inventory fields of a JSON document, which are not parsed. */
  inventory?: Record<string, unknown>
}

/** The maximum number of products, including duplicates, so that replies stay small and saving stays fast. */
export const maxProductsPerPage = 1000

type ParseResult = { product: ParsedProduct; faults?: never } | { product?: never; faults: FieldErrors }

/**
 * Returns a function that parses a product. Each error begins with the path of the product, as in `buttons[2].price`.
 */
export function createProductParser(options: ParserOptions): (path: string, value: unknown) => ParseResult {
  const schema = productSchema(options)
  return (path, value) => {
    try {
      return { product: parseInput(schema, value, '') }
    } catch (fault) {
      if (!(fault instanceof Problem)) throw fault
      const faults = Object.entries(fault.errors)
      return { faults: Object.fromEntries(faults.map(([field, texts]) => [path + (field && `.${field}`), texts])) }
    }
  }
}
