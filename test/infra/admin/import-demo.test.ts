/**
 * The demo store of one API moves into an empty store, and every GET of both is compared.
 * @module-tag long
 */

import { join } from 'node:path'
import { expect, test } from 'vitest'
import { batchesOf } from '../../../infra/admin/batches.ts'
import { ensureDemoStore } from '../../../infra/local/demo/ensure-demo-store.ts'
import { demoEvents, sendToCheckout } from '../../../infra/local/demo/events.ts'
import { demoTenant } from '../../../infra/local/demo/objects.ts'
import { createInvoke, loadHandlersFrom } from '../../../infra/local/lambda.ts'
import { type Client, createClient } from '../../../lib/client/index.ts'
import { issue } from '../../../lib/keys/index.ts'
import { importJson } from '../../import-source/run-import.ts'
import { startApi } from '../../support/api.ts'
import { updateTallies } from '../../support/checkout.ts'
import { newTenant } from '../../support/store.ts'
import { newDirectory } from '../../support/temporary.ts'

/** Fields that each account makes itself. */
const own = new Set(['account_Id', 'url'])
const withoutOwn = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value, (name, field) => (own.has(name) ? undefined : field)))

async function everything(shop: Client) {
  const orders = await shop.orders.all().toArray()
  const dashboard = await shop.subscriptions.dashboardList.all({ status: 'all' }).toArray()
  const each = <T, R>(items: T[], read: (item: T) => Promise<R>) => Promise.all(items.map(read))
  return {
    domain: await shop.domains.get(),
    domains: await shop.domains.list(),
    shipping: await shop.shipping.all().toArray(),
    products: (await shop.products.all({ archived: true }).toArray()).map(({ id: _, ...product }) => product),
    discounts: await shop.discounts.all().toArray(),
    customers: await shop.customers.all({ orderBy: 'Date' }).toArray(),
    orders,
    order: await each(orders.slice(0, 50), ({ token }) => shop.orders.get({ token })),
    refunds: await each(orders, ({ token }) => shop.refunds.list({ token })),
    digital: await each(orders, ({ token }) => shop.orders.digital({ token })),
    subscriptions: await shop.subscriptions.all().toArray(),
    dashboard,
    details: await each(dashboard, ({ id, featureVersion: version }) =>
      shop.subscriptions.dashboardGet({ id, version }),
    ),
    invoices: await each(dashboard, ({ id, featureVersion: version }) =>
      shop.subscriptions.dashboardInvoices.all({ id, version }).toArray(),
    ),
    carts: await shop.carts.all().toArray(),
  }
}

test('every GET of the imported demo store replies as that of the original', async () => {
  const api = await startApi()
  await ensureDemoStore(newDirectory())
  const invoke = createInvoke(loadHandlersFrom('source'))
  for (const events of batchesOf(demoEvents(new Date()), { maxItems: 6 })) await sendToCheckout(events, invoke)
  await updateTallies(demoTenant)
  const tenant = await newTenant()
  const [from, to] = [await issue(demoTenant), await issue(tenant)]
  const state = join(newDirectory(), 'state.json')
  const result = await importJson({ url: api.url, tenant, state, key: from.secret })
  expect(result.differences).toEqual([])
  expect({ exitCode: result.exitCode, failures: result.failures }).toEqual({ exitCode: 0, failures: [] })
  await updateTallies(tenant)
  const [source, here] = await Promise.all(
    [from, to].map(({ secret }) => everything(createClient({ url: api.url, key: secret }))),
  )
  for (const [name, value] of Object.entries(source!)) {
    expect(withoutOwn(here![name as keyof typeof here]), name).toEqual(withoutOwn(value))
  }
  const again = await importJson({ url: api.url, tenant, state, key: from.secret })
  for (const counts of again.kinds) expect(counts).toMatchObject({ created: 0, updated: 0 })
  api.stop()
})
