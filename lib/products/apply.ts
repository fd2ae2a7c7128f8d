/** What the checkout, or a shop's own page, shows of products. */

import { isDeepStrictEqual } from 'node:util'
import type { EventStamp } from '../core/event-stamp.ts'
import { productIdOf } from '../core/ids.ts'
import { mapConcurrent } from '../core/map-concurrent.ts'
import type { Tenant } from '../core/tenant.ts'
import type { EventItem } from '../orders/index.ts'
import { batchGet } from '../store/batch-get.ts'
import { retryOnConflict } from '../store/conflict.ts'
import { save } from '../store/save.ts'
import { keyOf, ProductRow, productDefinition } from './entity.ts'
import { hasStock } from './inventory.ts'
import { applyDescription, type Description } from './rules.ts'

/** A product as it is seen somewhere. */
export interface ProductUpdate {
  userDefinedId: string
  description: Description
  /** What follows from it beyond its description. */
  change?: (row: ProductRow) => ProductRow
}

/** There may be hundreds, and the SDK keeps fifty connections. */
const atOnce = 10

/** Creates products, brings them up to date, or takes them out of the archive. */
export const upsertAll = (
  tenant: Tenant,
  sights: readonly ProductUpdate[],
  stamp: EventStamp,
): Promise<ProductRow[]> => mapConcurrent(sights, atOnce, sight => upsertOne(tenant, sight, stamp))

/** Those of an order or a cart, each once; tells whether the stock of any is kept. */
export async function upsertProducts(
  tenant: Tenant,
  items: readonly EventItem[],
  stamp: EventStamp,
  _currency?: string,
): Promise<boolean> {
  const sights = new Map(items.map(item => [item.id, updateOf(item)]))
  const rows = await upsertAll(tenant, [...sights.values()], stamp)
  return rows.some(hasStock)
}

const updateOf = (item: EventItem): ProductUpdate => ({
  userDefinedId: item.id,
  description: descriptionOf(item),
})

/** Of all that is told of it, what a product keeps. */
export function descriptionOf(told: Description): Description {
  const { name, url, price, description, image, categories, customFields, metadata, fileGuid } = told
  return { name, url, price, description, image, categories, customFields, metadata, fileGuid }
}

/** What is wrong with any of them is said before the first of them is saved. */
export async function validateUpdates(
  tenant: Tenant,
  sights: readonly ProductUpdate[],
  stamp: EventStamp,
): Promise<void> {
  const keys = sights.map(sight => keyFor(tenant, sight))
  const rows = await batchGet<ProductRow>(ProductRow, keys)
  const known = new Map(rows.map(row => [row.userDefinedId, row]))
  for (const sight of sights) applyUpdate(tenant, known.get(sight.userDefinedId), sight, stamp)
}

const keyFor = (tenant: Tenant, { userDefinedId }: ProductUpdate) =>
  keyOf(tenant, productIdOf(tenant, userDefinedId))

const upsertOne = (tenant: Tenant, sight: ProductUpdate, stamp: EventStamp): Promise<ProductRow> =>
  retryOnConflict(async () => {
    const { data: before } = await ProductRow.get(keyFor(tenant, sight)).go({ consistent: true })
    const after = applyUpdate(tenant, before ?? undefined, sight, stamp)
    return before && isDeepStrictEqual(after, before) ? before : save(productDefinition, after, before)
  })

function applyUpdate(
  tenant: Tenant,
  before: ProductRow | undefined,
  sight: ProductUpdate,
  stamp: EventStamp,
): ProductRow {
  const { userDefinedId, description, change = row => row } = sight
  const known: ProductRow = before ?? { ...keyFor(tenant, sight), userDefinedId, ...emptyProduct }
  return change(applyDescription(known, description, stamp))
}

const emptyProduct = { version: 0, latest: {}, creationDate: '9999', units: 0, cents: 0 }
