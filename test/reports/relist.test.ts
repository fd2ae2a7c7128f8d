/**
 * Tests that the maintenance of a store writes, checks and repairs the lists of reports.
 * @module-tag long
 */

import { expect, test } from 'vitest'
import type { Tenant } from '../../lib/core/tenant.ts'
import { fullRange, readEntries } from '../../lib/lists/entries.ts'
import { removeTalliesOfList } from '../../lib/lists/remove-tallies.ts'
import { readTally, writeTally } from '../../lib/lists/tally.ts'
import {
  findingOf,
  rebuildEntriesOfStore,
  rebuildTalliesOfStore,
  repairDifferences,
} from '../../lib/maintenance/index.ts'
import { batchDelete } from '../../lib/store/batch.ts'
import { EntryRow } from '../../lib/store/list-entry.ts'
import { check } from '../support/check.ts'
import { completeOrder, sendEvent } from '../support/checkout.ts'
import { rawRowsOf } from '../support/raw-rows.ts'
import { sales, storeIn } from './calls.ts'

const query = { from: '2026-11-01', to: '2026-11-30', by: 'country' }

async function storeWithSales(): Promise<Tenant> {
  const tenant = await storeIn('Europe/Berlin')
  for (const day of ['01', '10', '30']) {
    const orderToken = await completeOrder(tenant, {
      completionDate: `2026-11-${day}T12:00:00.000Z`,
      creationDate: null,
    })
    await sendEvent(tenant, 'order.refund.created', { id: day, orderToken, amount: 1, creationDate: '2026-11-11' })
  }
  return tenant
}

async function dailyLists({ account }: Tenant): Promise<string[]> {
  const rows = await rawRowsOf(account)
  return [...new Set(rows.flatMap(({ pk }) => /#list#(daily\/.*)$/.exec(String(pk))?.[1] ?? []))]
}

/** Deletes the daily lists. The store then looks as if an earlier release, which had no reports, had written it. */
async function removeDailyLists(tenant: Tenant): Promise<void> {
  for (const list of await dailyLists(tenant)) {
    await batchDelete(EntryRow, await readEntries({ ...tenant, list }, { range: fullRange, consistent: true }))
    await removeTalliesOfList({ ...tenant, list })
  }
}

test('orders of an earlier version appear after lists are written again and counted', async () => {
  const tenant = await storeWithSales()
  const before = (await sales(tenant, query)).body
  await removeDailyLists(tenant)
  expect((await sales(tenant, query)).body.groups[0].total).toMatchObject({ orders: 0, gross: 0, refunds: 0 })
  await rebuildEntriesOfStore(tenant)
  await rebuildTalliesOfStore(tenant)
  expect((await sales(tenant, query)).body).toEqual(before)
  expect(before.groups[0].total).toMatchObject({ orders: 3, gross: 60, refunds: 3 })
})

test('a check finds wrong figures and orphaned entries, and a repair corrects them', async () => {
  const tenant = await storeWithSales()
  const before = (await sales(tenant, query)).body
  const list = { ...tenant, list: 'daily/sales-by-country/2026-11/eur/DE' }
  const orphan = { ...tenant, list: 'daily/sales-by-country/2026-11/eur/FR' }
  const tally = await readTally(list, '', true)
  await writeTally(list, { ...tally, parts: { d20261101: { count: 9, measures: [9n, 9n] } } })
  await writeTally(orphan, {
    prefix: '',
    version: 0,
    count: 5,
    measures: [5n],
    parts: { d20261101: { count: 5, measures: [5n] } },
  })
  expect((await sales(tenant, query)).body).not.toEqual(before)
  const differences = await check(tenant, { wait: async () => {} })
  const kinds = differences.map(findingOf).map(({ kind, list }) => `${kind} ${list}`)
  expect(new Set(kinds)).toEqual(new Set([`wrong-tally ${list.list}`, `wrong-tally ${orphan.list}`]))
  expect(await repairDifferences(tenant, differences)).toEqual([])
  expect((await sales(tenant, query)).body).toEqual(before)
})
