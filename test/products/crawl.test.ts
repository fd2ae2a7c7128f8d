import { createServer } from 'node:net'
import { afterEach, describe, expect, test, vi } from 'vitest'
import type { Tenant } from '../../lib/core/tenant.ts'
import { api } from '../../lib/products/api.ts'
import { measure } from '../bench/meter.ts'
import { createWriteMeter } from '../bench/write-meter.ts'
import { allowHosts, button, servePage, startServer } from '../crawler/site.ts'
import { event, item, order, send } from '../support/checkout.ts'
import { around, cancelled, metTransaction } from '../support/fault-injection.ts'
import { call, newTenant, otherMode, type Reply } from '../support/store.ts'
import { updateTallies } from '../support/stream-worker.ts'
import { addProducts, crawl, dropdown, get, idsOf, list, remove, sizes, update, variant } from './calls.ts'

let stopFaults = () => {}
afterEach(() => {
  stopFaults()
  vi.useRealTimers()
  vi.restoreAllMocks()
})

const json = { 'content-type': 'application/json' }
const mug = { id: 'MUG', price: 9.9, url: '/mug' }

/** Serves a JSON document with these products, and returns its URL. */
const serveDocument = async (products: unknown) =>
  `http://${await servePage(JSON.stringify(products), json)}/products.json`
const serveHtml = async (body: string) => `http://${await servePage(body)}/shop/page.html`

const notReadable = (message: RegExp) => ({
  status: 422,
  body: { code: 'page_not_readable', message: expect.stringMatching(message) },
})

/** Returns the partition keys of all rows that a call reads and writes. */
async function measurePartitions(run: () => Promise<unknown>) {
  const meter = createWriteMeter()
  const { cost } = await measure(run)
  const writes = meter.takeWrites().map(({ pk }) => pk)
  meter.stop()
  return { reads: [...cost.itemKeys.map(({ pk }) => pk), ...cost.queryPartitions], writes }
}

/** Returns a function that compares a partition key with patterns, as IAM does. */
const matchesAny = (patterns: readonly string[]) => (partition: string) =>
  patterns.some(pattern => new RegExp(`^${pattern.replaceAll('*', '.*')}$`).test(partition))

test('reads and writes only the rows that its role allows', async () => {
  const tenant = await newTenant()
  const scope = api.crawl.tableScope.partitions
  const url = await serveDocument([
    mug,
    { id: 'TEE', price: 1, url: '/tee', inventoryManagementMethod: 'Single', stock: 7 },
  ])
  const crawlWithKey = (key: string) => measurePartitions(() => crawl(tenant, url, { 'idempotency-key': key }))
  const first = await crawlWithKey('a')
  await remove(tenant, 'MUG')
  const again = await crawlWithKey('b')
  for (const { reads, writes } of [first, again]) {
    expect(writes.length).toBeGreaterThan(7)
    expect(reads.filter(partition => !matchesAny(scope)(partition))).toEqual([])
    expect(writes.filter(partition => !matchesAny(scope)(partition))).toEqual([])
  }
})

