/**
 * Tests search lists in a whole store: after an earlier release without search lists, with long texts, and in checks
 * and repairs.
 */

import { expect, onTestFinished, test } from 'vitest'
import type { Tenant } from '../../lib/core/tenant.ts'
import { ListsVersionRow } from '../../lib/lists/lists-version.ts'
import { searchListOf } from '../../lib/lists/search-entries.ts'
import { areSuffixesInSync, WordSuffixRow } from '../../lib/lists/word-suffixes.ts'
import { rebuildWords, wordDifferences } from '../../lib/maintenance/check-words.ts'
import { rebuildEntriesOfStore, rebuildTalliesOfStore } from '../../lib/maintenance/index.ts'
import { EntryRow, listPartition } from '../../lib/store/list-entry.ts'
import { completeOrder, item } from '../support/checkout.ts'
import { around } from '../support/fault-injection.ts'
import { call, newTenant } from '../support/store.ts'
import { updateTallies } from '../support/stream-worker.ts'

const placedBy = searchListOf('orders', 'placedBy')

async function storeWithOrders(): Promise<Tenant> {
  const tenant = await newTenant()
  for (const [firstName, name] of [
    ['Anna', 'Ivanov'],
    ['Ben', 'Ivanovich'],
    ['Cleo', 'Costa'],
  ])
    await completeOrder(tenant, { billingAddress: { firstName, name }, cardHolderName: null })
  await updateTallies(tenant)
  return tenant
}

/** Makes a store look as if a release without search lists had written it. */
async function removeSearchLists(tenant: Tenant): Promise<void> {
  await ListsVersionRow.delete(tenant).go()
  const { data } = await EntryRow.query.inOrder({ partition: listPartition({ ...tenant, list: placedBy }) }).go()
  await EntryRow.delete(data).go()
  await updateTallies(tenant)
}

/** Returns the number of found orders, and whether the list of all orders was read. */
async function find(tenant: Tenant, wanted: string) {
  let readsAll = false
  const restore = around(async (_command, send, input) => {
    readsAll ||= JSON.stringify(input).includes(`${tenant.account}#Test#list#orders"`)
    return send()
  })
  onTestFinished(restore)
  const { body } = await call('orders.list', tenant, { query: { placedBy: wanted } })
  restore()
  return { total: body.totalItems, readsAll }
}

test('a store from before search lists is searched as before, until its entries are written again', async () => {
  const tenant = await storeWithOrders()
  await removeSearchLists(tenant)
  expect(await find(tenant, 'vanov')).toEqual({ total: 2, readsAll: true })
  expect((await rebuildEntriesOfStore(tenant)).failed).toEqual([])
  expect((await rebuildTalliesOfStore(tenant)).failed).toEqual([])
  expect(await find(tenant, 'vanov')).toEqual({ total: 2, readsAll: false })
  expect(await find(tenant, 'a i')).toEqual({ total: 1, readsAll: false })
})

test('a new order is found by the beginning of a word at once, and by any part after the stream worker has run', async () => {
  const tenant = await storeWithOrders()
  await completeOrder(tenant, { billingAddress: { firstName: 'Dan', name: 'Evans' } })
  expect(await find(tenant, 'eva')).toEqual({ total: 1, readsAll: false })
  await updateTallies(tenant)
  expect(await find(tenant, 'vans')).toEqual({ total: 1, readsAll: false })
})

test('a check finds words whose rows are missing or left over, and rebuilding repairs them', async () => {
  const tenant = await storeWithOrders()
  const list = { ...tenant, list: placedBy }
  await find(tenant, 'vanov')
  await WordSuffixRow.delete({ ...list, suffix: 'nov', word: 'ivanov' }).go()
  for (const suffix of ['body', 'ody']) await WordSuffixRow.put({ ...list, suffix, word: 'xbody' }).go()
  await WordSuffixRow.put({ ...list, suffix: 'ft', word: 'left' }).go()
  const found = await wordDifferences(list, () => {})
  expect(found.map(({ key }) => key).sort()).toEqual(['word 0d4fd122', 'word 360f8403', 'word 5c00d8a5'])
  await rebuildWords(list)
  expect(await wordDifferences(list, () => {})).toEqual([])
  expect(await areSuffixesInSync(list, 'ivanov')).toBe(true)
})

test('a check of correct words reads their entries and their rows, and sends no request for each word', async () => {
  const tenant = await storeWithOrders()
  const list = { ...tenant, list: placedBy }
  await find(tenant, 'vanov')
  const commands: string[] = []
  const restore = around((command, send) => {
    commands.push(command)
    return send()
  })
  onTestFinished(restore)
  expect(await wordDifferences(list, () => {})).toEqual([])
  expect(commands).toEqual(['QueryCommand', 'QueryCommand'])
})

test('every word of a long description is found, also among more products than are loaded at once', {
  tags: ['long'],
}, async () => {
  const tenant = await newTenant()
  const long = `${'long '.repeat(300)}ending`
  const items = Array.from({ length: 70 }, (_, n) =>
    item({ id: `P-${n}`, name: 'Mug', description: n === 62 ? long : 'With an ending', quantity: 70 - n }),
  )
  await completeOrder(tenant, { items })
  await updateTallies(tenant)
  const { body } = await call('products.list', tenant, { query: { keywords: 'nding', offset: '60', limit: '5' } })
  expect(body.totalItems).toBe(70)
  const ids = body.items.map((product: { userDefinedId: string }) => product.userDefinedId)
  expect(ids).toEqual(['P-60', 'P-61', 'P-62', 'P-63', 'P-64'])
})
