/** Fills a store with products and their sales, as orders and the stream worker would. */

import { isDeepStrictEqual } from 'node:util'
import { eventStamp } from '../../lib/core/event-stamp.ts'
import type { Tenant } from '../../lib/core/tenant.ts'
import { sumWithin } from '../../lib/lists/parts.ts'
import { childBucket } from '../../lib/lists/position.ts'
import { rebuildTallies } from '../../lib/lists/rebuild-tallies.ts'
import { readTally, type Tally, writeTally } from '../../lib/lists/tally.ts'
import { allSalesList, salesList } from '../../lib/orders/index.ts'
import { productDefinition } from '../../lib/products/lists.ts'
import { EntryRow, entryRowsOf } from '../../lib/store/list-entry.ts'
import { itemOf, itemsOf, type Lengths, recountLists, write } from './bulk.ts'
import {
  isInPartMonth,
  isReadOneByOne,
  type Offered,
  offeredBy,
  partsIn,
  type Sale,
  salesOf,
  salesPerProduct,
  sell,
  standsOfSale,
} from './catalogue.ts'
import { bytesOf } from './item-size.ts'
import { eachOf, progress } from './progress.ts'
import { rowOfItem } from './rows.ts'

export interface Catalogue extends Tenant {
  offered: Offered[]
  /** How many sales are read one by one, in months only partly in the range. */
  readOneByOne: number
  /** Of an entry on the list of all sales. */
  bytesOfSale: number
  /** Differences from the result of a recount. */
  misses: string[]
}

const tallyWriters = 10

export async function loadCatalogue(
  tenant: Tenant,
  count: number,
  sales = count * salesPerProduct,
): Promise<Catalogue> {
  const offered = offeredBy(tenant, count)
  const { kept, audited } = sold(offered, sales)
  await loadProducts(tenant, offered)
  const inPartMonths = entriesOnly(tenant, kept, list => list === allSalesList)
  await write(itemsOfEntries(inPartMonths))
  await write(itemsOfEntries(entriesOnly(tenant, audited, list => list !== allSalesList)))
  const misses = await differingFromRecount(tenant, offered, audited)
  const [some] = inPartMonths
  const bytesOfSale = some ? bytesOf(itemOf(EntryRow.put(some))) : 0
  return { ...tenant, offered, readOneByOne: kept.filter(isReadOneByOne).length, bytesOfSale, misses }
}

function entriesOnly(tenant: Tenant, sales: readonly Sale[], isWanted: (list: string) => boolean) {
  const stands = sales.flatMap(sale => standsOfSale(tenant, sale))
  return entryRowsOf(
    tenant,
    stands.filter(({ list }) => isWanted(list)),
  )
}

/** Only the sales that are read one by one are written, of a million. */
function sold(offered: readonly Offered[], count: number) {
  const byId = new Map(offered.map(one => [one.id, one]))
  const auditedIds = new Set([0, 0.5, 0.85].map(share => offered[Math.floor(share * offered.length)]!.id))
  const kept: Sale[] = []
  const audited: Sale[] = []
  for (const sale of salesOf(offered, count)) {
    sell(byId.get(sale.productId)!, sale)
    if (isInPartMonth(sale)) kept.push(sale)
    if (auditedIds.has(sale.productId)) audited.push(sale)
  }
  return { kept, audited }
}

async function loadProducts(tenant: Tenant, offered: readonly Offered[]): Promise<void> {
  const lengths: Lengths = new Map()
  const bar = progress(`loading ${offered.length} products`, offered.length)
  let done = 0
  const items = function* () {
    for (const one of offered) {
      yield* itemsOf(productDefinition, rowOf(tenant, one), lengths)
      done++
    }
  }
  await write(items(), () => bar.reach(done))
  bar.end()
  await recountLists([...lengths.keys()])
  await eachOf(offered, tallyWriters, one => tally(tenant, one))
}

/** With the totals of all sales. */
const seenAt = '2026-07-01T00:00:00.000Z'

function rowOf(tenant: Tenant, { item, creationDate, sold }: Offered) {
  const [units = 0, cents = 0] = sold.measures
  const stamp = eventStamp(seenAt, `seen-${item.id}`)
  return rowOfItem(tenant, item, { creationDate, stamp, units, cents })
}

/** The tally of a whole list, written by the function that recounts use. */
async function tally(tenant: Tenant, offered: Offered): Promise<void> {
  const { id, sold } = offered
  const parts = partsIn(offered)
  if (sold.count > 0)
    await writeTally({ ...tenant, list: salesList(id) }, { ...sold, prefix: '', version: 0, parts })
}

function* itemsOfEntries(entries: readonly EntryRow[]) {
  for (const entry of entries) yield itemOf(EntryRow.put(entry))
}

/** For the best sellers a recount keeps large parts here, and divides them in tallies below. */
const monthsOf = ({ parts = {} }: Tally) =>
  Object.keys(parts).map(bucket => {
    const month = childBucket('', bucket)
    return [month, sumWithin(parts, month)] as const
  })

/** A few products have all their sales as entries, so that their loaded tallies can be compared with a recount. */
async function differingFromRecount(
  tenant: Tenant,
  offered: readonly Offered[],
  audited: readonly Sale[],
): Promise<string[]> {
  const misses: string[] = []
  for (const id of new Set(audited.map(({ productId }) => productId))) {
    const list = { ...tenant, list: salesList(id) }
    const written = monthsOf(await readTally(list, '', true))
    await rebuildTallies(list)
    const counted = monthsOf(await readTally(list, '', true))
    const name = offered.find(one => one.id === id)?.item.id
    if (!isDeepStrictEqual(new Map(written), new Map(counted)))
      misses.push(`tally of ${name} is not as recounted`)
  }
  return misses
}
