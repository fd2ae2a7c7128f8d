/**
 * Tests what holds for all endpoints. No store can read or change the objects of another store. Where an endpoint
 * accepts `If-Match` or `If-None-Match`, the header works, also for concurrent requests. The tests send the sample
 * requests to the demo store. The tests of single endpoints do not repeat these tests.
 */

import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { isDeepStrictEqual } from 'node:util'
import { DeleteCommand, PutCommand } from '@aws-sdk/lib-dynamodb'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { ensureDemoStore } from '../../infra/local/demo/ensure-demo-store.ts'
import { demoAccount, demoTenant } from '../../infra/local/demo/objects.ts'
import * as accounts from '../../lib/accounts/index.ts'
import { routes } from '../../lib/api.ts'
import { unwrapSchema } from '../../lib/core/fields.ts'
import type { Tenant } from '../../lib/core/tenant.ts'
import { requestHeadersOf } from '../../lib/http/documented-headers.ts'
import type { Route } from '../../lib/http/route.ts'
import { client, tableConfig } from '../../lib/store/client.ts'
import { sendEvent } from '../support/checkout.ts'
import { type RawRow, rawRowsOf } from '../support/raw-rows.ts'
import { sampleCall, sampleFile } from '../support/samples.ts'
import { type Call, call, newTenant, otherMode, type Reply } from '../support/store.ts'
import { updateAllTallies } from '../support/stream-worker.ts'
import { newDirectory } from '../support/temporary.ts'

const keyedRoutes = routes.filter(route => !route.isPublic)
const withNames = (selected: Route[]) => selected.map(route => [route.name, route] as const)

const advice = ({ name }: Route) =>
  `${sampleFile(name)} must be a request that succeeds in the demo store: name objects in it that infra/local/demo/objects.ts or samples.ts create, or create them there.`

type Rows = Map<string, RawRow>
type Query = Record<string, string>

const keyOf = ({ pk, sk }: RawRow) => `${pk} ${sk}`

/**
 * The rows that the last scan found. They are kept until a request writes, because a scan takes as long as several
 * tests together.
 */
let lastRows: Rows | undefined

client.middlewareStack.add(
  (next, { commandName = '' }) =>
    async args => {
      const isRead = /^(Get|BatchGet|TransactGet|Query|Scan)/.test(commandName)
      try {
        return await next(args)
      } finally {
        if (!isRead) lastRows = undefined
      }
    },
  { name: 'forget-rows', step: 'initialize', priority: 'low' },
)

async function readRows(): Promise<Rows> {
  lastRows ??= new Map((await rawRowsOf(demoTenant.account)).map(row => [keyOf(row), row]))
  return lastRows
}

/** Returns only the rows in the account and the mode of the demo store. */
const objectsIn = (rows: Rows) =>
  [...rows].filter(([key]) => key.startsWith(`${demoTenant.account}#${demoTenant.mode}#`)).toSorted()

const expectUnchanged = async (rows: Rows) => expect(objectsIn(await readRows())).toEqual(objectsIn(rows))

/** Undoes what has happened to the demo store since these rows were read. */
async function restore(rows: Rows): Promise<void> {
  const current = await readRows()
  const { table: TableName } = tableConfig
  for (const [key, { pk, sk }] of current)
    if (!rows.has(key)) await client.send(new DeleteCommand({ TableName, Key: { pk, sk } }))
  for (const [key, Item] of rows)
    if (!isDeepStrictEqual(current.get(key), Item)) await client.send(new PutCommand({ TableName, Item }))
  lastRows = rows
}

/** The texts of query parameters and body fields in all samples, by name of the parameter or field. */
const sampleValues = Map.groupBy(
  keyedRoutes.flatMap(({ name }) => {
    const { query, body } = sampleCall(name)
    return Object.entries({ ...body, ...query }).filter(([, value]) => typeof value === 'string')
  }) as [name: string, value: string][],
  ([name]) => name,
)

function namedValuesOf(schema: Parameters<typeof unwrapSchema>[0]): string[] {
  const { def } = unwrapSchema(schema)._zod
  return def.type === 'enum' ? Object.values(def.entries).map(String) : ['true', 'false']
}

/**
 * Returns the query of the sample, an empty query, and for each known value of a parameter a query with this value
 * only. If parameters are required, each query also has the parameters of the sample.
 */
