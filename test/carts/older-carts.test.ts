/**
 * Tests carts that the last release without lanes has saved.
 * @module-tag long
 */

import { expect, test } from 'vitest'
import { openCartsList } from '../../lib/carts/lanes.ts'
import { cartDefinition } from '../../lib/carts/stored-object.ts'
import type { Tenant } from '../../lib/core/tenant.ts'
import { fullRange, readEntries } from '../../lib/lists/entries.ts'
import { migrate, repairDifferences } from '../../lib/maintenance/index.ts'
import { EntryRow } from '../../lib/store/list-entry.ts'
import { entriesOf } from '../../lib/store/save.ts'
import { cartOf, cartsIn } from '../checkout/rows.ts'
import { code } from '../discounts/samples.ts'
import { removeRowVersion, toOlderCarts } from '../maintenance/older-rows.ts'
import { check } from '../support/check.ts'
import { cart, item, sendEvent } from '../support/checkout.ts'
import type { Query } from '../support/lists.ts'
import { call } from '../support/store.ts'
import { updateAllTallies } from '../support/stream-worker.ts'
import { createStore, list, listAllPages, tokensOf } from './calls.ts'

const at = (minute: number) => `2026-09-01T12:${String(minute).padStart(2, '0')}:00.000Z`

const update = (tenant: Tenant, token: string, minute: number) => {
  const content = {
    token,
    email: minute % 2 ? 'jane@example.com' : 'joe@example.com',
    items: [item({ id: minute % 3 ? 'TEE' : 'MUG' })],
    discounts: [{ code: 'TEN' }],
    campaignId: minute % 4 ? null : 'autumn',
    total: minute,
    modificationDate: at(minute),
  }
  return sendEvent(tenant, 'cart.updated', cart(content), { createdOn: at(minute) })
}

const queries: Query[] = [
  {},
  { email: 'jane@example.com' },
  { productId: 'MUG' },
  { campaignId: 'autumn' },
  { minimalValue: '9' },
  { productId: 'TEE', email: 'joe@example.com' },
]

/** Returns what the API shows of the carts: all pages of some queries, the report, and the counter of a discount. */
async function shown(tenant: Tenant) {
  await updateAllTallies(tenant)
  const pages = queries.map(async query => (await listAllPages(tenant, { ...query, limit: '3' })).map(tokensOf))
  const { body: report } = await call('reports.carts', tenant)
  const { body: discounts } = await call('discounts.list', tenant)
  return { pages: await Promise.all(pages), open: report.open, used: discounts[0].numberOfUsagesUncompleted }
}

const differencesIn = (tenant: Tenant) => check(tenant, { wait: () => updateAllTallies(tenant) })

async function storeWithCarts() {
  const tenant = await createStore()
  await call('discounts.create', tenant, { body: code('TEN') })
  const tokens = Array.from({ length: 14 }, () => crypto.randomUUID())
  for (const [n, token] of tokens.entries()) await update(tenant, token, n)
  return { tenant, tokens }
}

test('carts are shown in the same way before, during and after a migration to their lanes', async () => {
  const { tenant, tokens } = await storeWithCarts()
  const current = await shown(tenant)
  expect(current).toMatchObject({ open: [{ carts: 14 }], used: 14 })
  expect(current.pages[0]!.flat()).toEqual(tokens.toReversed())
  await toOlderCarts(tenant)
  expect(await readEntries({ ...tenant, list: openCartsList }, { range: fullRange })).toHaveLength(14)
  expect(await shown(tenant)).toEqual(current)
  expect(await differencesIn(tenant)).toEqual([])
  await update(tenant, tokens[3]!, 20)
  const half = await shown(tenant)
  expect(half.pages[0]!.flat()).toEqual([tokens[3]!, ...tokens.toReversed().filter(token => token !== tokens[3])])
  expect(await migrate(tenant)).toMatchObject({ counts: { cart: { read: 14, migrated: 13 } }, failed: [] })
  expect(await shown(tenant)).toEqual(half)
  expect(await differencesIn(tenant)).toEqual([])
  const stored = await readEntries({ ...tenant, list: openCartsList }, { range: fullRange })
  const inFirstLane = (await cartsIn(tenant)).filter(row =>
    entriesOf(cartDefinition, row).some(({ partition }) => partition.endsWith(`#${openCartsList}`)),
  )
  expect(stored).toHaveLength(inFirstLane.length)
})

test('a continuation token of the release before goes on in all lanes', async () => {
  const { tenant, tokens } = await storeWithCarts()
  const { continuationToken } = (await list(tenant, { limit: '5' })).body
  const { startKey } = JSON.parse(Buffer.from(continuationToken.split('.')[0], 'base64url').toString())
  expect(startKey.pk).toBe(`${tenant.account}#${tenant.mode}#list#${openCartsList}`)
  expect(tokensOf(await list(tenant, { continuationToken }))).toEqual(tokens.toReversed().slice(5))
})

test('a cart that the release before saves during a deployment is listed once', async () => {
  const { tenant, tokens } = await storeWithCarts()
  for (const [n, token] of tokens.entries()) {
    const row = (await cartOf(tenant, token))!
    const moved = { ...row, rowVersion: 1, modifiedAt: at(n % 2 ? 30 + n : n) }
    await EntryRow.put(entriesOf(cartDefinition, moved)).go()
    await cartDefinition.entity.put(moved).go()
    await removeRowVersion(moved)
  }
  const listed = async () => (await shown(tenant)).pages.map(pages => pages.flat())
  const all = await listed()
  expect(all[0]!.toSorted()).toEqual(tokens.toSorted())
  expect((await migrate(tenant)).failed).toEqual([])
  for (let round = 0; round < 3; round++)
    expect(await repairDifferences(tenant, await differencesIn(tenant))).toEqual([])
  expect(await differencesIn(tenant)).toEqual([])
  expect(await listed()).toEqual(all)
  expect(await shown(tenant)).toMatchObject({ open: [{ carts: tokens.length }], used: tokens.length })
})
