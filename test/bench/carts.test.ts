import { expect, test } from 'vitest'
import * as accounts from '../../lib/accounts/index.ts'
import { CartRow, keyOf } from '../../lib/carts/entity.ts'
import { cartDefinition } from '../../lib/carts/lists.ts'
import { applyEvent } from '../../lib/checkout/index.ts'
import type { OrderToken } from '../../lib/core/ids.ts'
import { batchGet } from '../../lib/store/batch-get.ts'
import { EntryRow, entryRowsOf } from '../../lib/store/list-entry.ts'
import { newTenant } from '../support/store.ts'
import { cartEventIdOf, cartRowOf, toldCart } from './carts.ts'
import { madeOrders } from './orders.ts'

test('loaded carts equal those that events create', async () => {
  const tenant = await newTenant()
  const { cartDays } = await accounts.get(tenant.account)
  for (const made of madeOrders(3)) {
    const cart = toldCart(made, new Date().toISOString())
    const createdOn = cart.modificationDate
    const event = { id: cartEventIdOf(cart), eventName: 'cart.updated', createdOn }
    await applyEvent({ ...event, ...tenant, content: cart })
    const row = cartRowOf(tenant, cart, cartDays)
    const { data } = await CartRow.get(keyOf(tenant, cart.token as OrderToken)).go()
    expect(data).toEqual(row)
    const entries = entryRowsOf(tenant, cartDefinition.listEntriesOf(row))
    expect(new Set(await batchGet<EntryRow>(EntryRow, entries))).toEqual(new Set(entries))
  }
})