describe('an HTML page', () => {
  test('creates a product for each button, with its fields and choices', async () => {
    const tenant = await newTenant()
    const attributes =
      `data-item-description="Stoneware" data-item-image="images/mug.jpg" data-item-categories="Mugs|Gifts"` +
      ` data-item-metadata='{"a":[1]}' data-item-file-guid="7d5c8f0e-2b1a-4c3d-9e8f-1a2b3c4d5e6f"` +
      ` data-item-custom1-name="Size" data-item-custom1-options="S|L[+1.50]" data-item-custom1-value="L"`
    const url = await serveHtml(`<p>Shop</p>${button('tees/schön 小')}<b>${button('MUG', attributes)}</b>`)
    const { status, headers, body } = await crawl(tenant, url)
    expect({ status, ids: body.map((one: any) => one.userDefinedId) }).toEqual({
      status: 200,
      ids: ['tees/schön 小', 'MUG'],
    })
    expect(headers.ETag).toBeUndefined()
    expect(body[1]).toMatchObject({
      account_Id: tenant.account,
      mode: 'Test',
      name: 'Mug',
      price: 9.9,
      description: 'Stoneware',
      url: '/mug',
      image: new URL('images/mug.jpg', url).href,
      categories: ['Mugs', 'Gifts'],
      metadata: { a: [1] },
      fileGuid: '7d5c8f0e-2b1a-4c3d-9e8f-1a2b3c4d5e6f',
      archived: false,
      customFields: [
        {
          name: 'Size',
          type: 'dropdown',
          options: 'S|L[+1.50]',
          value: 'L',
          required: false,
          operation: 1.5,
          optionsArray: ['S', 'L'],
        },
      ],
    })
    for (const one of body) expect((await get(tenant, one.userDefinedId)).body).toEqual(one)
    expect((await list(tenant)).body).toMatchObject({ totalItems: 2 })
    expect((await list(otherMode(tenant))).body).toMatchObject({ totalItems: 0 })
  })

  test('without buttons has no products', async () => {
    for (const page of ['<p>No products</p>', '<html></html>'])
      expect(await crawl(await newTenant(), await serveHtml(page))).toMatchObject({ status: 200, body: [] })
  })

  test('is rejected when all buttons lack required attributes, with their names', async () => {
    const url = await serveHtml('<a class="shop-add-item" data-item-id="MUG" data-item-name="Mug"></a>')
    expect(await crawl(await newTenant(), url)).toMatchObject(notReadable(/buttons\[0\]\.price/))
  })

  test('with two buttons for one product saves the last one', async () => {
    const tenant = await newTenant()
    const url = await serveHtml(button('MUG', 'data-item-description="first"') + button('MUG'))
    expect((await crawl(tenant, url)).body).toMatchObject([{ userDefinedId: 'MUG', description: null }])
    await updateTallies(tenant)
    expect((await list(tenant)).body.totalItems).toBe(1)
  })

  test('is accepted without a scheme, or with a scheme in capitals', async () => {
    const host = await servePage(button())
    for (const fetchUrl of [`${host}/x`, `//${host}/x`, `HTTP://${host}`, `  http://${host}/#section  `])
      expect((await crawl(await newTenant(), fetchUrl)).body, fetchUrl).toHaveLength(1)
  })
})

