import { afterEach, describe, expect, test, vi } from 'vitest'
import { completeOrder, sendEvent, withdrawal } from '../support/checkout.ts'
import { around, cancelled, metTransaction } from '../support/fault-injection.ts'
import { call, newTenant } from '../support/store.ts'
import { updateTallies } from '../support/stream-worker.ts'
import { get, list, update } from './calls.ts'

let restore = () => {}
afterEach(() => {
  restore()
  vi.restoreAllMocks()
})

async function newOrder(fields: Record<string, unknown> = {}) {
  const tenant = await newTenant()
  return { tenant, token: await completeOrder(tenant, fields) }
}

test('updates status, payment status, tracking and metadata, and returns the order', async () => {
  const { tenant, token } = await newOrder()
  const before = (await get(tenant, token)).body
  const changes = {
    status: 'Shipped',
    paymentStatus: 'Deferred',
    trackingNumber: '00340434161094015902',
    trackingUrl: 'https://parcels.example.com/1',
    metadata: { warehouse: 3 },
  }
  const reply = await update(tenant, token, changes)
  expect(reply).toMatchObject({ status: 200, body: { ...changes, hasPendingWithdrawal: false } })
  const { modificationDate } = reply.body
  expect(reply.body).toEqual({ ...before, ...changes, modificationDate })
  expect(modificationDate > before.modificationDate).toBe(true)
  const second = await get(tenant, token)
  expect(second.body).toEqual(reply.body)
  expect(second.headers.ETag).toBe(reply.headers.ETag)
})

test('requires a status', async () => {
  const { tenant, token } = await newOrder()
  for (const body of [{}, { status: null }, { status: '' }, { paymentStatus: 'Paid' }])
    expect(await update(tenant, token, body)).toMatchObject({
      status: 400,
      body: { code: 'validation_failed', errors: { status: [expect.any(String)] } },
    })
})

test.each([
  ['status', { status: 'Lost' }],
  ['paymentStatus', { status: 'Shipped', paymentStatus: 'Stolen' }],
  ['paymentStatus', { status: 'Shipped', paymentStatus: null }],
  ['trackingNumber', { status: 'Shipped', trackingNumber: 7 }],
  ['trackingUrl', { status: 'Shipped', trackingUrl: `https://a.example/${'x'.repeat(2000)}` }],
  ['trackingUrl', { status: 'Shipped', trackingUrl: 'parcels.example.com/1' }],
  ['trackingUrl', { status: 'Shipped', trackingUrl: 'ftp://parcels.example.com/1' }],
  ['trackingUrl', { status: 'Shipped', trackingUrl: 'javascript:alert(1)//https://' }],
  ['trackingUrl', { status: 'Shipped', trackingUrl: 'https:parcels.example.com' }],
  ['trackingUrl', { status: 'Shipped', trackingUrl: 'https://' }],
  ['metadata', { status: 'Shipped', metadata: [1] }],
  ['metadata', { status: 'Shipped', metadata: 'text' }],
  ['metadata', { status: 'Shipped', metadata: 5 }],
])('rejects an invalid %s and changes nothing: %j', async (field, body) => {
  const { tenant, token } = await newOrder()
  expect(await update(tenant, token, body)).toMatchObject({
    status: 400,
    body: { code: 'validation_failed', errors: { [field]: [expect.any(String)] } },
  })
  expect((await get(tenant, token)).body.status).toBe('Processed')
})

test('reads enumerations case-insensitively, and returns them in their documented spelling', async () => {
  const { tenant, token } = await newOrder()
  const { body } = await update(tenant, token, { status: 'sHIPPED', paymentStatus: 'paiddeferred' })
  expect(body).toMatchObject({ status: 'Shipped', paymentStatus: 'PaidDeferred' })
})

test('keeps fields that are not sent, and clears fields sent as null', async () => {
  const { tenant, token } = await newOrder()
  const all = { trackingNumber: 'T1', trackingUrl: 'https://parcels.example.com/T1', metadata: { a: 1 } }
  await update(tenant, token, { status: 'Shipped', ...all })
  expect((await update(tenant, token, { status: 'Delivered' })).body).toMatchObject({ ...all, paymentStatus: 'Paid' })
  const cleared = await update(tenant, token, { status: 'Delivered', trackingNumber: null })
  expect(cleared.body).toMatchObject({ ...all, trackingNumber: '' })
  const bare = await update(tenant, token, { status: 'Delivered', trackingUrl: null, metadata: null })
  expect(bare.body).toMatchObject({ trackingNumber: '', trackingUrl: '', metadata: null })
  expect((await get(tenant, token)).body).toEqual(bare.body)
})

test('saves tracking URLs as sent, and clears one sent as blank text', async () => {
  const { tenant, token } = await newOrder()
  for (const trackingUrl of ['HTTP://10.0.0.1:8080/ä?a=b c', 'https://localhost#1'])
    expect((await update(tenant, token, { status: 'Shipped', trackingUrl })).body).toMatchObject({ trackingUrl })
  const cleared = await update(tenant, token, { status: 'Shipped', trackingUrl: ' ' })
  expect(cleared).toMatchObject({ status: 200, body: { trackingUrl: '' } })
})

