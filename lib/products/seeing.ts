/** What the checkout, or a shop's own page, shows of products. */

import { isDeepStrictEqual } from 'node:util'
import { productIdOf } from '../kit/ids.ts'
import { inLanes } from '../kit/lanes.ts'
import type { Stamp } from '../kit/stamp.ts'
import type { Tenant } from '../kit/tenant.ts'
import type { ToldItem } from '../orders/index.ts'
import { readMany } from '../store/read.ts'
import { save } from '../store/save.ts'
import { onFreshData } from '../store/write.ts'
import { keyOf, ProductRow, productKind } from './entity.ts'
import { hasStock } from './inventory.ts'
import { type Description, seen } from './rules.ts'

/** A product as it is seen somewhere. */
export interface Sight {
  userDefinedId: string
  description: Description
  /** What follows from it beyond its description. */
  also?: (row: ProductRow) => ProductRow
}

/** There may be hundreds, and the SDK keeps fifty connections. */
const atOnce = 10

/** Creates products, brings them up to date, or takes them out of the archive. */
export const seeAll = (tenant: Tenant, sights: readonly Sight[], stamp: Stamp): Promise<ProductRow[]> =>
  inLanes(sights, atOnce, sight => seeOne(tenant, sight, stamp))

/** Those of an order or a cart, each once; tells whether the stock of any is kept. */
export async function see(tenant: Tenant, items: readonly ToldItem[], stamp: Stamp): Promise<boolean> {
  const sights = new Map(items.map(item => [item.id, sightOf(item)]))
  const rows = await seeAll(tenant, [...sights.values()], stamp)
  return rows.some(hasStock)
}

const sightOf = (item: ToldItem): Sight => ({ userDefinedId: item.id, description: descriptionIn(item) })

/** Of all that is told of it, what a product keeps. */
export function descriptionIn(told: Description): Description {
  const { name, url, price, description, image, categories, customFields, metadata, fileGuid } = told
  return { name, url, price, description, image, categories, customFields, metadata, fileGuid }
}

/** What is wrong with any of them is said before the first of them is saved. */
export async function requireSound(tenant: Tenant, sights: readonly Sight[], stamp: Stamp): Promise<void> {
  const keys = sights.map(sight => keyFor(tenant, sight))
  const rows = await readMany<ProductRow>(ProductRow, keys)
  const known = new Map(rows.map(row => [row.userDefinedId, row]))
  for (const sight of sights) afterSight(tenant, known.get(sight.userDefinedId), sight, stamp)
}

const keyFor = (tenant: Tenant, { userDefinedId }: Sight) => keyOf(tenant, productIdOf(tenant, userDefinedId))

const seeOne = (tenant: Tenant, sight: Sight, stamp: Stamp): Promise<ProductRow> =>
  onFreshData(async () => {
    const { data: before } = await ProductRow.get(keyFor(tenant, sight)).go({ consistent: true })
    const after = afterSight(tenant, before ?? undefined, sight, stamp)
    return before && isDeepStrictEqual(after, before) ? before : save(productKind, after, before)
  })

function afterSight(tenant: Tenant, before: ProductRow | undefined, sight: Sight, stamp: Stamp): ProductRow {
  const { userDefinedId, description, also = row => row } = sight
  const known: ProductRow = before ?? { ...keyFor(tenant, sight), userDefinedId, ...neverSeen }
  return also(seen(known, description, stamp))
}

const neverSeen = { version: 0, facts: {}, creationDate: '9999', units: 0, cents: 0 }
