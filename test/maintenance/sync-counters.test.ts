import { afterEach, expect, test } from 'vitest'
import { productIdOf } from '../../lib/core/ids.ts'
import { syncCounters } from '../../lib/maintenance/sync-counters.ts'
import { customerList, salesList, usagesList } from '../../lib/orders/index.ts'
import { idOf } from '../customers/calls.ts'
import { code } from '../discounts/samples.ts'
import { completeOrder, updateTallies } from '../support/checkout.ts'
import { around } from '../support/fault-injection.ts'
import { call, newTenant } from '../support/store.ts'

let restore = () => {}
afterEach(() => restore())

/** Otherwise a stale total would be saved, and kept until the list changes again. */
test('reads the entity before the tallies, both consistently', async () => {
  const tenant = await newTenant()
  const { id: discountId } = (await call('discounts.create', tenant, { body: code('TEN') })).body
  await completeOrder(tenant, { email: 'jane@example.com', discounts: [{ code: 'TEN' }] })
  await updateTallies(tenant)
  const customerId = (await idOf(tenant, 'jane@example.com'))!
  for (const [list, tallies] of [
    [customerList(customerId), 2],
    [salesList(productIdOf(tenant, 'TEE')), 1],
    [usagesList(discountId), 2],
  ] as const) {
    const reads: string[] = []
    restore = around((command, send, input) => {
      const isConsistent = 'ConsistentRead' in input && input.ConsistentRead === true
      const kind = JSON.stringify(input).includes('#tally#') ? 'tally' : 'row'
      reads.push(`${command} of a ${kind}${isConsistent ? '' : ', not consistent'}`)
      return send()
    })
    await syncCounters({ ...tenant, list })
    restore()
    const expectedKinds = ['row', ...Array(tallies).fill('tally')]
    expect(reads).toEqual(expectedKinds.map(kind => `GetItemCommand of a ${kind}`))
  }
})