function queriesOf({ name, query }: Route): Query[] {
  const sample: Query = sampleCall(name).query
  if (!query) return [sample]
  const required = query.safeParse({}).success ? {} : sample
  const single = Object.entries(query.shape).flatMap(([key, schema]) => {
    const values = (sampleValues.get(key) ?? []).map(([, value]) => value)
    return [...values, ...namedValuesOf(schema)].map(value => ({ ...required, [key]: value }))
  })
  return [sample, required, ...single].filter(candidate => query.safeParse(candidate).success)
}

/**
 * Returns the sample request. For `domains.update`, it has another domain, because the demo store already has the
 * domain of the sample.
 */
const requestOf = (name: string) =>
  name === 'domains.update' ? { body: { Domain: 'new-shop.example.com' } } : sampleCall(name)

/** Sends the sample request of an endpoint to the demo store. The given fields replace those of the sample. */
const send = (name: string, fields: Call = {}) => call(name, demoTenant, { ...requestOf(name), ...fields })

const callWithEachQuery = (route: Route, tenant: Tenant): Promise<Reply[]> =>
  Promise.all(queriesOf(route).map(query => call(route.name, tenant, { ...requestOf(route.name), query })))

const isOfNew = /^(account_)?id$|^mode$|date/i

/**
 * Returns the parts of a reply that are equal for two stores with the same objects. Request ids are left out, and for
 * POST also the id, the mode and the dates of the new object.
 */
function shownBy({ status, body }: Reply, { method }: Route) {
  if (status >= 400) return { status, code: body.code, message: body.message }
  if (method !== 'POST') return { status, body }
  return JSON.parse(JSON.stringify({ status, body }, (name, value) => (isOfNew.test(name) ? undefined : value)))
}

/**
 * The replies of each endpoint for a store without objects, by the name of the endpoint. When they were recorded, the
 * demo store had no objects yet.
 */
const shownByEmpty = new Map<string, unknown[]>()
let untouched: Rows

beforeAll(async () => {
  await accounts.create(demoAccount)
  for (const route of keyedRoutes) {
    const replies = await callWithEachQuery(route, await newTenant())
    shownByEmpty.set(
      route.name,
      replies.map(reply => shownBy(reply, route)),
    )
  }
  await ensureDemoStore(newDirectory())
  await updateAllTallies(demoTenant)
  untouched = await readRows()
  expect(objectsIn(untouched)).not.toEqual([])
})

/** Returns whether the endpoint has the query parameter `mode`, which replaces the mode of the key. */
const takesMode = ({ query }: Route) => query !== undefined && 'mode' in query.shape

const otherStores = [
  ['another account', () => newTenant()],
  ['the other mode', async () => otherMode(demoTenant)],
] as const

describe.each(withNames(keyedRoutes))('%s', (name, route) => {
  /** The tests check that a GET changes nothing, so only other methods need a restore. */
  if (route.method !== 'GET') afterEach(() => restore(untouched))

  test('succeeds with its sample request in the demo store', async () => {
    const reply = await call(name, demoTenant, sampleCall(name))
    expect(reply.status, advice(route)).toBeLessThan(300)
    if (route.method === 'GET') expect(shownBy(reply, route), advice(route)).not.toEqual(shownByEmpty.get(name)![0])
  })

  /**
   * `account.get` is left out, because each account has its own reply. The test of this endpoint checks that the reply
   * is about the account of the key.
   */
  const others = name === 'account.get' ? [] : otherStores
  test.each(others.filter(([of]) => of === 'another account' || !takesMode(route)))(
    'neither shows nor changes what the demo store has to a request of %s',
    async (_, findOther) => {
      const replies = await callWithEachQuery(route, await findOther())
      if (route.params)
        for (const reply of replies) expect(reply).toMatchObject({ status: 404, body: { code: 'not_found' } })
      if (route.paging && !route.params)
        for (const { status, body } of replies) if (status === 200) expect(body.items ?? body).toEqual([])
      expect(replies.map(reply => shownBy(reply, route))).toEqual(shownByEmpty.get(name))
      await expectUnchanged(untouched)
    },
  )
})

const onPath = ({ path }: Route, method: Route['method']) =>
  keyedRoutes.find(route => route.path === path && route.method === method)

/** Returns the endpoint that reads the object which an endpoint changes, such as `/subscriptions/{id}/pause`. */
const readerOf = (route: Route) =>
  onPath({ ...route, path: route.path.replace(/\/(pause|resume)$/, '') as Route['path'] }, 'GET')

const sendSampleEvent = (name: string, fields = {}) => {
  const { content } = JSON.parse(readFileSync(`events/checkout/${name}.json`, 'utf8'))
  return sendEvent(demoTenant, name, { ...content, ...fields })
}

const failRefund = () => sendSampleEvent('order.refund.failed')

