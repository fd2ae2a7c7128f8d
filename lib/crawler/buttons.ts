/** Extracts products from the buy buttons of an HTML page. */

import { parseJsonOr } from '../core/json.ts'
import { type Element, readElements } from './html.ts'
import { invalidProductsProblem, pageProblem } from './problems.ts'
import {
  absoluteUrl,
  type CrawledProduct,
  createProductParser,
  maxProductsPerPage,
  type PageSource,
} from './product-schema.ts'

const buttonClass = 'shop-add-item'
const prefix = 'data-item-'

type Attributes = Element['attributes']

interface HtmlSource extends PageSource {
  isXml: boolean
}

/** Returns the products of the valid buttons. Throws an error if all buttons are invalid. */
export async function productsFromButtons(
  texts: AsyncIterable<string>,
  { url, currency, isXml }: HtmlSource,
): Promise<CrawledProduct[]> {
  const { buttons, baseHref } = await readButtons(texts, isXml)
  const base = new URL(absoluteUrl(baseHref, url) ?? url)
  const parse = createProductParser({ currency, base, requiresName: true })
  const results = buttons.map((attributes, n) => parse(`buttons[${n}]`, fieldsOf(attributes)))
  const products = results.flatMap(({ product }) => (product ? [product] : []))
  if (products.length === 0 && results.length > 0)
    throw invalidProductsProblem(results.flatMap(({ faults }) => (faults ? [faults] : [])))
  return products
}

const isNeeded = (attribute: string) => attribute === 'class' || attribute === 'href' || attribute.startsWith(prefix)

const isButton = ({ attributes }: Element) =>
  (attributes.get('class') ?? '').toLowerCase().split(/\s+/).includes(buttonClass)

/** Returns the buttons unparsed, because a `base` element at the end of the page may still change their links. */
async function readButtons(texts: AsyncIterable<string>, isXml: boolean) {
  const buttons: Attributes[] = []
  let baseHref: string | undefined
  const onElement = (element: Element) => {
    if (isButton(element)) buttons.push(element.attributes)
    if (buttons.length > maxProductsPerPage) throw pageProblem('products')
    if (element.tag === 'base') baseHref ??= element.attributes.get('href')
  }
  await readElements(texts, { isXml, isNeeded, onElement })
  return { buttons, baseHref: baseHref ?? '' }
}

/** Converts the name of an attribute to the name of a field, for example `data-item-max-quantity` to `maxQuantity`. */
const fieldOf = (attribute: string) =>
  attribute.slice(prefix.length).replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase())

/**
 * Returns the fields of a button, named as in JSON documents. A price or metadata with invalid JSON stays text, which
 * the schema rejects.
 */
function fieldsOf(attributes: Attributes) {
  const items = [...attributes].filter(([name]) => name.startsWith(prefix))
  const fields: Record<string, string> = Object.fromEntries(items.map(([name, value]) => [fieldOf(name), value]))
  const { price, metadata, ...texts } = fields
  return {
    ...texts,
    price: price && /^\s*[{"]/.test(price) ? parseJsonOr(price, price) : price,
    metadata: metadata?.trim() ? parseJsonOr(metadata, metadata) : null,
    customFields: customFieldsOf(attributes),
  }
}

const customField = /^data-item-custom(\d{1,9})-(name|type|options|required|value)$/

/** Sorts the custom fields by their numbers, and skips fields without a name. */
function customFieldsOf(attributes: Attributes) {
  const fields = new Map<number, Record<string, string>>()
  for (const [attribute, value] of attributes) {
    const [, number, property] = customField.exec(attribute) ?? []
    if (property) fields.set(Number(number), { ...fields.get(Number(number)), [property]: value })
  }
  const ordered = [...fields].sort(([one], [other]) => one - other)
  return ordered.flatMap(([, field]) => (field.name?.trim() ? [field] : []))
}
