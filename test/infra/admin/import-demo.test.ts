/**
 * Imports the demo store of an API into an empty store, and compares the replies of the API about both stores.
 * @module-tag long
 */

import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ensureDemoStore } from '../../../infra/local/demo/ensure-demo-store.ts'
import { demoEvents, sendToCheckout } from '../../../infra/local/demo/events.ts'
import { demoTenant } from '../../../infra/local/demo/objects.ts'
import { invokeFromSource } from '../../../infra/local/lambda.ts'
import { type Client, createClient } from '../../../lib/client/index.ts'
import { batchesOf } from '../../../lib/core/batches.ts'
import { mapConcurrent } from '../../../lib/core/map-concurrent.ts'
import { issue } from '../../../lib/keys/index.ts'
import { importJson } from '../../import-source/run-import.ts'
import { startApi } from '../../support/api.ts'
import { newTenant } from '../../support/store.ts'
import { updateTallies } from '../../support/stream-worker.ts'
import { newDirectory } from '../../support/temporary.ts'

/** Fields whose values differ between accounts. */
const own = new Set(['account_Id', 'url'])
const withoutOwn = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value, (name, field) => (own.has(name) ? undefined : field)))

/**
 * Returns the key by which the test sorts the lists of both stores. The API sorts objects with equal values by id, but
 * a product has another id in each account.
 */
const keyOf = (item: any): string => item.userDefinedId || item.token || item.id || item.Id
const sorted = <T>(items: T[]): T[] => items.toSorted((one, other) => (keyOf(one) < keyOf(other) ? -1 : 1))
const each = <T, R>(items: T[], read: (item: T) => Promise<R>) => mapConcurrent(items, 10, read)

async function everything(shop: Client) {
  const orders = sorted(await shop.orders.all().toArray())
  const dashboard = sorted(await shop.subscriptions.dashboardList.all({ status: 'all' }).toArray())
  const products = sorted(await shop.products.all({ archived: true }).toArray())
  return {
    domain: await shop.domains.get(),
    domains: await shop.domains.list(),
    shipping: sorted(await shop.shipping.all().toArray()),
    products: products.map(({ id: _, ...product }) => product),
    discounts: sorted(await shop.discounts.all().toArray()),
    customers: sorted(await shop.customers.all({ orderBy: 'Date' }).toArray()),
    orders,
    order: await each(orders, ({ token }) => shop.orders.get({ token })),
    refunds: await each(orders, ({ token }) => shop.refunds.list({ token })),
    digital: await each(orders, ({ token }) => shop.orders.digital({ token })),
    subscriptions: sorted(await shop.subscriptions.all().toArray()),
    dashboard,
    details: await each(dashboard, ({ id, featureVersion: version }) =>
      shop.subscriptions.dashboardGet({ id, version }),
    ),
    invoices: await each(dashboard, ({ id, featureVersion: version }) =>
      shop.subscriptions.dashboardInvoices.all({ id, version }).toArray(),
    ),
    carts: sorted(await shop.carts.all().toArray()),
  }
}

test('every GET of the imported demo store replies as that of the original', async () => {
  const api = await startApi()
  await ensureDemoStore(newDirectory())
  for (const events of batchesOf(demoEvents(new Date()), { maxItems: 6 }))
    await sendToCheckout(events, invokeFromSource)
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
