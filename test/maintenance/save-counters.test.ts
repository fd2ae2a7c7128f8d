import { afterEach, expect, test } from 'vitest'
import { productIdOf } from '../../lib/core/ids.ts'
import { toJson } from '../../lib/core/json.ts'
import type { Tenant } from '../../lib/core/tenant.ts'
import { discountUsagesList } from '../../lib/discounts/index.ts'
import { rebuildTalliesOfList } from '../../lib/lists/rebuild-tallies.ts'
import { readTally, writeTally } from '../../lib/lists/tally.ts'
import { zero } from '../../lib/lists/tally-parts.ts'
import { saveCounters } from '../../lib/maintenance/objects.ts'
import { customerList, productSalesList } from '../../lib/orders/index.ts'
import { idOf } from '../customers/calls.ts'
import { code } from '../discounts/samples.ts'
import { check } from '../support/check.ts'
import { completeOrder } from '../support/checkout.ts'
import { around, interruptOnce } from '../support/fault-injection.ts'
import { call, newTenant } from '../support/store.ts'
import { updateAllTallies } from '../support/stream-worker.ts'

let restore = () => {}
afterEach(() => restore())

/**
 * Creates an order, and returns the lists from which its customer, product and discount get their counters. The order
 * is on each of these lists.
 */
async function sourceLists(tenant: Tenant) {
  const { id: discountId } = (await call('discounts.create', tenant, { body: code('TEN') })).body
  await completeOrder(tenant, { email: 'jane@example.com', discounts: [{ code: 'TEN' }] })
  await updateAllTallies(tenant)
  const customerId = (await idOf(tenant, 'jane@example.com'))!
  const names = [customerList(customerId), productSalesList(productIdOf(tenant, 'TEE')), discountUsagesList(discountId)]
  return names.map(list => ({ ...tenant, list }))
}

/**
 * If the tallies were read before the entity, an outdated total could be saved, and would stay until the list changes
 * again.
 */
test('reads the entity before the tallies, both consistently', async () => {
  const expectedTallies = [2, 1, 2]
  for (const [n, list] of (await sourceLists(await newTenant())).entries()) {
    const reads: string[] = []
    restore = around((command, send, input) => {
      const isConsistent = 'ConsistentRead' in input && input.ConsistentRead === true
      const kind = toJson(input).includes('#tally#') ? 'tally' : 'row'
      reads.push(`${command} of a ${kind}${isConsistent ? '' : ', not consistent'}`)
      return send()
    })
    await saveCounters(list)
    restore()
    const expectedKinds = ['row', ...Array(expectedTallies[n]).fill('tally')]
    expect(reads).toEqual(expectedKinds.map(kind => `GetItemCommand of a ${kind}`))
  }
})

test('saves a total again that has changed back while it was saved', async () => {
  const tenant = await newTenant()
  for (const list of await sourceLists(tenant)) {
    await writeTally(list, { ...(await readTally(list, '', true)), ...zero, parts: {} })
    const isWrite = (command: string) => command !== 'GetItemCommand' && command !== 'QueryCommand'
    const changeBack = async () => {
      await rebuildTalliesOfList(list)
      await saveCounters(list)
    }
    const interruption = interruptOnce(isWrite, changeBack)
    await saveCounters(list)
    expect(interruption.isDone()).toBe(true)
  }
  expect(await check(tenant, { wait: async () => {} })).toEqual([])
})
