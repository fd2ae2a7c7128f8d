/**
 * Tests relists in parts or with failures: when the entries of a store count as complete, and where an interrupted
 * relist continues.
 * @module-tag long
 */

import { afterEach, expect, test } from 'vitest'
import { toJson } from '../../lib/core/json.ts'
import type { Tenant } from '../../lib/core/tenant.ts'
import { hasSearchLists, ListsVersionRow } from '../../lib/lists/lists-version.ts'
import { removeTalliesOfList } from '../../lib/lists/remove-tallies.ts'
import { readTally } from '../../lib/lists/tally.ts'
import { rebuildEntriesOfStore, rebuildTalliesOfStore } from '../../lib/maintenance/index.ts'
import type { WalkPosition } from '../../lib/store/walk-store-rows.ts'
import { completeOrder } from '../support/checkout.ts'
import { around, throttled } from '../support/fault-injection.ts'
import { newTenant } from '../support/store.ts'
import { updateAllTallies } from '../support/stream-worker.ts'

let restore = () => {}
afterEach(() => restore())

const orderCount = 4

/**
 * Creates a store without a recorded version of its lists. The API treats the store as written by an earlier release,
 * whose list entries may be incomplete.
 */
async function olderStore(): Promise<Tenant> {
  const tenant = await newTenant()
  for (let n = 0; n < orderCount; n++) await completeOrder(tenant, { invoiceNumber: `INV-${n}` })
  await updateAllTallies(tenant)
  await ListsVersionRow.delete(tenant).go()
  return tenant
}

/** Rejects all requests of this command whose input contains the text. */
const failWrites = (command: string, text: string) => {
  restore = around((sent, send, input) =>
    sent === command && toJson(input).includes(text) ? Promise.reject(throttled()) : send(),
  )
}
const failOrders = ({ mode }: Tenant) => failWrites('TransactWriteItemsCommand', `#${mode}#orders#`)

const part = (number: number) => ({ segment: { number, of: 3 } })

test('the entries are complete when all parts are written, in any order', async () => {
  const tenant = await olderStore()
  for (const number of [3, 1, 3]) {
    await rebuildEntriesOfStore(tenant, part(number))
    expect(await hasSearchLists(tenant)).toBe(false)
  }
  await rebuildEntriesOfStore(tenant, { segment: { number: 2, of: 4 } })
  expect(await hasSearchLists(tenant)).toBe(false)
  await rebuildEntriesOfStore(tenant, part(2))
  expect(await hasSearchLists(tenant)).toBe(true)
})

test('the entries are complete when parts that run at once have ended', async () => {
  const tenant = await olderStore()
  await Promise.all([1, 2, 3].map(number => rebuildEntriesOfStore(tenant, part(number))))
  expect(await hasSearchLists(tenant)).toBe(true)
})

test('the entries are not complete after a part with a failure, until this part is repeated', async () => {
  const tenant = await olderStore()
  failOrders(tenant)
  const parts = await Promise.all([1, 2, 3].map(number => rebuildEntriesOfStore(tenant, part(number))))
  restore()
  expect(parts.flatMap(({ failed }) => failed)).toHaveLength(orderCount)
  expect(await hasSearchLists(tenant)).toBe(false)
  for (const number of [1, 2, 3]) await rebuildEntriesOfStore(tenant, part(number))
  expect(await hasSearchLists(tenant)).toBe(true)
})

type OnProgress = NonNullable<NonNullable<Parameters<typeof rebuildEntriesOfStore>[1]>['onProgress']>

/**
 * Returns `onProgress`, which stops the command at its first progress about objects of the kind `stopKind`, and `last`,
 * which contains the last position.
 */
function stopBefore(stopKind: string | null) {
  const last: { position?: WalkPosition | undefined } = {}
  const onProgress: OnProgress = (kind, _count, position) => {
    last.position = position ?? undefined
    if (kind === stopKind) throw new Error('Interrupted.')
  }
  return { last, onProgress }
}

test('an interrupted relist continues at the first row that has failed', async () => {
  const tenant = await olderStore()
  const { last, onProgress } = stopBefore('customer')
  failOrders(tenant)
  await expect(rebuildEntriesOfStore(tenant, { onProgress })).rejects.toThrow('Interrupted.')
  restore()
  const { counts } = await rebuildEntriesOfStore(tenant, { from: last.position })
  expect(counts.order).toBe(orderCount)
  expect(await hasSearchLists(tenant)).toBe(true)
})

test('an interrupted recount continues at the first list that has failed', async () => {
  const tenant = await olderStore()
  const lists = Array.from({ length: orderCount }, (_, n) => ({ ...tenant, list: `orders/invoiceNumber=inv-${n}` }))
  for (const list of lists) await removeTalliesOfList(list)
  const { last, onProgress } = stopBefore(null)
  failWrites('PutItemCommand', 'tally#orders/invoiceNumber=')
  expect((await rebuildTalliesOfStore(tenant, { onProgress })).failed).toHaveLength(orderCount)
  restore()
  expect((await rebuildTalliesOfStore(tenant, { from: last.position })).failed).toEqual([])
  const counts = await Promise.all(lists.map(async list => (await readTally(list, '', true)).count))
  expect(counts).toEqual(lists.map(() => 1))
})
