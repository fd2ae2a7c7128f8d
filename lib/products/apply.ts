/** Creates and updates products from what the checkout sends, or a page of the store shows, of them. */

import { isDeepStrictEqual } from 'node:util'
import { type EventStamp, stampTime } from '../core/event-stamp.ts'
import { productIdOf } from '../core/ids.ts'
import { mapConcurrent } from '../core/map-concurrent.ts'
import { currencyOrDefault } from '../core/money.ts'
import type { Tenant } from '../core/tenant.ts'
import type { EventItem } from '../orders/index.ts'
import { batchGet } from '../store/batch-get.ts'
import { retryOnConflict } from '../store/conflict.ts'
import { save } from '../store/save.ts'
import { keyOf, ProductRow } from './entity.ts'
import { tracksStock } from './inventory.ts'
import { productDefinition } from './lists.ts'
import { applyDescription, type Description, descriptionOf } from './rules.ts'

export interface ProductUpdate {
  userDefinedId: string
  description: Description
  /** What changes beside the description. */
  change?: (row: ProductRow) => ProductRow
}

/** Where an update comes from. */
export interface UpdateSource {
  stamp: EventStamp
  accountCurrency: string
}

/** An order may have hundreds of products, and the SDK keeps fifty connections. */
const concurrentUpserts = 10

/** Creates products, updates them, or restores them from the archive. */
export const upsertAll = (
  tenant: Tenant,
  updates: readonly ProductUpdate[],
  source: UpdateSource,
): Promise<ProductRow[]> =>
  mapConcurrent(updates, concurrentUpserts, update => upsertOne(tenant, update, source))

/** The items of an order or a cart, and the currency of their prices. */
interface ItemsSent {
  items: readonly EventItem[]
  currency: string | null
}

/** Each product once; true when any of them has tracked stock. */
export async function upsertProducts(
  tenant: Tenant,
  { items, currency }: ItemsSent,
  source: UpdateSource,
): Promise<boolean> {
  const priceCurrency = currencyOrDefault(currency, source.accountCurrency)
  const updates = new Map(
    items.map(item => [item.id, { userDefinedId: item.id, description: descriptionOf(item, priceCurrency) }]),
  )
  const rows = await upsertAll(tenant, [...updates.values()], source)
  return rows.some(tracksStock)
}

/** Throws what is wrong with any of the updates before the first of them is saved. */
export async function validateUpdates(
  tenant: Tenant,
  updates: readonly ProductUpdate[],
  source: UpdateSource,
): Promise<void> {
  const keys = updates.map(update => keyFor(tenant, update))
  const rows = await batchGet<ProductRow>(ProductRow, keys)
  const rowById = new Map(rows.map(row => [row.userDefinedId, row]))
  for (const update of updates) applyUpdate(rowById.get(update.userDefinedId), update, { tenant, source })
}

const keyFor = (tenant: Tenant, { userDefinedId }: ProductUpdate) =>
  keyOf(tenant, productIdOf(tenant, userDefinedId))

const upsertOne = (tenant: Tenant, update: ProductUpdate, source: UpdateSource): Promise<ProductRow> =>
  retryOnConflict(async () => {
    const { data: before } = await ProductRow.get(keyFor(tenant, update)).go({ consistent: true })
    const after = applyUpdate(before ?? undefined, update, { tenant, source })
    return before && isDeepStrictEqual(after, before) ? before : save(productDefinition, after, before)
  })

function applyUpdate(
  before: ProductRow | undefined,
  update: ProductUpdate,
  { tenant, source }: { tenant: Tenant; source: UpdateSource },
): ProductRow {
  const { userDefinedId, description, change = row => row } = update
  const creationDate = stampTime(source.stamp)
  const row: ProductRow = {
    ...(before ?? { ...keyFor(tenant, update), userDefinedId, ...emptyProduct, creationDate }),
    accountCurrency: source.accountCurrency,
  }
  return change(applyDescription(row, description, source.stamp))
}

const emptyProduct = { version: 0, latest: {}, unitsSold: 0, salesAmount: 0 }
