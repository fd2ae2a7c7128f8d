/** Creates and updates the products that are items of orders and carts, in checkout events and in imports. */

import { currencyOrDefault } from '../core/money.ts'
import type { Tenant } from '../core/tenant.ts'
import type { EventItem, IsFreeText, StockTracking } from '../orders/index.ts'
import { freeTextTestOf } from './free-text.ts'
import { stockTrackingOf } from './inventory.ts'
import { applyDescription, descriptionInItem } from './rules.ts'
import { type ProductUpdate, saveProductUpdates, type UpdateSource } from './save.ts'

interface ItemsSent {
  items: readonly EventItem[]
  currency: string | null
}

interface SavedProducts {
  /** How the stock of each product is tracked. */
  tracking: StockTracking
  /** Computed at its first use, because only erased orders need it. */
  isFreeText: IsFreeText
}

/** Saves each product once, even if several items contain it. */
export async function upsertProductsOfItems(
  tenant: Tenant,
  { items, currency }: ItemsSent,
  source: UpdateSource,
): Promise<SavedProducts> {
  const priceCurrency = currencyOrDefault(currency, source.accountCurrency)
  const updateOf = (item: EventItem): ProductUpdate => ({
    userDefinedId: item.id,
    apply: row => applyDescription(row, descriptionInItem(item, priceCurrency), source.stamp),
  })
  const updates = new Map(items.map(item => [item.id, updateOf(item)]))
  const rows = await saveProductUpdates(tenant, [...updates.values()], source)
  const tracking = new Map(rows.map(row => [row.userDefinedId, stockTrackingOf(row)] as const))
  let isFreeText: IsFreeText | undefined
  const test = () => (isFreeText ??= freeTextTestOf([...updates.keys()], rows))
  return { tracking, isFreeText: (id, fieldName) => test()(id, fieldName) }
}