/** Returns a function that runs `sendChange` and then the stream worker, because reports show only counted changes. */
const countAfter = (sendChange: () => Promise<void>) => async () => {
  await sendChange()
  await updateAllTallies(demoTenant)
}

/** Functions that change an object which has no PUT endpoint, by the path of the endpoint that returns the object. */
const otherChanges: Record<string, () => Promise<unknown>> = {
  '/orders/{token}/refunds/{id}': failRefund,
  '/v1/orders/{token}/refunds/{id}': failRefund,
  '/usersessions/{token}': () => send('customers.update'),
  '/dashboard/subscriptions/{id}': () => send('subscriptions.dashboardCancel'),
  '/subscriptions/{id}/pause': () => send('subscriptions.pause'),
  '/subscriptions/{id}/resume': () => send('subscriptions.resume'),
  '/account': () => accounts.update(demoTenant.account, { language: 'fr' }),
  '/reports/sales': countAfter(failRefund),
  '/reports/products': countAfter(() => sendSampleEvent('order.completed', { token: randomUUID() })),
  '/reports/carts': countAfter(() => sendSampleEvent('cart.updated', { token: randomUUID() })),
  '/reports/subscriptions': countAfter(() => sendSampleEvent('subscription.cancelled')),
  '/carts/abandoned/{token}': () => sendSampleEvent('cart.updated', { total: 21 }),
}

/** Changes the object that an endpoint returns. */
function change(route: Route): Promise<unknown> {
  const update = onPath(route, 'PUT')
  if (update) return send(update.name)
  const other = otherChanges[route.path]
  if (!other) throw new Error(`otherChanges must have a change of the object at ${route.path}.`)
  return other()
}

/** Returns the path parameters of the object that `change` changes. */
const paramsToChange = (route: Route): Query => sampleCall((onPath(route, 'PUT') ?? route).name).params

const readers = keyedRoutes.filter(route => requestHeadersOf(route).includes('If-None-Match'))
/** The files of the documentation also have an ETag. The ETag of the back-office page has its own test. */
const files = routes.filter(
  ({ name, isPublic, isRedirect, method }) => isPublic && !isRedirect && method === 'GET' && name !== 'pages.file',
)

/** Returns the object that `change` changes, or a file. */
const getObject = (route: Route, headers = {}) => send(route.name, { params: paramsToChange(route), headers })

describe.each(withNames([...readers, ...files]))('%s', (_, route) => {
  test('returns 304 without a body if If-None-Match has the ETag of the object, weak or not, or *', async () => {
    const { status, headers, body } = await getObject(route)
    const { ETag } = headers
    expect(status, advice(route)).toBe(200)
    expect(ETag).toMatch(/^"[\w-]{22}"$/)
    for (const tag of [ETag, `W/${ETag}`, `"other", ${ETag}`, `"other", W/${ETag}`, '*']) {
      const reply = await getObject(route, { 'If-None-Match': tag })
      expect(reply, tag).toMatchObject({ status: 304, headers: { ETag }, body: '' })
    }
    const other = await getObject(route, { 'if-none-match': '"other"' })
    expect(other).toMatchObject({ status: 200, headers: { ETag }, body })
  })
})

describe.each(withNames(readers))('%s', (_, route) => {
  afterEach(() => restore(untouched))

  test('returns 200 with the new body and another ETag once the object has changed', async () => {
    const before = await getObject(route)
    await change(route)
    const after = await getObject(route, { 'If-None-Match': before.headers.ETag! })
    expect(after.status).toBe(200)
    expect(after.body).not.toEqual(before.body)
    expect(after.headers.ETag).not.toBe(before.headers.ETag)
    expect((await getObject(route, { 'If-None-Match': after.headers.ETag! })).status).toBe(304)
  })
})

const writers = keyedRoutes.filter(route => requestHeadersOf(route).includes('If-Match'))