describe('a JSON document', () => {
  test('contains one or many products, with prices in the currency of the account', async () => {
    const tenant = await newTenant()
    const one = { ...mug, price: { usd: 12, eur: '9.95' }, name: 'Mug', metadata: { deep: { er: [null] } } }
    expect((await crawl(tenant, await serveDocument(one))).body).toMatchObject([
      { userDefinedId: 'MUG', price: 9.95, name: 'Mug', metadata: one.metadata },
    ])
    const many = [mug, { ...mug, id: 'CUP' }]
    expect((await crawl(tenant, await serveDocument(many))).body).toMatchObject([
      { name: null },
      { userDefinedId: 'CUP' },
    ])
  })

  test('sets the inventory of every method', async () => {
    const tenant = await newTenant()
    const { body } = await crawl(
      tenant,
      await serveDocument([
        { ...mug, inventoryManagementMethod: 'single', stock: '7', allowOutOfStockPurchases: 'true' },
        {
          ...mug,
          id: 'TEE',
          customFields: [sizes],
          inventoryManagementMethod: 'Variant',
          variants: [variant('S', 3), variant('M[+2.00]', -1, { allowOutOfStockPurchases: true })],
        },
        { ...mug, id: 'FILE', inventoryManagementMethod: 'Disabled' },
        { ...mug, id: 'CUP' },
      ]),
    )
    expect(body).toMatchObject([
      { inventoryManagementMethod: 'Single', stock: 7, totalStock: 7, allowOutOfStockPurchases: true },
      { totalStock: 2, variants: [variant('S', 3), variant('M', -1)] },
      { inventoryManagementMethod: 'Disabled' },
      { userDefinedId: 'CUP' },
    ])
    expect(body[3].inventoryManagementMethod).toBeUndefined()
  })

  test('keeps inventory fields that it does not contain, and a page keeps all of them', async () => {
    const tenant = await newTenant()
    await crawl(tenant, await serveDocument({ ...mug, inventoryManagementMethod: 'Single', stock: 7 }))
    const { body } = await crawl(tenant, await serveDocument({ ...mug, allowOutOfStockPurchases: true }))
    expect(body).toMatchObject([{ stock: 7, allowOutOfStockPurchases: true }])
    expect((await crawl(tenant, await serveHtml(button('MUG')))).body).toMatchObject([{ stock: 7, name: 'Mug' }])
    expect((await crawl(tenant, await serveDocument({ ...mug, stock: 8 }))).body).toMatchObject([{ stock: 8 }])
  })

  test.each<[string, object, RegExp]>([
    ['variants without dropdown fields', { inventoryManagementMethod: 'Variant' }, /TEE: .*no dropdown fields/],
    [
      'a variant that is not a choice',
      { customFields: [sizes], inventoryManagementMethod: 'Variant', variants: [variant('XXL', 1)] },
      /TEE: .*"XXL" is not a choice of Size/,
    ],
    ['a stock that is not a number', { inventoryManagementMethod: 'Single', stock: 'many' }, /TEE: .*stock must be/],
    ['a negative stock', { stock: -1 }, /TEE: stock must be at least 0 unless/],
    [
      'a variant with a negative stock',
      { customFields: [sizes], variants: [variant('S', -1)] },
      /TEE: variants\[0\]\.stock must be at least 0 unless/,
    ],
    ['an unknown method', { inventoryManagementMethod: 'Many' }, /TEE: .*must be one of/],
    ['no price', { price: undefined }, /entries\[1\]\.price is required/],
    ['no url', { url: undefined }, /entries\[1\]\.url is required/],
    ['no id', { id: undefined }, /entries\[1\]\.id is required/],
  ])('with %s is rejected with the id or the index of the product, and saves nothing', async (_, fields, message) => {
    const tenant = await newTenant()
    const url = await serveDocument([mug, { ...mug, id: 'TEE', ...fields }])
    expect(await crawl(tenant, url)).toMatchObject(notReadable(message))
    expect((await list(tenant)).body.totalItems).toBe(0)
  })

  test('with very many errors in its variants is rejected with a short reply', async () => {
    const fields = Array.from({ length: 300 }, (_, n) => dropdown(`${n}`.padEnd(480, 'x'), 'a|b'))
    const variants = Array.from({ length: 1000 }, (_, n) => variant(`${n}`, 1))
    const product = { ...mug, customFields: fields }
    const url = await serveDocument({ ...product, inventoryManagementMethod: 'Variant', variants })
    const reply = await crawl(await newTenant(), url)
    expect(reply).toMatchObject(notReadable(/^Product MUG: variants\[0\]\.variation .*; and 997 more\.$/))
    expect(JSON.stringify(reply.body).length).toBeLessThan(16_000)
    expect(Object.keys(reply.body.errors)).toHaveLength(50)
  })

  test('with a negative stock is accepted if the product allows out-of-stock purchases', async () => {
    const tenant = await newTenant()
    await crawl(tenant, await serveDocument({ ...mug, stock: -1, allowOutOfStockPurchases: true }))
    const { body } = await crawl(tenant, await serveDocument({ ...mug, stock: -2 }))
    expect(body).toMatchObject([{ stock: -2, allowOutOfStockPurchases: true }])
  })

  test('with a stock only tracks a single stock', async () => {
    const { body } = await crawl(await newTenant(), await serveDocument({ ...mug, stock: 5 }))
    expect(body).toMatchObject([{ inventoryManagementMethod: 'Single', stock: 5 }])
  })

  test("with stock and variants, but no method, is rejected with the product's id", async () => {
    const reply = await crawl(await newTenant(), await serveDocument({ ...mug, stock: 5, variants: [] }))
    expect(reply).toMatchObject(notReadable(/MUG: inventoryManagementMethod is required/))
    expect(reply.body.errors).toHaveProperty(['MUG.inventoryManagementMethod'])
  })

  test('with one invalid product saves none, whether or not it exists', async () => {
    const tenant = await newTenant()
    await crawl(tenant, await serveDocument({ ...mug, inventoryManagementMethod: 'Single', stock: 7 }))
    const others = Array.from({ length: 30 }, (_, n) => ({ ...mug, id: `TEE-${n}` }))
    for (const invalid of [
      { ...mug, id: 'CAP', stock: 5, variants: [] },
      { ...mug, inventoryManagementMethod: 'Variant', variants: [] },
    ]) {
      const reply = await crawl(tenant, await serveDocument([{ ...mug, stock: 9 }, ...others, invalid]))
      expect(reply).toMatchObject(notReadable(/inventoryManagementMethod/))
    }
    expect((await list(tenant)).body).toMatchObject({ totalItems: 1, items: [{ stock: 7 }] })
  })
})

