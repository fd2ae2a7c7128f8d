/** The command that ends the wait for an operation that does not exist. */

import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { store } from '../../../infra/admin/store.ts'
import type { OrderToken, SubscriptionId } from '../../../lib/core/ids.ts'
import type { Tenant } from '../../../lib/core/tenant.ts'
import { check, type Finding } from '../../../lib/maintenance/index.ts'
import { OrderRow, keyOf as orderKey } from '../../../lib/orders/entity.ts'
import { OperationRow } from '../../../lib/payments/entity.ts'
import { SubscriptionRow, keyOf as subscriptionKey } from '../../../lib/subscriptions/entity.ts'
import { createV1 } from '../../subscriptions/calls.ts'
import { completeOrder, updateTallies } from '../../support/checkout.ts'
import { call, newTenant } from '../../support/store.ts'

const drop = ({ account, mode }: Tenant, options: string) =>
  store(`operation drop --account ${account} --mode ${mode} ${options}`.split(' '))

async function kindsIn(tenant: Tenant) {
  await updateTallies(tenant)
  return (await check(tenant, { wait: async () => {} })).map(({ kind }: Finding) => kind)
}

const reserved = {
  ...{ amount: 20, comment: null, status: null, taxes: [], notifyCustomer: false },
  ...{ refundedByPaymentGateway: true, creationDate: '2026-09-01T00:00:00.000Z' },
}

test('frees the amount of a refund whose operation is missing', async () => {
  const tenant = await newTenant()
  const token = (await completeOrder(tenant, { paymentTransactionId: null })) as OrderToken
  const id = randomUUID()
  await OrderRow.patch(orderKey(tenant, token))
    .set({ refunds: { [id]: reserved } })
    .go()
  expect(await kindsIn(tenant)).toEqual(['missing-operation'])
  expect(await drop(tenant, `--order ${token} --id ${id}`)).toEqual({
    exitCode: 0,
    output: `The order ${token} no longer waits for operation ${id}. What it had reserved is free again.`,
    errors: '',
  })
  expect(await kindsIn(tenant)).toEqual([])
  const refund = { params: { token }, body: { amount: 20 } }
  expect((await call('orders.refund', tenant, refund)).status).toBe(200)
  expect((await drop(tenant, `--order ${token} --id ${id}`)).errors).toBe(
    `The order ${token} does not wait for operation ${id}.`,
  )
})

test('ends the wait for a capture, and for the change of a subscription', async () => {
  const tenant = await newTenant()
  const token = (await completeOrder(tenant)) as OrderToken
  const subscription = (await createV1(tenant)) as SubscriptionId
  await OrderRow.patch(orderKey(tenant, token)).set({ captureId: 'capture-1' }).go()
  await SubscriptionRow.patch(subscriptionKey(tenant, subscription)).set({ changeId: 'change-1' }).go()
  expect(await kindsIn(tenant)).toEqual(['missing-operation', 'missing-operation'])
  await drop(tenant, `--order ${token} --id capture-1`)
  await drop(tenant, `--subscription ${subscription} --id change-1`)
  expect(await kindsIn(tenant)).toEqual([])
})

test('refuses an operation that is under way', async () => {
  const tenant = await newTenant()
  const token = (await completeOrder(tenant)) as OrderToken
  const id = randomUUID()
  await OrderRow.patch(orderKey(tenant, token)).set({ captureId: id }).go()
  const request = { kind: 'capture', order: token, transactionId: 'x', amount: 1, paymentAmount: 1 }
  const times = { createdAt: '2026-09-01T00:00:00.000Z', dueAt: '2999-01-01T00:00:00.000Z', attempts: 1 }
  await OperationRow.put({ ...tenant, id, request: { ...request, currency: 'eur' } as never, ...times }).go()
  expect(await drop(tenant, `--order ${token} --id ${id}`)).toMatchObject({
    exitCode: 1,
    errors: `Operation ${id} is under way: recovery.run completes or drops it.`,
  })
  expect((await OrderRow.get(orderKey(tenant, token)).go()).data).toMatchObject({ captureId: id })
  await OperationRow.delete({ ...tenant, id }).go()
})

test('needs either an order or a subscription', async () => {
  const tenant = await newTenant()
  for (const options of ['--id x', `--order ${randomUUID()} --subscription ${randomUUID()} --id x`])
    expect(await drop(tenant, options)).toMatchObject({ exitCode: 2 })
})