test('returns and keeps a tracking URL of the checkout that is none', async () => {
  const { tenant, token } = await newOrder({ trackingUrl: 'by courier' })
  const reply = await update(tenant, token, { status: 'Shipped' })
  expect(reply).toMatchObject({ status: 200, body: { trackingUrl: 'by courier' } })
  expect((await list(tenant)).body.items[0].trackingUrl).toBe('by courier')
})

test('an older event overwrites none of the updated fields, and a newer one only those it has', async () => {
  const { tenant, token } = await newOrder()
  const before = new Date().toISOString()
  await update(tenant, token, { status: 'Shipped', trackingNumber: 'T1' })
  await sendEvent(tenant, 'order.status.changed', { token, status: 'Cancelled' }, { createdOn: before })
  expect((await get(tenant, token)).body.status).toBe('Shipped')
  await sendEvent(tenant, 'order.status.changed', { token, status: 'Delivered' })
  expect((await get(tenant, token)).body).toMatchObject({ status: 'Delivered', trackingNumber: 'T1' })
})

describe('metadata', () => {
  test('an empty array, as PHP writes an empty object, is an empty object', async () => {
    const { tenant, token } = await newOrder()
    const change = { status: 'Shipped', metadata: [] }
    expect((await update(tenant, token, change)).body.metadata).toEqual({})
  })

  const deep = (levels: number) => `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`
  const bodyWith = (metadata: string) => `{"status":"Shipped","metadata":${metadata}}`

  test.each([
    ['nothing', '{}'],
    ['empty names', '{"":"","a":{"":{"":null}}}'],
    ['names of prototypes', '{"__proto__":{"admin":true},"constructor":{"prototype":[]},"toString":1}'],
    ['every kind of value', '{"n":null,"t":true,"l":[[],{},[null]],"d":-0.1e-7,"s":"\\u0000\\ud83d\\ude00\\n"}'],
    ['numbers as names, which come first', '{"1":1,"2":2,"b":0,"a":0}'],
    ['a lone surrogate', '{"s":"\\ud83d"}'],
    ['unusual letters', '{"Ü":"İ","李":"👩‍👩‍👧"}'],
  ])('is returned unchanged: %s', async (_, metadata) => {
    const { tenant, token } = await newOrder()
    const sent = JSON.stringify(JSON.parse(metadata))
    for (const reply of [await update(tenant, token, bodyWith(metadata)), await get(tenant, token)])
      expect(JSON.stringify(reply.body.metadata)).toBe(sent)
    const { items } = (await list(tenant)).body
    expect(JSON.stringify(items[0].metadata)).toBe(sent)
  })

  test('reads long numbers as JavaScript does', async () => {
    const { tenant, token } = await newOrder()
    await update(tenant, token, bodyWith('{"n":12345678901234567890}'))
    const { metadata } = (await get(tenant, token)).body
    expect(metadata.n).toBe(12345678901234567000)
  })

  test.each(['{"e":1e400}', '{"a":[{"b":-1e999}]}'])('rejects numbers that JSON cannot return: %s', async metadata => {
    const { tenant, token } = await newOrder()
    const { status, body } = await update(tenant, token, bodyWith(metadata))
    expect({ status, fields: Object.keys(body.errors) }).toEqual({ status: 400, fields: ['metadata'] })
  })

  test('replaces the previous metadata instead of merging with it', async () => {
    const { tenant, token } = await newOrder({ metadata: { a: 1, b: { c: 2 } } })
    await update(tenant, token, { status: 'Shipped', metadata: { b: { d: 3 } } })
    expect((await get(tenant, token)).body.metadata).toEqual({ b: { d: 3 } })
  })

  test('may be nested deeper than the table allows', async () => {
    const { tenant, token } = await newOrder()
    const levels = 15_000
    const reply = await update(tenant, token, bodyWith(deep(levels)))
    expect(reply.status).toBe(200)
    let depth = 0
    const { metadata } = (await get(tenant, token)).body
    for (let node = metadata; typeof node === 'object'; node = node.a) depth++
    expect(depth).toBe(levels)
  })

  test('may be nested 50,000 deep', async () => {
    const { tenant, token } = await newOrder()
    const levels = 50_000
    const reply = await update(tenant, token, bodyWith(`{"a":${'['.repeat(levels)}${']'.repeat(levels)}}`))
    expect(reply.status).toBe(200)
    let depth = 0
    const { metadata } = (await get(tenant, token)).body
    for (let node = metadata.a; node !== undefined; node = node[0]) depth++
    expect(depth).toBe(levels)
  })

  const ofBytes = (bytes: number, letter = 'x') => `{"a":"${letter.repeat((bytes - 8) / Buffer.byteLength(letter))}"}`
  const maxBytes = 100 * 1024

  test.each(['x', 'ü'])('may have up to 100 KB, counted in bytes: %s', async letter => {
    const { tenant, token } = await newOrder({ metadata: { a: 1 } })
    expect(Buffer.byteLength(ofBytes(maxBytes, letter))).toBe(maxBytes)
    expect((await update(tenant, token, bodyWith(ofBytes(maxBytes, letter)))).status).toBe(200)
    const reply = await update(tenant, token, `{"status":"Cancelled","metadata":${ofBytes(maxBytes + 2, letter)}}`)
    expect(reply).toMatchObject({
      status: 413,
      body: { code: 'body_too_large', errors: { metadata: [expect.any(String)] } },
    })
    const { body } = await get(tenant, token)
    expect(body.status).toBe('Shipped')
    expect(Buffer.byteLength(JSON.stringify(body.metadata))).toBe(maxBytes)
  })
})