describe.each(withNames(writers))('%s', (name, route) => {
  afterEach(() => restore(untouched))
  const sample = sampleCall(name)
  const sendIfMatch = (ifMatch: string, params: Query = sample.params) =>
    send(name, { params, headers: { 'If-Match': ifMatch } })

  async function etagOf(params: Query = sample.params): Promise<string> {
    const reader = readerOf(route)
    if (!reader?.hasEtag)
      throw new Error(`${name} accepts If-Match: GET ${route.path} must return a single object with its ETag.`)
    const { status, headers } = await call(reader.name, demoTenant, { params, query: sample.query })
    expect(status, advice(route)).toBe(200)
    return headers.ETag!
  }

  async function expectRejected(rows: Rows, ifMatch: string, params?: Query): Promise<void> {
    const reply = await sendIfMatch(ifMatch, params)
    expect(reply, ifMatch).toMatchObject({ status: 412, body: { code: 'precondition_failed' } })
    await expectUnchanged(rows)
  }

  test('returns 412 and changes nothing if If-Match does not have the ETag of the object', async () => {
    const etag = await etagOf()
    for (const ifMatch of ['"another"', `W/${etag}`, `"another", W/${etag}`, etag.slice(1, -1)])
      await expectRejected(untouched, ifMatch)
  })

  test('returns 412 and changes nothing if the object has changed since', async () => {
    const params = paramsToChange(route)
    const etag = await etagOf(params)
    await change(route)
    expect(await etagOf(params)).not.toBe(etag)
    await expectRejected(await readRows(), etag, params)
  })

  test.each([
    ['the ETag of the object', (etag: string) => etag],
    ['several ETags with that of the object', (etag: string) => `"another", ${etag}`],
    ['*', () => '*'],
  ])('succeeds if If-Match has %s', async (_, ifMatch) => {
    expect((await sendIfMatch(ifMatch(await etagOf()))).status, advice(route)).toBeLessThan(300)
  })
})

const updates = keyedRoutes.filter(route => route.method === 'PUT' && onPath(route, 'GET')?.hasEtag)

describe.each(withNames(updates))('%s', (name, route) => {
  afterEach(() => restore(untouched))

  test('returns an ETag for If-Match, also of DELETE: the one of GET if both return the same body', async () => {
    const { params } = sampleCall(name)
    const { headers, body } = await send(name)
    const shown = await send(onPath(route, 'GET')!.name, { params })
    expect(shown.headers.ETag === headers.ETag).toBe(isDeepStrictEqual(shown.body, body))
    const again = await send(name, { headers: { 'If-Match': headers.ETag! } })
    expect(again.status).toBe(200)
    const remove = onPath(route, 'DELETE')
    if (!remove || !writers.includes(remove)) return
    const removed = await send(remove.name, { params, headers: { 'If-Match': again.headers.ETag! } })
    expect(removed.status).toBeLessThan(300)
  })
})

/** Fields of a valid request that differ for each `n`, by the name of the endpoint. */
const differentFields: Record<string, (n: number) => object> = {
  'orders.update': n => ({ trackingNumber: `T${n}` }),
  'customers.update': n => ({ email: `${n}@example.com` }),
  'products.update': n => ({ inventoryManagementMethod: 'Single', stock: n, variants: undefined }),
  'discounts.update': n => ({ name: `Change ${n}` }),
  'shipping.update': n => ({ name: `Change ${n}` }),
  'domains.update': n => ({ Domain: `shop${n}.example` }),
}

/**
 * All updates except `subscriptions.update`. While a subscription is changed at its gateway, other requests get 409
 * before their If-Match is compared.
 */
const comparedAtOnce = updates.filter(({ name }) => name !== 'subscriptions.update')

describe.each(withNames(comparedAtOnce))('%s', (name, route) => {
  afterEach(() => restore(untouched))

  test('accepts one of a hundred concurrent requests with the same If-Match', { tags: ['long'] }, async () => {
    const fieldsOf = differentFields[name]
    if (!fieldsOf) throw new Error(`differentFields must have fields that ${name} changes.`)
    const { params, body } = { ...sampleCall(name), ...requestOf(name) }
    const reader = onPath(route, 'GET')!
    const put = (n: number, ifMatch = '') =>
      send(name, { body: { ...body, ...fieldsOf(n) }, headers: { 'If-Match': ifMatch } })
    const before = await send(reader.name, { params })
    const replies = await Promise.all(Array.from({ length: 100 }, (_, n) => put(n, before.headers.ETag)))
    const [success, ...others] = replies.toSorted((one, other) => one.status - other.status)
    expect(success!.status).toBe(200)
    for (const reply of others) expect(reply).toMatchObject({ status: 412, body: { code: 'precondition_failed' } })
    const after = await send(reader.name, { params })
    if (reader.reply === route.reply) expect(after.body).toEqual(success!.body)
    expect((await put(100, success!.headers.ETag)).status).toBe(200)
  })
})

test('every change or deletion of an object with an ETag accepts If-Match', () => {
  const changes = keyedRoutes.filter(route => route.method !== 'GET' && readerOf(route)?.hasEtag)
  expect(changes.filter(route => !writers.includes(route)).map(({ name }) => name)).toEqual([])
})
