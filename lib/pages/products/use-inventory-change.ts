/** The hook that changes the inventory of a product, and offers undo. */

import type { Product, ProductChange } from '../../client/index.ts'
import { createFieldComparison } from '../change/notices.tsx'
import { useChange } from '../change/use-change.tsx'
import { useSession } from '../session/client.ts'
import { useTexts } from '../session/language.ts'
import { productQuery } from './queries.ts'
import { inputOf, predictProduct, reverseChange, type Variant, variationKey, variationName } from './stock.ts'
import { type ProductTexts, texts } from './texts.ts'

function variantDifferences({ variants: shown = [] }: Product, { variants: current = [] }: Product): string[] {
  const before = new Map(shown.map(variant => [variationKey(variant.variation), variant.stock]))
  const isChanged = ({ variation, stock }: Variant) => before.get(variationKey(variation)) !== stock
  return current.filter(isChanged).map(({ variation, stock }) => {
    const known = before.get(variationKey(variation)) ?? '–'
    return `${variationName(variation)}: ${known} → ${stock}`
  })
}

const soldOf = ({ statistics }: Product) => statistics.numberOfSales

/**
 * Returns a function that describes what has changed in a product since it was shown. The number of sales is compared
 * too, because it may be the only difference after a sale, for example if the stock is not tracked.
 */
const compareWith =
  ({ columns, inventory, isArchived }: ProductTexts) =>
  (shown: Product, current: Product): string[] => {
    const { name, price, stock } = columns
    const labels = { inventoryManagementMethod: inventory.method, archived: isArchived, name, price, stock }
    const changed = [...createFieldComparison<Product>(labels)(shown, current), ...variantDifferences(shown, current)]
    if (soldOf(shown) !== soldOf(current)) changed.push(`${columns.sold}: ${soldOf(shown)} → ${soldOf(current)}`)
    return changed
  }

/**
 * `id` is the product id in the URL: the GUID of the product, or its `userDefinedId`. The page caches the product under
 * this id, so a change that is saved under the other id would not appear on the page.
 */
export function useInventoryChange(id: string) {
  const text = useTexts(texts)
  const { api } = useSession()
  return useChange({
    query: productQuery(api, id),
    send: (change: ProductChange, options) => api.products.update({ id, ...change }, options),
    predict: predictProduct,
    asInput: inputOf,
    accept: changed => changed,
    undo: reverseChange,
    done: text.inventory.saved,
    compare: compareWith(text),
    affected: [['products', 'list']],
  })
}
