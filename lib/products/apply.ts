/** Creates and updates the products of orders and carts. */

import { currencyOrDefault } from '../core/money.ts'
import type { Tenant } from '../core/tenant.ts'
import type { EventItem, Tracking } from '../orders/index.ts'
import { tracksStock } from './inventory.ts'
import { applyDescription, descriptionInItem } from './rules.ts'
import { type ProductUpdate, type UpdateSource, upsertAll } from './upsert.ts'

/** The items of an order or a cart, and the currency of their prices. */
interface ItemsSent {
  items: readonly EventItem[]
  currency: string | null
}

/** Each product once. Returns whether the stock of each of them is tracked. */
export async function upsertProducts(
  tenant: Tenant,
  { items, currency }: ItemsSent,
  source: UpdateSource,
): Promise<Tracking> {
  const priceCurrency = currencyOrDefault(currency, source.accountCurrency)
  const updateOf = (item: EventItem): ProductUpdate => ({
    userDefinedId: item.id,
    apply: row => applyDescription(row, descriptionInItem(item, priceCurrency), source.stamp),
  })
  const updates = new Map(items.map(item => [item.id, updateOf(item)]))
  const rows = await upsertAll(tenant, [...updates.values()], source)
  return new Map(rows.map(row => [row.userDefinedId, tracksStock(row)]))
}
