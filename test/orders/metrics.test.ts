/** Tests the metrics of the dashboard that count completed orders and refunds. */

import { expect, test } from 'vitest'
import * as accounts from '../../lib/accounts/index.ts'
import type { Tenant } from '../../lib/core/tenant.ts'
import { completeOrder, event, order, send, sendEvent } from '../support/checkout.ts'
import { collectMetrics } from '../support/metrics.ts'
import { paidOrder, refund } from '../support/payments.ts'
import { newTenant, otherMode } from '../support/store.ts'

/** Returns the mode of each line that writes the metric. */
const modesOf = (metric: string, lines: Record<string, unknown>[]) =>
  lines.filter(line => line[metric] === 1).map(({ mode }) => mode)

test('an order counts once, when it is completed, however many events it has', async () => {
  const tenant = await newTenant()
  const content = order()
  const completed = event(tenant, 'order.completed', content)
  const metrics = collectMetrics()
  await sendEvent(tenant, 'order.status.changed', { token: content.token, status: 'Shipped' })
  await send(completed)
  await send(completed)
  await completeOrder(tenant, { token: content.token, finalGrandTotal: 30 })
  expect(modesOf('Orders', metrics.stop())).toEqual([tenant.mode])
})

test('orders count separately in each mode', async () => {
  const tenant = await newTenant()
  const metrics = collectMetrics()
  await completeOrder(tenant)
  await completeOrder(otherMode(tenant))
  expect(modesOf('Orders', metrics.stop())).toEqual([tenant.mode, otherMode(tenant).mode])
})

test('answers of payment gateways count separately in each mode', async () => {
  const tenant = await newTenant()
  await accounts.update(tenant.account, { gatewayLive: 'sandbox' })
  const stores = [tenant, otherMode(tenant)]
  const tokens = await Promise.all(stores.map(store => paidOrder(store)))
  const metrics = collectMetrics()
  for (const [index, store] of stores.entries()) await refund(store, tokens[index]!, { amount: 10 })
  expect(modesOf('GatewayAnswers', metrics.stop())).toEqual(['Test', 'Live'])
})

const reportElsewhere = (tenant: Tenant, orderToken: string, id: string) =>
  sendEvent(tenant, 'order.refund.created', { id, orderToken, amount: 5 })

test('a refund counts once, whether it is made here or elsewhere', async () => {
  const tenant = await newTenant()
  const token = await paidOrder(tenant)
  const metrics = collectMetrics()
  const { body } = await refund(tenant, token, { amount: 10 })
  for (const id of [body.id, 're_1', 're_1']) await reportElsewhere(tenant, token, id)
  expect(modesOf('Refunds', metrics.stop())).toEqual([tenant.mode, tenant.mode])
})
