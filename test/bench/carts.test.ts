import { expect, test } from 'vitest'
import * as accounts from '../../lib/accounts/index.ts'
import { CartRow, keyOf } from '../../lib/carts/entity.ts'
import { cartDefinition } from '../../lib/carts/stored-object.ts'
import { applyEvent } from '../../lib/checkout/index.ts'
import type { OrderToken } from '../../lib/core/ids.ts'
import { batchGet } from '../../lib/store/batch.ts'
import { EntryRow } from '../../lib/store/list-entry.ts'
import { entriesOf } from '../../lib/store/save.ts'
import { newTenant } from '../support/store.ts'
import { cartContentOf, cartEventIdOf, cartRowOf } from './carts.ts'
import { generateOrders } from './orders.ts'

test('loaded carts equal those that events create', async () => {
  const tenant = await newTenant()
  const { cartDays } = await accounts.get(tenant.account)
  for (const order of generateOrders(3)) {
    const content = cartContentOf(order, new Date().toISOString())
    const createdOn = content.modificationDate
    const event = { id: cartEventIdOf(content), eventName: 'cart.updated', createdOn }
    await applyEvent({ ...event, ...tenant, content })
    const row = cartRowOf(tenant, content, cartDays)
    const { data } = await CartRow.get(keyOf(tenant, content.token as OrderToken)).go()
    expect(data).toEqual(row)
    const entries = entriesOf(cartDefinition, row)
    expect(new Set(await batchGet<EntryRow>(EntryRow, entries))).toEqual(new Set(entries))
  }
})
