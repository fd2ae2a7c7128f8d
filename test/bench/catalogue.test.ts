import { expect, test } from 'vitest'
import { productIdOf } from '../../lib/core/ids.ts'
import type { Tenant } from '../../lib/core/tenant.ts'
import { rebuildTallies } from '../../lib/lists/rebuild-tallies.ts'
import { readTallies } from '../../lib/lists/tally.ts'
import { salesOf as salesIn } from '../../lib/orders/content.ts'
import { salesList } from '../../lib/orders/index.ts'
import { orderDefinition } from '../../lib/orders/lists.ts'
import { EntryRow, entryRowsOf } from '../../lib/store/list-entry.ts'
import { newTenant } from '../support/store.ts'
import { itemOf, write } from './bulk.ts'
import { type Offered, offeredBy, salesOf, standsOfSale } from './catalogue.ts'
import { loadCatalogue } from './catalogue-load.ts'
import { madeOrders } from './orders.ts'
import { orderRowOf } from './rows.ts'

/** With so few products some have enough sales in a month for it to be divided. */
const products = 3
const sales = 3500

test('a loaded sale has the position its order would give it', async () => {
  const tenant = await newTenant()
  for (const made of madeOrders(5)) {
    const row = orderRowOf(tenant, made)
    const wanted = orderDefinition.listEntriesOf(row).filter(({ list }) => list.startsWith('sales'))
    const { token, completionDate: at } = made
    const stands = [...salesIn(row)].flatMap(([id, measures]) =>
      standsOfSale(tenant, { productId: productIdOf(tenant, id), at, token, measures }),
    )
    expect(stands).toEqual(wanted)
  }
})

test('loaded tallies equal a recount of all sales', { tags: ['long'] }, async () => {
  const [loaded, recounted] = [await newTenant(), await newTenant()]
  const { misses, offered } = await loadCatalogue(loaded, products, sales)
  expect(misses).toEqual([])
  const same = await recountedBy(recounted)
  const [found, wanted] = [await talliesOf(loaded, offered), await talliesOf(recounted, same)]
  expect(found).toEqual(wanted)
  const depths = wanted.flatMap(({ parts }) => Object.keys(parts).map(({ length }) => length))
  expect(new Set(depths).size).toBeGreaterThan(1)
})

/** The same sales as entries only. */
async function recountedBy(tenant: Tenant): Promise<Offered[]> {
  const offered = offeredBy(tenant, products)
  const stands = [...salesOf(offered, sales)].flatMap(sale => standsOfSale(tenant, sale).slice(0, 1))
  await write(entryRowsOf(tenant, stands).map(entry => itemOf(EntryRow.put(entry))))
  for (const { id } of offered) await rebuildTallies({ ...tenant, list: salesList(id) })
  return offered
}

/** As the index finds them, by the shop's product id. Products without sales have none. */
async function talliesOf(tenant: Tenant, offered: readonly Offered[]) {
  const tallies = await readTallies(tenant, salesList(''))
  return offered.map(({ id, item }) => ({
    name: item.id,
    parts: tallies.find(({ list }) => list === salesList(id))?.parts ?? {},
  }))
}
