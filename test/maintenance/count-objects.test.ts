import { expect, test } from 'vitest'
import * as keys from '../../lib/keys/index.ts'
import { countObjects } from '../../lib/maintenance/index.ts'
import { code } from '../discounts/samples.ts'
import { addProducts, remove } from '../products/calls.ts'
import { createMethod } from '../shipping/samples.ts'
import { createV1, createV3 } from '../subscriptions/calls.ts'
import { call, newTenant, otherMode } from '../support/store.ts'
import { updateAllTallies } from '../support/stream-worker.ts'

const none = {
  order: 0,
  customer: 0,
  product: 0,
  cart: 0,
  subscription: 0,
  discount: 0,
  'shipping method': 0,
  'active key': 0,
}

test('counts the objects of a store in one mode: archived products too, but no revoked keys', async () => {
  const tenant = await newTenant()
  /** The event that creates the products is about a cart, which is counted too. */
  await addProducts(tenant, [{ id: 'A' }, { id: 'B' }, { id: 'C' }])
  await remove(tenant, 'C')
  await createV1(tenant)
  await createV3(tenant)
  await call('discounts.create', tenant, { body: code('TEN') })
  await createMethod(tenant)
  await keys.issue(tenant)
  const { id } = await keys.issue(tenant)
  await keys.revoke(tenant.account, id)
  await updateAllTallies(tenant)
  const counts = await countObjects(tenant)
  expect(counts).toMatchObject({ product: 3, cart: 1, subscription: 2, discount: 1 })
  expect(counts).toMatchObject({ 'shipping method': 1, 'active key': 1 })
  expect(await countObjects(otherMode(tenant))).toEqual(none)
})
