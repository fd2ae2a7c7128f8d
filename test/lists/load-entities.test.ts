import { afterEach, expect, test, vi } from 'vitest'
import type { OrderToken } from '../../lib/core/ids.ts'
import { log } from '../../lib/core/log.ts'
import { keyOf, OrderRow } from '../../lib/orders/entity.ts'
import { completeOrder } from '../support/checkout.ts'
import { call, newTenant } from '../support/store.ts'
import { updateTallies } from '../support/stream-worker.ts'

afterEach(() => vi.restoreAllMocks())

test('a list leaves out an order that does not fit its schema, and logs its store and token', async () => {
  const tenant = await newTenant()
  const valid = await completeOrder(tenant)
  const invalid = await completeOrder(tenant)
  await updateTallies(tenant)
  const key = keyOf(tenant, invalid as OrderToken)
  await OrderRow.patch(key).set({ modifiedAt: '9999' }).go()
  const errorSpy = vi.spyOn(log, 'error').mockImplementation(() => {})
  const { status, body } = await call('orders.list', tenant)
  expect(status).toBe(200)
  expect(body.items.map(({ token }: { token: string }) => token)).toEqual([valid])
  expect(errorSpy.mock.calls.map(([, details]) => details)).toMatchObject([{ ...tenant, id: invalid }])
})
