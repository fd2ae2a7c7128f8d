/**
 * Tests that few files take part in a request or an event, so that a developer can follow it.
 * @module-tag long
 */

import { Session } from 'node:inspector/promises'
import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { handler as getDiscount } from '../../functions/discounts/get.ts'
import { handler as listOrders } from '../../functions/orders/list.ts'
import { handler as createRefund } from '../../functions/refunds/create.ts'
import { completeOrder, event, order, send } from '../support/checkout.ts'
import { paidOrder } from '../support/payments.ts'
import { sampleCall } from '../support/samples.ts'
import { call, contextFor, eventFor, newTenant } from '../support/store.ts'
import { updateTallies } from '../support/stream-worker.ts'

const root = `${resolve(import.meta.dirname, '../..')}/`

/**
 * Returns whether the file is in `functions` or `lib`, but not in `lib/core`. Whoever follows a request need not open
 * the general helpers of `lib/core`, because their names say what they do.
 */
const isCounted = (file: string) => /^(functions|lib)\/(?!core\/)/.test(file)

/** Returns the files with functions that are called during `run`. Files that are only loaded are left out. */
async function filesCalledOnce(run: () => Promise<unknown>): Promise<string[]> {
  const session = new Session()
  session.connect()
  await session.post('Profiler.enable')
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false })
  await session.post('Profiler.takePreciseCoverage')
  await run()
  const { result } = await session.post('Profiler.takePreciseCoverage')
  session.disconnect()
  const called = result.filter(({ functions }) => functions.some(isCalled))
  return called.map(({ url }) => url.replace('file://', '').replace(root, '')).filter(isCounted)
}

/**
 * Calls `run` three times, and returns the files that all three calls use. A file that only one call uses may belong to
 * work that an earlier test has left behind.
 */
async function filesCalledBy(run: () => Promise<unknown>): Promise<string[]> {
  const [first = [], ...others] = [await filesCalledOnce(run), await filesCalledOnce(run), await filesCalledOnce(run)]
  return first.filter(file => others.every(files => files.includes(file)))
}

const isCalled = ({ functionName, ranges }: { functionName: string; ranges: { count: number }[] }) =>
  functionName !== '' && (ranges[0]?.count ?? 0) > 0

/** The handler is one more file. It is not among the files with called functions, because it has no named function. */
const handlerFile = 1

test('reading one discount takes at most 9 files', async () => {
  const tenant = await newTenant()
  const { body } = await call('discounts.create', tenant, { body: sampleCall('discounts.create').body })
  const event = eventFor('discounts.get', tenant, { params: { id: body.id } })
  const files = await filesCalledBy(() => getDiscount(event, contextFor()))
  expect(files).toContain('lib/discounts/presenter.ts')
  expect(files.length + handlerFile).toBeLessThanOrEqual(9)
})

test('listing orders takes at most 26 files', async () => {
  const tenant = await newTenant()
  await completeOrder(tenant)
  await updateTallies(tenant)
  const event = eventFor('orders.list', tenant, {})
  await listOrders(event, contextFor())
  const files = await filesCalledBy(() => listOrders(event, contextFor()))
  expect(files).toContain('lib/orders/presenter.ts')
  expect(files.length + handlerFile).toBeLessThanOrEqual(26)
})

test('refunding a part of an order at the gateway takes at most 45 files', async () => {
  const tenant = await newTenant()
  const params = { token: await paidOrder(tenant) }
  const event = eventFor('refunds.create', tenant, { params, body: { amount: 1 } })
  const files = await filesCalledBy(() => createRefund(event, contextFor()))
  expect(files).toContain('lib/refunds/save-refund.ts')
  expect(files.length + handlerFile).toBeLessThanOrEqual(45)
})

test('completing an order takes at most 60 files', async () => {
  const tenant = await newTenant()
  const files = await filesCalledBy(() => send(event(tenant, 'order.completed', order())))
  expect(files).toContain('lib/checkout/complete-order.ts')
  expect(files.length + handlerFile).toBeLessThanOrEqual(60)
})
