/** Tests that the payment status of an order decides whether its invoice is paid, whichever arrives first. */

import { randomUUID } from 'node:crypto'
import { afterEach, expect, test } from 'vitest'
import { toJson } from '../../lib/core/json.ts'
import { mapConcurrent } from '../../lib/core/map-concurrent.ts'
import type { Tenant } from '../../lib/core/tenant.ts'
import { type Difference, findingOf, rebuildEntriesOfStore, repairDifferences } from '../../lib/maintenance/index.ts'
import { check } from '../support/check.ts'
import { completeOrder, sendEvent } from '../support/checkout.ts'
import { around, lostReply } from '../support/fault-injection.ts'
import { call, newTenant } from '../support/store.ts'
import { updateTallies } from '../support/stream-worker.ts'
import {
  at,
  createV1,
  createV3,
  dashboardInvoices,
  dashboardList,
  get,
  invoices,
  renew,
  v1Invoice,
  v3,
} from './calls.ts'

let restore = () => {}
afterEach(() => restore())

const changeStatus = async (tenant: Tenant, token: string, paymentStatus: string) => {
  await sendEvent(tenant, 'order.status.changed', { token, paymentStatus })
  await updateTallies(tenant)
}

async function addInvoice(tenant: Tenant, id: string, fields: Record<string, unknown> = {}) {
  const invoice = v1Invoice(id, fields)
  await sendEvent(tenant, 'subscription.invoice.created', invoice, at(1))
  return invoice.orderToken
}

const totalSpent = async (tenant: Tenant) => (await dashboardList(tenant)).body.items[0].totalSpent

const declinedCount = async (tenant: Tenant) => {
  await updateTallies(tenant)
  return (await dashboardList(tenant)).body.totalDeclinedCount
}

test.each([
  ['Paid', true, 'Paid'],
  ['Paidout', true, 'Paid'],
  ['Authorized', false, 'Pending'],
  ['Failed', false, 'Declined'],
  ['Expired', false, 'Unpaid'],
  ['Refunded', false, 'Void'],
  ['ChargedBack', false, 'Void'],
])('an invoice whose order becomes %s has paid %s and the state %s', async (status, paid, state) => {
  const tenant = await newTenant()
  const id = await createV1(tenant)
  const token = await addInvoice(tenant, id, { paid: !paid })
  await completeOrder(tenant, { token, paymentStatus: null })
  await changeStatus(tenant, token, status)
  expect((await invoices(tenant, id)).body).toMatchObject([{ id: token, paid }])
  expect((await get(tenant, id)).body).toMatchObject({ totalSpent: paid ? 24 : 0 })
  const { body } = await dashboardList(tenant, { lastAttemptedInvoiceState: state })
  expect(body.items).toMatchObject([{ id, lastAttemptedInvoiceState: state }])
})

test('the invoice of an order that arrived first follows it too', async () => {
  const tenant = await newTenant()
  const id = await createV1(tenant)
  const token = await completeOrder(tenant, { paymentStatus: 'Refunded' })
  await updateTallies(tenant)
  await addInvoice(tenant, id, { orderToken: token, paid: true })
  expect((await invoices(tenant, id)).body).toMatchObject([{ paid: false }])
})

test('an invoice without an order, and one whose order has no payment status, is what its event reports', async () => {
  const tenant = await newTenant()
  const id = await createV1(tenant)
  await addInvoice(tenant, id, { creationDate: '2026-08-01T00:00:00Z', paid: true })
  const token = await addInvoice(tenant, id, { creationDate: '2026-08-02T00:00:00Z', paid: true })
  await completeOrder(tenant, { token, paymentStatus: null })
  await updateTallies(tenant)
  expect((await invoices(tenant, id)).body).toMatchObject([{ paid: true }, { paid: true }])
})

test('a full refund through the API makes the invoice of a renewal unpaid, a partial one does not', async () => {
  const tenant = await newTenant()
  const id = await createV3(tenant)
  const token = await renew(tenant, id, 'succeeded')
  const refund = (amount: number) => call('refunds.create', tenant, { params: { token }, body: { amount } })
  expect((await refund(2.5)).status).toBe(200)
  await updateTallies(tenant)
  const paid = async () => (await dashboardInvoices(tenant, id, v3)).body.map((one: { paid: boolean }) => one.paid)
  expect(await paid()).toEqual([true, true])
  expect((await refund(10)).status).toBe(200)
  await updateTallies(tenant)
  expect(await paid()).toEqual([false, true])
  expect(await totalSpent(tenant)).toBe(12.5)
})