describe('an existing product', () => {
  test('is restored from the archive with its id and sales, and with the description of the page', async () => {
    const tenant = await newTenant()
    await addProducts(tenant, [{ id: 'MUG', name: 'Old', price: 1 }])
    const { id, creationDate } = (await remove(tenant, 'MUG')).body
    const { body } = await crawl(tenant, await serveHtml(button('MUG')))
    expect(body).toMatchObject([{ id, creationDate, archived: false, name: 'Mug', price: 9.9 }])
    await updateTallies(tenant)
    expect(idsOf(await list(tenant))).toEqual(['MUG'])
  })

  test('is updated with the description of the page even after an event dated in the future', async () => {
    const tenant = await newTenant()
    await addProducts(tenant, [{ id: 'MUG', name: 'Future' }], { createdOn: '2999-01-01T00:00:00Z' })
    await remove(tenant, 'MUG')
    const { body } = await crawl(tenant, await serveHtml(button('MUG')))
    expect(body).toMatchObject([{ name: 'Mug', archived: false }])
    expect((await get(tenant, 'MUG')).body).toEqual(body[0])
  })

  test('keeps stock movements of concurrent orders', async () => {
    const tenant = await newTenant()
    await addProducts(tenant, [{ id: 'MUG' }])
    await update(tenant, 'MUG', { inventoryManagementMethod: 'Single', stock: 100 })
    const url = await serveHtml(button('MUG'))
    const completions = Array.from({ length: 10 }, () =>
      event(tenant, 'order.completed', order({ items: [item({ id: 'MUG', quantity: 2 })] })),
    )
    const [failedIds, ...replies] = await Promise.all([
      send(...completions),
      ...Array.from({ length: 5 }, () => crawl(tenant, url)),
    ])
    expect(failedIds).toEqual([])
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
    expect((await get(tenant, 'MUG')).body).toMatchObject({ stock: 80, name: 'Mug' })
  })
})

describe('a page that cannot be read is rejected with the reason', () => {
  test.each([
    ['http://127.0.0.1:8080/', /does not have a public IP address/],
    ['http://169.254.169.254/latest/meta-data', /does not have a public IP address/],
    ['http://[::1]/', /does not have a public IP address/],
    ['http://2130706433/', /does not have a public IP address/],
    ['http://10.0.0.1:22/', /only ports 80/],
    ['ftp://10.0.0.1/', /only http and https/],
    ['javascript:alert(1)', /only http and https/],
    ['http://user:password@10.0.0.1/', /user name or password/],
    ['http://', /not a valid URL/],
    ['http://a b/', /not a valid URL/],
  ])('%s', async (url, message) => {
    expect(await crawl(await newTenant(), url)).toMatchObject(notReadable(message))
  })

  test('a host that does not respond', async () => {
    const server = createServer()
    await new Promise<void>(done => server.listen(0, '127.0.0.1', done))
    const host = `127.0.0.1:${(server.address() as { port: number }).port}`
    await new Promise(done => server.close(done))
    allowHosts(host)
    expect(await crawl(await newTenant(), `http://${host}/`)).toMatchObject(
      notReadable(/connection to its host failed/),
    )
  })

  test.each([
    ['an error', 404, 'text/html', '', /status 404/],
    ['an image', 200, 'image/png', 'x', /the page is neither HTML nor JSON/],
    ['an incomplete document', 200, 'application/json', '[{', /not valid JSON/],
    ['a number', 200, 'application/json', '5', /neither an object nor an array/],
  ])('%s', async (_, status, type, body, message) => {
    const host = await startServer((_, response) => response.writeHead(status, { 'content-type': type }).end(body))
    const reply = await crawl(await newTenant(), `http://${host}/`)
    expect(reply).toMatchObject(notReadable(message))
    expect(reply.body.errors).toEqual({ fetchUrl: [expect.stringMatching(message)] })
  })
})

