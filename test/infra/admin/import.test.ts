/**
 * Imports from a stub of the hosted service, and reads the imported objects back through the API.
 * @module-tag long
 */

import { existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import type { Tenant } from '../../../lib/core/tenant.ts'
import {
  hostedCustomer,
  hostedId,
  hostedOrder,
  hostedOrders,
  hostedProduct,
  hostedSubscription,
} from '../../import-source/hosted-objects.ts'
import { emptyStore, type HostedStore, hostedKey, startHostedService } from '../../import-source/hosted-service.ts'
import { importJson, runImport } from '../../import-source/run-import.ts'
import { call, newTenant } from '../../support/store.ts'
import { updateTallies } from '../../support/stream-worker.ts'
import { newDirectory } from '../../support/temporary.ts'

type OnRequest = NonNullable<NonNullable<Parameters<typeof startHostedService>[1]>['onRequest']>

async function start(fields: Partial<HostedStore>, onRequest: OnRequest = () => {}) {
  const store = { ...emptyStore(), ...fields }
  const source = await startHostedService(store, { onRequest })
  onTestFinished(source.stop)
  const tenant = await newTenant()
  const state = join(newDirectory(), 'state.json')
  const options = { url: source.url, tenant, state }
  return { store, source, tenant, state, options }
}

const getOrder = (tenant: Tenant, number: number) =>
  call('orders.get', tenant, { params: { token: hostedId(1, number) } })

async function listTokens(tenant: Tenant): Promise<string[]> {
  await updateTallies(tenant)
  const tokens: string[] = []
  for (let offset = 0; ; offset += 100) {
    const { body } = await call('orders.list', tenant, { query: { limit: '100', offset: String(offset) } })
    tokens.push(...body.items.map(({ token }: { token: string }) => token))
    if (body.items.length < 100) return tokens
  }
}

const countsOf = (kinds: { kind: string; source: number; here: number }[]) =>
  Object.fromEntries(kinds.map(({ kind, source, here }) => [kind, [source, here]]))

test('imports every kind, in the forms that the hosted service has', async () => {
  const token = hostedId(1, 3)
  const statistics = { ordersCount: 1, ordersAmount: 28.09 }
  const { tenant, options, state } = await start({
    orders: [
      hostedOrder(3, { refunds: [{ id: hostedId(6, 1) }], refundsAmount: 8.09, adjustedAmount: 20 }),
      hostedOrder(2),
      hostedOrder(1),
    ],
    refunds: { [token]: [{ id: hostedId(6, 1), amount: 8.09, comment: 'Late', refundedByPaymentGateway: true }] },
    customers: [
      hostedCustomer(900, { statistics: { ordersCount: 0, ordersAmount: null } }),
      ...[3, 2, 1].map(number => hostedCustomer(number, { email: `jane${number}@example.com`, statistics })),
    ],
    products: [hostedProduct(1, { userDefinedId: '68b2fd4bbab386', statistics: { numberOfSales: 3, totalSales: 60 } })],
    subscriptions: [
      hostedSubscription(1, {
        totalSpent: 0,
        user: { id: hostedId(2, 1), email: 'jane1@example.com' },
        schedule: { interval: 2, intervalCount: 1, trialPeriodInDays: null, startsOn: '2017-04-01T00:00:00Z' },
      }),
    ],
    defaultDomain: { domain: 'www.shop.example.com', protocol: 'HTTPS' },
    allowedDomains: [{ domain: 'localhost:8080', protocol: 'HTTP' }],
  })
  const { exitCode, errors, kinds, differences, failures } = await importJson(options)
  expect({ exitCode, errors, differences, failures }).toEqual({
    exitCode: 0,
    errors: '',
    differences: [],
    failures: [],
  })
  expect(countsOf(kinds)).toEqual({
    domains: [1, 1],
    shippingMethods: [0, 0],
    products: [1, 1],
    discounts: [0, 0],
    customers: [4, 4],
    orders: [3, 3],
    subscriptions: [1, 1],
    carts: [0, 0],
  })
  expect((await getOrder(tenant, 3)).body).toMatchObject({ invoiceNumber: 'SNIP-3', refundsAmount: 8.09 })
  expect((await call('customers.get', tenant, { params: { id: hostedId(2, 900) } })).body.email).toBe(
    'customer900@example.com',
  )
  expect((await call('domains.get', tenant)).body.domain).toBe('shop.example.com')
  expect(statSync(state).mode & 0o777).toBe(0o600)
  expect(readFileSync(state, 'utf8')).not.toContain(hostedKey)
})

test('--next-credit-note sets the number of the next credit note, which must be above all others', async () => {
  const token = hostedId(1, 1)
  const refund = { id: hostedId(6, 1), amount: 8.09, creditNoteNumber: 'OLD-7', refundedByPaymentGateway: true }
  const { tenant, options } = await start({
    orders: [hostedOrder(1, { refunds: [{ id: refund.id }], refundsAmount: 8.09, adjustedAmount: 20 })],
    refunds: { [token]: [refund] },
  })
  const numbers = async () => {
    const { body } = await call('refunds.list', tenant, { params: { token } })
    return body.map(({ creditNoteNumber }: { creditNoteNumber: string }) => creditNoteNumber)
  }
  expect((await runImport({ ...options, args: '--next-credit-note 120' })).exitCode).toBe(0)
  expect((await call('refunds.create', tenant, { params: { token }, body: { amount: 1 } })).status).toBe(200)
  expect((await numbers()).toSorted()).toEqual(['CN-120', 'OLD-7'])
  /** The order differs because of its new refund. Without a wait, the import compares it again at once. */
  const { errors, output } = await runImport({ ...options, args: '--next-credit-note 120 --wait 0' })
  expect(output).toMatch(/orders +1 +1 /)
  expect(errors).toContain('--next-credit-note must be at least 121, as a credit note has the number 120.')
})

test('leaves out features that the source has turned off, with a note', async () => {
  const { options } = await start({ carts: null, subscriptions: [hostedSubscription(1)] })
  const { exitCode, output } = await runImport({ ...options, args: '--only carts,subscriptions' })
  expect(exitCode).toBe(0)
  expect(output).toContain('carts: The source has this feature turned off.')
  expect(output).toContain('only those of V1 could be read')
})

test('--dry-run counts both sides, and writes neither objects nor a state file', async () => {
  const { options, tenant, state, source } = await start({ orders: hostedOrders(120) })
  const { output, exitCode } = await runImport({ ...options, args: '--dry-run' })
  expect(exitCode).toBe(0)
  expect(output).toMatch(/orders +120 +120 +0\n/)
  expect(await listTokens(tenant)).toEqual([])
  expect(existsSync(state)).toBe(false)
  expect(source.requests.filter(({ path }) => /orders\/./.test(path))).toEqual([])
})

test('lists objects that cannot be read, imports the others, and tries them again in the next run', async () => {
  let isBroken = true
  const { options, tenant, store } = await start({ orders: hostedOrders(30) }, path =>
    isBroken && path === `/orders/${hostedId(1, 7)}` ? { status: 500 } : undefined,
  )
  store.orders[5]!.items = 'none'
  const first = await importJson({ ...options, args: '--only orders' })
  expect(first.exitCode).toBe(1)
  expect(first.failures.map(({ id }: { id: string }) => id).toSorted()).toEqual([hostedId(1, 7), hostedId(1, 25)])
  expect(first.errors).toContain('Objects that could not be imported: 2.')
  expect(await listTokens(tenant)).toHaveLength(28)
  isBroken = false
  store.orders[5] = hostedOrder(25)
  /** The second run reads only new and changed orders, and the two orders that failed in the first run. */
  const second = await importJson({ ...options, args: '--only orders --since 1d' })
  expect({ exitCode: second.exitCode, failures: second.failures }).toEqual({ exitCode: 0, failures: [] })
  expect(await listTokens(tenant)).toHaveLength(30)
})

test('--since reads the orders that were created or changed since, and no others', async () => {
  const { options, tenant, store, source } = await start({ orders: hostedOrders(60) })
  await runImport({ ...options, args: '--only orders' })
  source.requests.length = 0
  const modificationDate = new Date().toISOString()
  Object.assign(store.orders[50]!, { status: 'Shipped', trackingNumber: 'T 1', modificationDate })
  store.orders.unshift(hostedOrder(61, { creationDate: modificationDate, modificationDate }))
  const { exitCode, kinds } = await importJson({ ...options, args: '--only orders --since 3d' })
  expect({ exitCode, kinds }).toMatchObject({ exitCode: 0, kinds: [{ created: 1, updated: 1 }] })
  const read = new Set(source.requests.map(({ path }) => path).filter(path => /orders\/[^/]+$/.test(path)))
  expect(read.size).toBe(2)
  expect((await getOrder(tenant, 10)).body).toMatchObject({ status: 'Shipped', trackingNumber: 'T 1' })
})

test('--since leaves out older orders also in the first import, and says so', async () => {
  const customers = [hostedCustomer(900, { statistics: { ordersCount: 30, ordersAmount: 842.7 } })]
  const { options, tenant, store } = await start({ orders: hostedOrders(30), customers })
  const modificationDate = new Date().toISOString()
  store.orders.unshift(hostedOrder(31, { creationDate: modificationDate, modificationDate }))
  const { exitCode, output } = await runImport({ ...options, args: '--since 3d --wait 1' })
  expect(output).toContain('orders: 30 are not here. With --since, older ones are left out.')
  expect(exitCode).toBe(0)
  expect(await listTokens(tenant)).toHaveLength(1)
})

const { content: sampleCart } = JSON.parse(readFileSync('events/checkout/cart.updated.json', 'utf8'))

test('leaves out carts that this store would have deleted, each time', async () => {
  const cartOf = (number: number, days: number) => {
    const date = new Date(Date.now() - days * 86_400_000).toISOString()
    const token = hostedId(7, number)
    return { ...sampleCart, id: token, token, creationDate: date, modificationDate: date }
  }
  const { options, source, tenant } = await start({ carts: [cartOf(1, 89), cartOf(2, 91), cartOf(3, 800)] })
  for (const created of [1, 0]) {
    const { exitCode, kinds } = await importJson({ ...options, args: '--only carts --wait 0' })
    expect({ exitCode, kinds }).toMatchObject({ exitCode: 0, kinds: [{ source: 3, here: 1, created }] })
  }
  expect(source.requests.filter(({ path }) => path.includes(hostedId(7, 3)))).toEqual([])
  expect((await call('carts.list', tenant)).body.items).toMatchObject([{ token: hostedId(7, 1) }])
  const { output } = await runImport({ ...options, args: '--only carts --wait 0' })
  expect(output).toContain('carts: 2 are not here. Those that have not changed for as long as')
})

test('skips none and doubles none while pages shift because new orders arrive', async () => {
  let number = 150
  const { options, tenant, store } = await start({ orders: hostedOrders(150) }, path => {
    if (path === '/orders' && number < 170) store.orders.unshift(hostedOrder(++number))
  })
  const { exitCode, kinds, progress } = await importJson({ ...options, args: '--only orders --wait 300' })
  const tokens = await listTokens(tenant)
  /** The import does not wait for the lists to count orders that it imports only in its last step. */
  expect(progress.filter((text: string) => text.includes('waiting until the lists')).length).toBeLessThan(200)
  expect(tokens.toSorted()).toEqual(store.orders.map(({ token }) => token).toSorted())
  expect({ exitCode, kinds }).toMatchObject({ exitCode: 0, kinds: [{ source: number, here: number }] })
})

test('waits when it is throttled, and repeats requests that get 502 or no reply', async () => {
  const faults = [{ status: 429, headers: { 'Retry-After': '1' } }, 'lose' as const, { status: 502 }, { status: 429 }]
  const { options, tenant } = await start({ orders: hostedOrders(25) }, (_, count) =>
    count % 9 === 0 ? faults[(count / 9) % faults.length] : undefined,
  )
  const { exitCode } = await runImport({ ...options, args: '--only orders' })
  expect(exitCode).toBe(0)
  expect(await listTokens(tenant)).toHaveLength(25)
})

test('looks at differences again until `--wait` has passed, because the source may count its orders late', async () => {
  const customer = (ordersCount: number, ordersAmount: number) =>
    hostedCustomer(1, { email: 'jane1@example.com', statistics: { ordersCount, ordersAmount } })
  const { options, store } = await start({ orders: [hostedOrder(1)], customers: [customer(0, 0)] })
  const counted = sleep(15_000).then(() => store.customers.splice(0, 1, customer(1, 28.09)))
  const { exitCode, differences } = await importJson({ ...options, args: '--wait 36' })
  await counted
  expect({ exitCode, differences }).toEqual({ exitCode: 0, differences: [] })
})

test('lists a field that differs, with both values, and fails', async () => {
  const { options, tenant } = await start({ orders: hostedOrders(2) })
  await runImport({ ...options, args: '--only orders' })
  const params = { token: hostedId(1, 1) }
  await call('orders.update', tenant, { params, body: { status: 'Delivered', trackingNumber: 'HERE 1' } })
  const { exitCode, errors, output } = await runImport({ ...options, args: '--only orders --wait 0' })
  expect(exitCode).toBe(1)
  expect(output).toMatch(/orders +\S+-000000000001 +order\.trackingNumber +null +"HERE 1"/)
  expect(errors).toContain('Objects that differ from the source: 1.')
})

test('stops if the key is refused, and quotes it nowhere', async () => {
  const key = 'wrong_key_that_is_secret'
  const { options, state } = await start({ orders: hostedOrders(2) }, () => ({
    status: 403,
    body: `${key} ${btoa(`${key}:`)}`,
  }))
  const { exitCode, errors, output } = await runImport({ ...options, key })
  expect({ exitCode, output }).toEqual({ exitCode: 1, output: '' })
  expect(errors).toContain('To go on, repeat the command.')
  const stored = existsSync(state) ? readFileSync(state, 'utf8') : ''
  for (const text of [errors, stored]) {
    expect(text).not.toContain(key)
    expect(text).not.toContain(btoa(`${key}:`))
  }
})

test('fails if the state file belongs to another import, or to something else', async () => {
  const { options } = await start({})
  await runImport(options)
  const other = { ...options, tenant: await newTenant() }
  expect((await runImport(other)).errors).toContain('Choose another file with --state.')
  expect((await runImport({ ...options, state: 'package.json' })).errors).toContain('is not the state of an import')
})