test('moves the order between the status lists, where it keeps its position by date', async () => {
  const tenant = await newTenant()
  const tokens: string[] = []
  for (let n = 1; n <= 3; n++)
    tokens.push(await completeOrder(tenant, { creationDate: `2026-08-0${n}T00:00:00Z`, status: 'Processed' }))
  await updateTallies(tenant)
  const tokensOn = async (query = {}) =>
    (await list(tenant, query)).body.items.map(({ token }: { token: string }) => token)
  await update(tenant, tokens[2]!, { status: 'Shipped' })
  await update(tenant, tokens[0]!, { status: 'Shipped' })
  expect(await tokensOn()).toEqual(tokens.toReversed())
  expect(await tokensOn({ status: 'Shipped' })).toEqual([tokens[2], tokens[0]])
  expect(await tokensOn({ status: 'Processed' })).toEqual([tokens[1]])
  expect(await tokensOn({ productId: 'TEE', status: 'Shipped' })).toEqual([tokens[2], tokens[0]])
})

test('returns a pending withdrawal', async () => {
  const { tenant, token } = await newOrder()
  const created = withdrawal(token)
  await sendEvent(tenant, 'order.withdrawal.created', created)
  expect((await update(tenant, token, { status: 'Delivered' })).body).toMatchObject({
    hasPendingWithdrawal: true,
    withdrawals: [{ id: created.id, orderToken: token, resolution: 'Pending', resolvedAt: null }],
  })
  const resolved = { id: created.id, orderToken: token, resolution: 'Refused', resolvedAt: '2026-09-03T08:00:00Z' }
  await sendEvent(tenant, 'order.withdrawal.resolved', resolved)
  expect((await update(tenant, token, { status: 'Delivered' })).body).toMatchObject({
    hasPendingWithdrawal: false,
    withdrawals: [{ resolution: 'Refused', resolvedAt: '2026-09-03T08:00:00.000Z' }],
  })
})

describe('an authorized payment', () => {
  const authorized = { status: 'Pending', paymentStatus: 'Authorized', paymentTransactionId: 'pi_1' }

  test.each([
    { status: 'Processed' },
    { status: 'Cancelled', paymentStatus: 'Cancelled' },
    { status: 'Shipped', paymentStatus: 'Paid' },
    { status: 'Pending', paymentStatus: 'Paid' },
  ])('can be set to anything else: %j', async changes => {
    const { tenant, token } = await newOrder(authorized)
    expect(await update(tenant, token, changes)).toMatchObject({ status: 200, body: changes })
  })

  test.each([
    { status: 'Pending', paymentStatus: 'Pending' },
    { status: 'Processed', paymentStatus: 'Authorized' },
    { status: 'Shipped', paymentStatus: 'Deferred' },
  ])('is not captured when the order is %j', async state => {
    const { tenant, token } = await newOrder(state)
    expect((await update(tenant, token, { status: 'Processed', paymentStatus: 'Paid' })).status).toBe(200)
  })
})

test('applies all of fifty concurrent updates without a condition', { tags: ['long'] }, async () => {
  const { tenant, token } = await newOrder()
  const replies = await Promise.all(
    Array.from({ length: 50 }, (_, n) => update(tenant, token, { status: 'Shipped', trackingNumber: `T${n}` })),
  )
  expect(replies.map(({ status }) => status).filter(status => status !== 200)).toEqual([])
  expect((await get(tenant, token)).body.trackingNumber).toMatch(/^T\d+$/)
  expect((await list(tenant, { status: 'Shipped' })).body.totalItems).toBe(1)
})

test('accepts the status Dispatched as Shipped, and lists the order by both', async () => {
  const { tenant, token } = await newOrder()
  expect((await update(tenant, token, { status: 'Dispatched' })).body.status).toBe('Shipped')
  await updateTallies(tenant)
  for (const status of ['Shipped', 'dispatched', 'all'])
    expect((await list(tenant, { status })).body.totalItems, status).toBe(1)
})

test('returns 409 if every attempt conflicts with another write', async () => {
  const { tenant, token } = await newOrder()
  restore = around(async (command, send) => {
    if (command.startsWith('TransactWrite')) throw cancelled('TransactionConflict')
    if (/^(Put|Update|Delete)Item/.test(command)) throw metTransaction()
    return send()
  })
  const body = { status: 'Shipped' }
  const reply = await call('orders.update', tenant, { params: { token }, body, remainingMilliseconds: 4500 })
  expect(reply).toMatchObject({ status: 409, body: { code: 'conflict' } })
  restore()
  expect((await get(tenant, token)).body.status).toBe('Processed')
})
