/** The hook that changes the inventory of a product, and offers undo. */

import type { Product, ProductChange } from '../../client/index.ts'
import { createTextComparison } from '../change/notices.tsx'
import { useChange } from '../change/use-change.tsx'
import { useSession } from '../session/client.ts'
import { useFormats } from '../session/formats.ts'
import { useTexts } from '../session/language.ts'
import { currencyOf, productQuery } from './queries.ts'
import { asInput, predictProduct, reverseChange, variationKey, variationName } from './stock.ts'
import { texts } from './texts.ts'

/** Returns a function that describes which fields of a product differ, with the labels and texts of the screen. */
export function useFieldComparison() {
  const { columns, inventory, isArchived, yes } = useTexts(texts)
  const { amount, number } = useFormats()
  const { account } = useSession()
  const fieldsOf = (product: Product) => ({
    method: inventory.methods[product.inventoryManagementMethod ?? 'Disabled'],
    archived: product.archived ? yes : null,
    name: product.name,
    price: amount(product.price, currencyOf(product, account)),
    stock: product.stock === undefined ? null : number(product.stock),
  })
  const { name, price, stock } = columns
  return createTextComparison({ method: inventory.method, archived: isArchived, name, price, stock }, fieldsOf)
}

interface Difference {
  label: string
  /** Undefined if a variant is new. */
  before: number | undefined
  now: number
}

function variantDifferences({ variants: shown = [] }: Product, { variants: current = [] }: Product): Difference[] {
  const before = new Map(shown.map(variant => [variationKey(variant.variation), variant.stock]))
  return current
    .map(({ variation, stock: now }) => ({
      label: variationName(variation),
      before: before.get(variationKey(variation)),
      now,
    }))
    .filter(({ before, now }) => before !== now)
}

const soldOf = ({ statistics }: Product) => statistics.numberOfSales

/**
 * Returns a function that describes what has changed in a product since it was shown. The number of sales is compared
 * too, because it may be the only difference after a sale, for example if the stock is not tracked.
 */
function useCompare() {
  const { columns } = useTexts(texts)
  const { number } = useFormats()
  const compareFields = useFieldComparison()
  const describe = ({ label, before, now }: Difference) =>
    `${label}: ${before === undefined ? '–' : number(before)} → ${number(now)}`
  return (shown: Product, current: Product): string[] => {
    const sold = { label: columns.sold, before: soldOf(shown), now: soldOf(current) }
    const numbers = [...variantDifferences(shown, current), ...(sold.before === sold.now ? [] : [sold])]
    return [...compareFields(shown, current), ...numbers.map(describe)]
  }
}

/**
 * `id` is the product id in the URL: the GUID of the product, or its `userDefinedId`. The page caches the product under
 * this id, so a change that is saved under the other id would not appear on the page.
 */
export function useInventoryChange(id: string) {
  const text = useTexts(texts)
  const compare = useCompare()
  const { api } = useSession()
  return useChange({
    query: productQuery(api, id),
    send: (change: ProductChange, options) => api.products.update({ id, ...change }, options),
    predict: predictProduct,
    asInput,
    accept: changed => changed,
    undo: reverseChange,
    done: text.inventory.saved,
    compare,
    affected: [['products', 'list']],
  })
}
