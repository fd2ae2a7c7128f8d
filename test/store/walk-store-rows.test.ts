/** Tests walking over the rows of a store: a walk continues from any page, and can be divided into parts. */

import { expect, test } from 'vitest'
import type { Tenant } from '../../lib/core/tenant.ts'
import { storedObjects } from '../../lib/maintenance/objects.ts'
import type { WalkPosition } from '../../lib/store/walk-store-rows.ts'
import { type WalkOptions, walkStoreRows } from '../../lib/store/walk-store-rows.ts'
import { code } from '../discounts/samples.ts'
import { cart, completeOrder, sendEvent } from '../support/checkout.ts'
import { call, newTenant } from '../support/store.ts'

interface Page {
  names: string[]
  next: WalkPosition | null
}

async function pagesOf(tenant: Tenant, options: WalkOptions = {}): Promise<Page[]> {
  const pages: Page[] = []
  for await (const { object, rows, next } of walkStoreRows(tenant, storedObjects, options))
    pages.push({ names: rows.map(row => `${object.name} ${JSON.stringify(object.keyOf(row))}`), next })
  return pages
}

const namesIn = (pages: readonly Page[]) => pages.flatMap(({ names }) => names)

async function storeOfAllKinds(): Promise<Tenant> {
  const tenant = await newTenant()
  await call('discounts.create', tenant, { body: code('TEN') })
  for (const email of ['one@example.com', 'two@example.com']) await completeOrder(tenant, { email })
  await sendEvent(tenant, 'cart.updated', cart())
  return tenant
}

test('continues from any page with the rows after this page', async () => {
  const tenant = await storeOfAllKinds()
  const pages = await pagesOf(tenant)
  expect(new Set(namesIn(pages)).size).toBe(7)
  for (const [n, { names, next }] of pages.entries()) {
    if (names.length === 0 || !next) continue
    expect(namesIn(await pagesOf(tenant, { from: next }))).toEqual(namesIn(pages.slice(n + 1)))
  }
  expect(pages.at(-1)?.next).toBeNull()
})

test('divides the rows into parts, each row in one of them', async () => {
  const tenant = await storeOfAllKinds()
  const parts = await Promise.all(
    [1, 2, 3].map(number => pagesOf(tenant, { segment: { number, of: 3 } }).then(namesIn)),
  )
  expect(parts.flat().toSorted()).toEqual(namesIn(await pagesOf(tenant)).toSorted())
})

test('rejects a position that is in another part of the rows', async () => {
  const tenant = await storeOfAllKinds()
  const from = { object: 'order', shard: '1', cursor: null }
  await expect(pagesOf(tenant, { from, segment: { number: 1, of: 2 } })).rejects.toThrow('There is no position order 1')
})
