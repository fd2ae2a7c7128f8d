/**
 * Tests changes of a subscription that is being written at the same time, and that nothing is written without a change.
 * @module-tag long
 */

import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test, vi } from 'vitest'
import type { SubscriptionId } from '../../lib/core/ids.ts'
import { log } from '../../lib/core/log.ts'
import type { Tenant } from '../../lib/core/tenant.ts'
import { succeeded } from '../../lib/payments/gateway.ts'
import { readOperations } from '../../lib/payments/operations.ts'
import { type ChangeOperation, changeSaga } from '../../lib/subscriptions/change.ts'
import { endDueSubscriptions, syncInvoicesOfOrder, syncInvoicesOfSubscription } from '../../lib/subscriptions/index.ts'
import { completeOrder, sendEvent } from '../support/checkout.ts'
import { around, interruptOnce } from '../support/fault-injection.ts'
import { recoverAll } from '../support/payments.ts'
import { newTenant } from '../support/store.ts'
import { updateTallies } from '../support/stream-worker.ts'
import { at, createV1, dashboardGet, get, invoices, v1Invoice, v3, v3Subscription } from './calls.ts'
import { change, newSubscription } from './changes.ts'

test('a subscription whose billing date is moved while it is about to end goes on until then', async () => {
  const tenant = await newTenant()
  const nextBillingDate = '2026-09-02T10:00:00Z'
  const content = v3Subscription({ nextBillingDate })
  const { id } = content
  await sendEvent(tenant, 'v3/subscription.created', content, at(1))
  const state = { subscription: v3Subscription({ id, nextBillingDate }) }
  await sendEvent(tenant, 'v3/subscription.state.cancellationRequested', state, at(2))
  let isDone = false
  const restore = around(async (command, request, input) => {
    const reply = await request()
    if (!isDone && command === 'QueryCommand' && 'IndexName' in input) {
      isDone = true
      const later = { subscription: v3Subscription({ id, nextBillingDate: '2099-01-01T10:00:00Z' }) }
      await sendEvent(tenant, 'v3/subscription.state.cancellationRequested', later, at(3))
    }
    return reply
  })
  await endDueSubscriptions()
  expect(isDone).toBe(true)
  restore()
  expect((await dashboardGet(tenant, id, v3)).body.state).toBe('CancellationRequested')
})

/**
 * Sets the payment status back to Paid immediately before an invoice is written. The stream worker then finds nothing
 * to change, because the stored invoice is still paid.
 */
const payBeforeInvoiceIsWritten = (tenant: Tenant, token: string) =>
  interruptOnce(
    (command, text) => command === 'TransactWriteItemsCommand' && text.includes('#invoices'),
    async () => {
      await sleep(5)
      await sendEvent(tenant, 'order.status.changed', { token, paymentStatus: 'Paid' })
      await updateTallies(tenant)
    },
  )

test('an invoice has the current payment status of its order, also if that changed twice while it was written', async () => {
  const tenant = await newTenant()
  const id = await createV1(tenant)
  const token = await completeOrder(tenant, { paymentStatus: 'Paid' })
  const invoice = v1Invoice(id, { orderToken: token })
  await sendEvent(tenant, 'subscription.invoice.created', invoice, at(1))
  await updateTallies(tenant)
  expect((await get(tenant, id)).body).toMatchObject({ totalSpent: 24 })
  await sendEvent(tenant, 'order.status.changed', { token, paymentStatus: 'ChargedBack' })
  const { isDone, restore } = payBeforeInvoiceIsWritten(tenant, token)
  await sendEvent(tenant, 'subscription.invoice.created', { ...invoice, number: 'INV-2' }, at(2))
  expect(isDone()).toBe(true)
  restore()
  await updateTallies(tenant)
  expect((await invoices(tenant, id)).body).toMatchObject([{ number: 'INV-2', paid: true }])
  expect((await get(tenant, id)).body).toMatchObject({ totalSpent: 24 })
})

test('two runs of the worker for one order end with its current payment status', async () => {
  const tenant = await newTenant()
  const id = await createV1(tenant)
  const token = await completeOrder(tenant, { paymentStatus: 'Paid' })
  await sendEvent(tenant, 'subscription.invoice.created', v1Invoice(id, { orderToken: token }), at(1))
  await updateTallies(tenant)
  await sendEvent(tenant, 'order.status.changed', { token, paymentStatus: 'ChargedBack' })
  const { isDone, restore } = payBeforeInvoiceIsWritten(tenant, token)
  await syncInvoicesOfOrder(tenant, token as never)
  expect(isDone()).toBe(true)
  restore()
  await updateTallies(tenant)
  expect((await get(tenant, id)).body).toMatchObject({ totalSpent: 24 })
})

test('a slow process does not settle a change once more after a later one', async () => {
  vi.spyOn(log, 'warn').mockImplementation(() => {})
  const { tenant, id } = await newSubscription({ gatewayId: 'sub_lost' })
  const settleByRecovery = async (verb: 'pause' | 'resume') => {
    expect((await change(verb, tenant, id)).status).toBe(504)
    const [operation] = await readOperations(tenant)
    await recoverAll(tenant)
    return operation as ChangeOperation
  }
  const pause = await settleByRecovery('pause')
  await settleByRecovery('resume')
  await changeSaga.settle(pause, succeeded)
  expect((await get(tenant, id)).body.status).toBe('Active')
})

test('a subscription whose invoices are up to date is not saved again', async () => {
  const tenant = await newTenant()
  const [without, id] = [await createV1(tenant), await createV1(tenant)] as SubscriptionId[]
  const token = await completeOrder(tenant, { paymentStatus: 'Paid' })
  await sendEvent(tenant, 'subscription.invoice.created', v1Invoice(id!, { orderToken: token }), at(1))
  let writes = 0
  const restore = around((command, request) => {
    if (/Write|Put|Update/.test(command)) writes++
    return request()
  })
  for (const one of [without!, id!]) await syncInvoicesOfSubscription(tenant, one)
  restore()
  expect(writes).toBe(0)
})