test('a declined payment that is paid later is not counted as declined any more', async () => {
  const tenant = await newTenant()
  const id = await createV3(tenant)
  const token = await renew(tenant, id, 'failed')
  expect(await declinedCount(tenant)).toBe(1)
  await changeStatus(tenant, token, 'Paid')
  expect(await declinedCount(tenant)).toBe(0)
  expect(await totalSpent(tenant)).toBe(25)
})

test('an order that two subscriptions were bought with is an invoice of both', async () => {
  const tenant = await newTenant()
  const ids = [await createV1(tenant), await createV1(tenant)]
  const token = await completeOrder(tenant)
  for (const id of ids) await addInvoice(tenant, id, { orderToken: token })
  await changeStatus(tenant, token, 'ChargedBack')
  for (const id of ids) expect((await invoices(tenant, id)).body).toMatchObject([{ paid: false }])
})

test('a payment that changes between reading the order and writing the invoice is not missed', async () => {
  const tenant = await newTenant()
  const id = await createV1(tenant)
  const token = await completeOrder(tenant)
  let isChanged = false
  restore = around(async (_, request, input) => {
    if (!isChanged && toJson(input).includes('"subscription-invoice"')) {
      isChanged = true
      await changeStatus(tenant, token, 'ChargedBack')
    }
    return request()
  })
  await addInvoice(tenant, id, { orderToken: token, paid: true })
  restore()
  expect(isChanged).toBe(true)
  expect((await invoices(tenant, id)).body).toMatchObject([{ paid: false }])
})

test('a change of a payment that the stream worker has missed is found, and repaired with the lists', {
  tags: ['long'],
}, async () => {
  const tenant = await newTenant()
  const id = await createV1(tenant)
  const token = await completeOrder(tenant)
  await addInvoice(tenant, id, { orderToken: token })
  await updateTallies(tenant)
  await sendEvent(tenant, 'order.status.changed', { token, paymentStatus: 'ChargedBack' })
  const findings = await check(tenant, { wait: async () => {} })
  expect(findings).toMatchObject([{ kind: 'wrong-field', key: `subscription ${id}` }])
  await rebuildEntriesOfStore(tenant)
  expect((await invoices(tenant, id)).body).toMatchObject([{ paid: false }])
  await updateTallies(tenant)
  expect(await check(tenant, { wait: async () => {} })).toEqual([])
})

test('missed changes of more payments than fit into one transaction are found and repaired', {
  tags: ['long'],
}, async () => {
  const tenant = await newTenant()
  const id = await createV1(tenant)
  const tokens: string[] = []
  for (let n = 0; n < 110; n++) tokens.push(await addInvoice(tenant, id, { paid: true }))
  await mapConcurrent(tokens, 10, token => completeOrder(tenant, { token, paymentStatus: 'Refunded' }))
  const quick = { wait: async () => {} }
  const isOfSubscription = ({ key }: Difference) => key === `subscription ${id}`
  const differences = (await check(tenant, quick)).filter(isOfSubscription)
  expect(differences).toMatchObject([
    { is: expect.stringContaining('"spent":264000'), shouldBe: expect.stringContaining('"spent":0') },
  ])
  const repairs: string[] = []
  restore = around((command, send) => {
    if (command === 'TransactWriteItemsCommand' && repairs.push(command) === 2) throw lostReply()
    return send()
  })
  expect(await repairDifferences(tenant, differences)).toHaveLength(1)
  restore()
  const afterInterruption = (await check(tenant, quick)).filter(isOfSubscription)
  expect(afterInterruption.map(findingOf)).toEqual(differences.map(findingOf))
  expect((await rebuildEntriesOfStore(tenant)).failed).toEqual([])
  expect((await get(tenant, id)).body).toMatchObject({ totalSpent: 0 })
  const { body } = await invoices(tenant, id)
  expect(body.map(({ paid }: { paid: boolean }) => paid)).toEqual(tokens.map(() => false))
  expect((await check(tenant, quick)).filter(isOfSubscription)).toEqual([])
})

test('the payment of an unknown order changes nothing', async () => {
  const tenant = await newTenant()
  await changeStatus(tenant, randomUUID(), 'Paid')
  expect((await dashboardList(tenant, { status: 'all' })).body.items).toEqual([])
})
