/** Products: what a shop sells, as its checkout has seen it. */

import { isDeepStrictEqual } from 'node:util'
import { productIdOf } from '../kit/ids.ts'
import { inLanes } from '../kit/lanes.ts'
import type { Stamp } from '../kit/stamp.ts'
import type { Tenant } from '../kit/tenant.ts'
import { readTally } from '../lists/tally.ts'
import { salesList, type ToldItem } from '../orders/index.ts'
import { save } from '../store/save.ts'
import { onFreshData } from '../store/write.ts'
import { keyOf, ProductRow, productKind } from './entity.ts'
import { type Description, hasStock, seen } from './rules.ts'

export { takeStock } from './stock.ts'

/** An order may have hundreds, and the SDK keeps fifty connections. */
const atOnce = 10

/** Creates products, brings them up to date, or takes them out of the archive; tells whether the stock of any is kept. */
export async function see(tenant: Tenant, items: readonly ToldItem[], stamp: Stamp): Promise<boolean> {
  const byId = new Map(items.map(item => [item.id, describedBy(item)]))
  const rows = await inLanes(byId, atOnce, ([id, description]) => seeOne(tenant, id, description, stamp))
  return rows.some(hasStock)
}

function describedBy(item: ToldItem): Description {
  const { name, url, price, description, image, categories, customFields, metadata, fileGuid } = item
  return { name, url, price, description, image, categories, customFields, metadata, fileGuid }
}

function seeOne(tenant: Tenant, userDefinedId: string, description: Description, stamp: Stamp) {
  const key = keyOf(tenant, productIdOf(tenant, userDefinedId))
  return onFreshData(async () => {
    const { data } = await ProductRow.get(key).go({ consistent: true })
    const before: ProductRow = data ?? { ...key, userDefinedId, ...neverSeen }
    const after = seen(before, description, stamp)
    return data && isDeepStrictEqual(after, data) ? data : save(productKind, after, data)
  })
}

const neverSeen = { version: 0, facts: {}, creationDate: '9999', units: 0, cents: 0 }

/** Saves what a product's sales come to, so that products can be listed by it; the row is read before the tally. */
export async function saveNumbers(tenant: Tenant, id: string): Promise<void> {
  await onFreshData(async () => {
    const { data: row } = await ProductRow.get(keyOf(tenant, id)).go({ consistent: true })
    if (!row) return
    const { measures } = await readTally({ ...tenant, list: salesList(id) }, '', true)
    const [units = 0, cents = 0] = measures
    if (row.units !== units || row.cents !== cents) await save(productKind, { ...row, units, cents }, row)
  })
}
