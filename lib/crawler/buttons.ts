/** The products that the buttons of an HTML page sell. */

import { type CrawledProduct, maxProducts, type Source } from './crawled-product.ts'
import { readerFrom } from './entry.ts'
import { absolute } from './links.ts'
import { type Element, readMarkup } from './markup.ts'
import { faulty, refusal } from './refusal.ts'

const buttonClass = 'shop-add-item'
const prefix = 'data-item-'

type Attributes = Element['attributes']

interface Page extends Source {
  isXml: boolean
}

/** A button that lacks something is passed over, unless that leaves none. */
export async function fromButtons(texts: AsyncIterable<string>, source: Page): Promise<CrawledProduct[]> {
  const { url, currency, isXml } = source
  const { buttons, base } = await partsOf(texts, isXml)
  const from = new URL(absolute(base, url) ?? url)
  const read = readerFrom({ currency, base: from, isNamed: true })
  const all = buttons.map((attributes, n) => read(`buttons[${n}]`, written(attributes)))
  const entries = all.flatMap(({ entry }) => (entry ? [entry] : []))
  if (entries.length === 0 && all.length > 0)
    throw faulty(all.flatMap(({ faults }) => (faults ? [faults] : [])))
  return entries
}

const wants = (name: string) => name === 'class' || name === 'href' || name.startsWith(prefix)

const isButton = ({ attributes }: Element) =>
  (attributes.get('class') ?? '').toLowerCase().split(/\s+/).includes(buttonClass)

/** The first base counts, wherever it stands, so that no button can be read before the end. */
async function partsOf(texts: AsyncIterable<string>, isXml: boolean) {
  const buttons: Attributes[] = []
  let base: string | undefined
  const found = (element: Element) => {
    if (isButton(element)) buttons.push(element.attributes)
    if (buttons.length > maxProducts) throw refusal('products')
    if (element.tag === 'base') base ??= element.attributes.get('href')
  }
  await readMarkup(texts, { isXml, wants, found })
  return { buttons, base: base ?? '' }
}

/** Of each field, the attribute that tells it. */
const names = {
  id: 'id',
  name: 'name',
  price: 'price',
  url: 'url',
  description: 'description',
  image: 'image',
  categories: 'categories',
  metadata: 'metadata',
  fileGuid: 'file-guid',
  weight: 'weight',
  width: 'width',
  height: 'height',
  length: 'length',
  maxQuantity: 'max-quantity',
  minQuantity: 'min-quantity',
  stackable: 'stackable',
  shippable: 'shippable',
  taxable: 'taxable',
}

/** What a button says, by the names that JSON has for it. */
function written(attributes: Attributes) {
  const fields = Object.entries(names).map(([field, name]) => [field, attributes.get(prefix + name)])
  const { price, metadata, ...told } = Object.fromEntries(fields)
  return {
    ...told,
    price: /^\s*[{"]/.test(price ?? '') ? parsed(price) : price,
    metadata: metadata?.trim() ? parsed(metadata) : null,
    customFields: customFieldsIn(attributes),
  }
}

/** Text that is no JSON stays as it is, and is found to be no object. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

const customField = /^data-item-custom(\d{1,9})-(name|type|options|required|value)$/

/** In the order of their numbers; a field without a name is none. */
function customFieldsIn(attributes: Attributes) {
  const fields = new Map<number, Record<string, string>>()
  for (const [attribute, value] of attributes) {
    const [, number, part] = customField.exec(attribute) ?? []
    if (part) fields.set(Number(number), { ...fields.get(Number(number)), [part]: value })
  }
  const inOrder = [...fields].sort(([one], [other]) => one - other)
  return inOrder.flatMap(([, field]) => (field.name?.trim() ? [field] : []))
}