test.each([[{}], [{ fetchUrl: '' }], [{ fetchUrl: ' ' }], [{ fetchUrl: 5 }], [{ fetchUrl: 'x'.repeat(2049) }]])(
  'rejects the invalid %j without using the rate limit',
  async body => {
    const tenant = await newTenant()
    const crawlInvalid = () => crawl(tenant, (body as { fetchUrl: string }).fetchUrl)
    const replies = await Promise.all(Array.from({ length: 12 }, crawlInvalid))
    for (const { status, body } of replies)
      expect({ status, body }).toMatchObject({ status: 400, body: { errors: { fetchUrl: [expect.any(String)] } } })
  },
)

describe('the same Idempotency-Key', () => {
  const headers = { 'Idempotency-Key': 'k' }

  /** Serves a document and counts the requests for it. */
  async function serveCounted(body: string) {
    let requests = 0
    const host = await startServer((_, response) => {
      requests++
      response.writeHead(200, json).end(body)
    })
    return { url: `http://${host}/`, countRequests: () => requests }
  }

  test.each([
    ['a short reply', 1, 'Stoneware'],
    ['a reply of more than 100,000 characters', 3, 'Größe 小 '.repeat(5000)],
  ])('returns the first reply again without fetching: %s', async (_, count, description) => {
    const tenant = await newTenant()
    const products = Array.from({ length: count }, (_, n) => ({ ...mug, id: `MUG-${n}`, description }))
    const { url, countRequests } = await serveCounted(JSON.stringify(products))
    const replies: Reply[] = [await crawl(tenant, url, headers)]
    await remove(tenant, 'MUG-0')
    for (let n = 0; n < 11; n++) replies.push(await crawl(tenant, url, headers))
    expect(replies[0]).toMatchObject({ status: 200 })
    expect(replies[0]!.body).toHaveLength(count)
    for (const { status, body } of replies) expect({ status, body }).toEqual({ status: 200, body: replies[0]!.body })
    expect(replies[1]!.headers['Idempotent-Replayed']).toBe('true')
    expect(countRequests()).toBe(1)
    expect((await get(tenant, 'MUG-0')).body.archived).toBe(true)
  })

  test('repeats a rejection of the page, but not a rate limit error', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    const tenant = await newTenant()
    const { url, countRequests } = await serveCounted('[{')
    for (let n = 0; n < 2; n++) expect((await crawl(tenant, url, headers)).status).toBe(422)
    expect(countRequests()).toBe(1)
    for (let n = 0; n < 9; n++) await crawl(tenant, url)
    expect((await crawl(tenant, url, { 'Idempotency-Key': 'l' })).status).toBe(429)
    vi.setSystemTime(Date.now() + 6000)
    expect((await crawl(tenant, url, { 'Idempotency-Key': 'l' })).status).toBe(422)
  })
})

