/** Creates and updates the products of orders and carts. */

import { currencyOrDefault } from '../core/money.ts'
import type { Tenant } from '../core/tenant.ts'
import type { EventItem } from '../orders/index.ts'
import { tracksStock } from './inventory.ts'
import { applyDescription, descriptionOf } from './rules.ts'
import { type ProductUpdate, type UpdateSource, upsertAll } from './upsert.ts'

/** The items of an order or a cart, and the currency of their prices. */
interface ItemsSent {
  items: readonly EventItem[]
  currency: string | null
}

/** What a buyer has entered, such as an engraving, is part of the order and not of the product. */
const withoutEntries = (item: EventItem): EventItem => ({
  ...item,
  customFields: item.customFields.map(field => (field.options ? field : { ...field, value: null })),
})

/** Each product once; true when any of them has tracked stock. */
export async function upsertProducts(
  tenant: Tenant,
  { items, currency }: ItemsSent,
  source: UpdateSource,
): Promise<boolean> {
  const priceCurrency = currencyOrDefault(currency, source.accountCurrency)
  const updateOf = (item: EventItem): ProductUpdate => ({
    userDefinedId: item.id,
    apply: row => applyDescription(row, descriptionOf(withoutEntries(item), priceCurrency), source.stamp),
  })
  const updates = new Map(items.map(item => [item.id, updateOf(item)]))
  const rows = await upsertAll(tenant, [...updates.values()], source)
  return rows.some(tracksStock)
}
