/** Tests the time zone of the store, which each order keeps for reports. */

import { expect, test } from 'vitest'
import * as accounts from '../../lib/accounts/index.ts'
import type { OrderToken } from '../../lib/core/ids.ts'
import type { Tenant } from '../../lib/core/tenant.ts'
import { importOrder } from '../../lib/import/orders.ts'
import { loadOrderRow } from '../../lib/orders/load.ts'
import { completeOrder, order } from '../support/checkout.ts'
import { newTenant } from '../support/store.ts'

const setTimeZone = ({ account }: Tenant, timeZone: string) => accounts.update(account, { timeZone })
const timeZoneOf = async (tenant: Tenant, token: string) =>
  (await loadOrderRow(tenant, token as OrderToken, true)).timeZone

test('an order keeps the time zone that the store had when the order was completed', async () => {
  const tenant = await newTenant()
  const first = await completeOrder(tenant)
  await setTimeZone(tenant, 'Europe/Berlin')
  const second = await completeOrder(tenant)
  await setTimeZone(tenant, 'Pacific/Chatham')
  for (const token of [first, second]) await completeOrder(tenant, { token, finalGrandTotal: 30 })
  expect(await timeZoneOf(tenant, first)).toBeUndefined()
  expect(await timeZoneOf(tenant, second)).toBe('Europe/Berlin')
})

test('an imported order has the time zone of the store', async () => {
  const tenant = await newTenant()
  await setTimeZone(tenant, 'Europe/Berlin')
  const imported = order()
  await importOrder(tenant, { order: imported, refunds: [], digitalGoods: [] } as never)
  expect(await timeZoneOf(tenant, imported.token)).toBe('Europe/Berlin')
})