test('accepts ten of fifty concurrent calls, replies with Retry-After to the rest, and affects no other account', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  const [tenant, otherAccount] = [await newTenant(), await newTenant()]
  const url = await serveHtml(button())
  const tenantOfCall = (n: number): Tenant => (n % 2 ? tenant : otherMode(tenant))
  const [replies, otherReplies] = await Promise.all([
    Promise.all(Array.from({ length: 50 }, (_, n) => crawl(tenantOfCall(n), url))),
    Promise.all(Array.from({ length: 5 }, () => crawl(otherAccount, url))),
  ])
  expect(otherReplies.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
  expect(replies.filter(({ status }) => status === 200)).toHaveLength(10)
  const rejections = replies.filter(({ status }) => status !== 200)
  for (const { status, headers, body } of rejections)
    expect({ status, headers, body }).toMatchObject({
      status: 429,
      headers: { 'Retry-After': '6', 'RateLimit-Policy': '"crawl";q=10;w=60', RateLimit: '"crawl";r=0;t=6' },
      body: { code: 'too_many_requests', message: expect.stringContaining('Try again in 6 seconds') },
    })
  vi.setSystemTime(Date.now() + 6000)
  const again = await Promise.all([crawl(tenant, url), crawl(tenant, url)])
  expect(again.map(({ status }) => status).toSorted()).toEqual([200, 429])
})

const documentOf = (count: number) =>
  serveDocument(Array.from({ length: count }, (_, n) => ({ id: `P${n}`, price: 1, url: '/p' })))

/**
 * Counts the transactions that save products. If `secondsLater` is given, the clock is set forward at one of them.
 * Returns a function that returns the count.
 */
function countTransactions(secondsLater?: { after: number; seconds: number }) {
  let count = 0
  stopFaults = around(async (name, request) => {
    const isCounted = name.startsWith('TransactWrite')
    if (isCounted && ++count === secondsLater?.after) vi.setSystemTime(Date.now() + secondsLater.seconds * 1000)
    return request()
  })
  return () => count
}

test('saves sixteen new products with each transaction, and reads all before', async () => {
  const tenant = await newTenant()
  const url = await documentOf(100)
  const transactions = countTransactions()
  expect((await crawl(tenant, url)).body).toHaveLength(100)
  expect(transactions()).toBe(Math.ceil(100 / 16))
})

test('saves as many products as there is time for, and the others when the request is repeated', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  const tenant = await newTenant()
  const url = await documentOf(300)
  countTransactions({ after: 10, seconds: 26 })
  const body = { fetchUrl: url }
  const reply = await call('products.crawl', tenant, { body, remainingMilliseconds: 29_000 })
  stopFaults()
  expect(reply).toMatchObject({
    status: 503,
    headers: { 'Retry-After': '5' },
    body: { code: 'unavailable', message: expect.stringContaining('160 of 300 products were saved.') },
  })
  const transactions = countTransactions()
  expect((await crawl(tenant, url)).body).toHaveLength(300)
  expect(transactions()).toBe(Math.ceil(140 / 16))
})

test('saves a product again that was last read more than an hour ago', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  const tenant = await newTenant()
  const url = await documentOf(1)
  const [first] = (await crawl(tenant, url)).body
  vi.setSystemTime(Date.now() + 3500 * 1000)
  expect((await crawl(tenant, url)).body).toEqual([first])
  vi.setSystemTime(Date.now() + 200 * 1000)
  const [again] = (await crawl(tenant, url)).body
  expect(again.modificationDate > first.modificationDate).toBe(true)
})

test('saves a product again that was changed elsewhere meanwhile', async () => {
  const tenant = await newTenant()
  const url = await documentOf(2)
  await crawl(tenant, url)
  await addProducts(tenant, [{ id: 'P0', price: 5 }])
  expect((await crawl(tenant, url)).body).toMatchObject([{ price: 1 }, { price: 1 }])
})

test.each([
  ['of the rate limit', 'Update', metTransaction],
  ['of the products', 'TransactWrite', () => cancelled('TransactionConflict')],
])('responds with 409 when every write conflicts: %s', async (_, command, failure) => {
  const tenant = await newTenant()
  const url = await serveHtml(button())
  stopFaults = around(async (name, request) => {
    if (name.startsWith(command)) throw failure()
    return request()
  })
  const body = { fetchUrl: url }
  const reply = await call('products.crawl', tenant, { body, remainingMilliseconds: 4500 })
  stopFaults()
  expect(reply).toMatchObject({ status: 409, body: { code: 'conflict' } })
  expect((await crawl(tenant, url)).status).toBe(200)
})
