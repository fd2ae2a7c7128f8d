/** What lies in a basket of the demo store. */

import { catalogue, type Field, type Product } from './catalogue.ts'
import { type Chance, guidOf } from './chance.ts'

export interface Line {
  uniqueId: string
  product: Product
  quantity: number
  choices: (Field & { value: string; cents: number })[]
}

/** Of each file, as often as the samples' order may. */
export const mostDownloads = 5

export const euros = (cents: number) => cents / 100

const choiceOf = (field: Field, chance: Chance) => {
  const [first = '', ...others] = field.options.split('|')
  const [, value = '', adjustment = '0'] =
    /^([^[]+)(?:\[(.+)\])?$/.exec(chance.pick([first, ...others])) ?? []
  return { ...field, value, cents: Math.round(Number(adjustment) * 100) }
}

/** Some goods sell better than others; nobody needs a file twice. */
function lineOf(token: string, number: number, chance: Chance): Line[] {
  const product = catalogue[Math.min(chance.below(catalogue.length), chance.below(catalogue.length + 8))]
  if (!product) return []
  const quantity = product.file || !chance.oneIn(4) ? 1 : 2 + chance.below(3)
  const choices = product.fields.map(field => choiceOf(field, chance))
  return [{ uniqueId: guidOf(token, number), product, quantity, choices }]
}

/** Each product once. */
export function linesOf(token: string, chance: Chance): Line[] {
  const wanted = 1 + Math.min(chance.below(5), chance.below(5))
  const lines = Array.from({ length: wanted }, (_, number) => lineOf(token, number, chance)).flat()
  return [...new Map(lines.map(line => [line.product.id, line])).values()]
}

export const unitCents = ({ product, choices }: Line) =>
  product.cents + choices.reduce((sum, { cents }) => sum + cents, 0)
export const lineCents = (line: Line) => unitCents(line) * line.quantity

export const centsOf = (lines: readonly Line[]) => lines.reduce((sum, line) => sum + lineCents(line), 0)
export const gramsOf = (lines: readonly Line[]) =>
  lines.reduce((sum, { product, quantity }) => sum + product.grams * quantity, 0)

/** The price is the product's; what a choice adds to it is said with the choice. */
const choicesAsJson = ({ choices }: Line) =>
  JSON.stringify(
    choices.map(({ name, value, cents }) => ({
      name,
      value,
      ...(cents !== 0 && { operation: euros(cents) }),
    })),
  )

/** Files are fetched, and only goods can be sent. */
export const hasGoods = (lines: readonly Line[]) => lines.some(({ product }) => product.file === null)

/** As an item of an order or a cart. */
export function itemOf(line: Line) {
  const { product, quantity, choices, uniqueId } = line
  const { id, name, cents, grams, description, category, file, daysToDownload } = product
  return {
    ...{ uniqueId, id, name, description, quantity, categories: [category] },
    ...{ price: euros(cents), unitPrice: euros(unitCents(line)) },
    url: `/products/${id.toLowerCase()}`,
    image: `https://shop.example.com/images/${id.toLowerCase()}.jpg`,
    ...{ weight: grams, stackable: file === null, maxQuantity: file ? 1 : null },
    customFields: choices.map(({ cents, ...field }) => ({ ...field, required: true })),
    customFieldsJson: choicesAsJson(line),
    totalPrice: euros(lineCents(line)),
    totalWeight: grams * quantity,
    ...(file && {
      fileGuid: file,
      fileName: `${id.toLowerCase()}.pdf`,
      maxNbrDownload: mostDownloads,
      daysUntilExpire: daysToDownload,
    }),
  }
}
