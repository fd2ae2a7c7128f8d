/** Tests the client with the whole API. */

import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Client, type ClientOptions, createClient, ProblemError } from '../../lib/client/index.ts'
import type { Tenant } from '../../lib/core/tenant.ts'
import { issue } from '../../lib/keys/index.ts'
import { startApi } from '../support/api.ts'
import { cart, completeOrder, sendEvent } from '../support/checkout.ts'
import { newTenant } from '../support/store.ts'
import { updateTallies } from '../support/stream-worker.ts'

let api: Awaited<ReturnType<typeof startApi>>
beforeAll(async () => {
  api = await startApi()
})
afterAll(() => api.stop())

async function openStore(options: Partial<ClientOptions> = {}): Promise<{ tenant: Tenant; shop: Client }> {
  const tenant = await newTenant()
  const { secret: key } = await issue(tenant)
  return { tenant, shop: createClient({ url: api.url, key, retries: 0, ...options }) }
}

const problemOf = async (call: Promise<unknown>) => {
  const error = await call.catch(fault => fault)
  expect(error).toBeInstanceOf(ProblemError)
  return error as ProblemError
}

const discount = (code: string) => ({ name: 'Welcome', trigger: 'Code', type: 'Rate', rate: 10, code }) as const

describe('a call', () => {
  test('puts its input into path, query and body', async () => {
    const { tenant, shop } = await openStore()
    const token = await completeOrder(tenant)
    await updateTallies(tenant)
    const { items, totalItems } = await shop.orders.list({ from: new Date(0), limit: 1, status: undefined })
    expect({ token: items[0]?.token, totalItems }).toEqual({ token, totalItems: 1 })
    expect(await shop.orders.update({ token, status: 'Shipped', trackingNumber: 'A 1' })).toMatchObject({
      token,
      trackingNumber: 'A 1',
    })
  })

  test('encodes a parameter, and requires one that is not blank', async () => {
    const { shop } = await openStore()
    expect(await problemOf(shop.discounts.get({ id: 'a/b c?' }))).toMatchObject({ status: 404, code: 'not_found' })
    await expect(shop.discounts.get({ id: '' })).rejects.toThrow('id is required.')
    for (const id of ['.', '..']) await expect(shop.customers.orders({ id })).rejects.toThrow('id cannot be')
  })

  test('without a reply returns undefined', async () => {
    const { shop } = await openStore()
    const { id } = await shop.discounts.create(discount('ONE'))
    expect(await shop.discounts.remove({ id })).toBeUndefined()
    expect(await shop.discounts.list()).toEqual([])
  })

  test('may return a number, and take several values of a parameter', async () => {
    const { shop } = await openStore({ strict: true })
    expect(await shop.subscriptions.count({ states: ['Active', 'Paused'] })).toBe(0)
  })

  test('may have an array as its body', async () => {
    const { shop } = await openStore()
    await shop.domains.allow([{ domain: 'a.example' }, { domain: 'b.example' }])
    expect(await shop.domains.disallow([{ domain: 'a.example' }])).toMatchObject([{ domain: 'b.example' }])
  })

  test('without a body is accepted where the endpoint has none', async () => {
    const { shop } = await openStore({ strict: true })
    expect((await problemOf(shop.subscriptions.pause({ id: randomUUID() }))).code).toBe('not_found')
  })
})

describe('a problem', () => {
  test('has its status, code, fields and request id, and a message', async () => {
    const { shop } = await openStore()
    const problem = await problemOf(shop.discounts.create({ ...discount('X'), rate: -1 }))
    expect(problem).toMatchObject({ status: 400, code: 'validation_failed', errors: { rate: [expect.any(String)] } })
    expect(problem.requestId).toMatch(/\S/)
    expect(problem.message).toContain('rate')
  })

  test('is distinguished from other errors, and from those of other endpoints, by isProblem', async () => {
    const { shop } = await openStore()
    const { isProblem } = shop.discounts.get
    expect(isProblem(await problemOf(shop.discounts.get({ id: randomUUID() })))).toBe(true)
    expect(isProblem(await problemOf(shop.discounts.remove({ id: randomUUID() })))).toBe(false)
    expect(isProblem(new TypeError())).toBe(false)
  })

  test('of a page is one of the list', async () => {
    const { shop } = await openStore()
    const problem = await problemOf(shop.orders.all({ offset: -1 }).toArray())
    expect({ isProblem: shop.orders.list.isProblem(problem), endpoint: problem.endpoint }).toEqual({
      isProblem: true,
      endpoint: 'orders.list',
    })
  })

  test('is reported for an unknown field if the client is strict', async () => {
    const { shop } = await openStore({ strict: true })
    const input = { ...discount('X'), maxUsages: 1 }
    expect((await problemOf(shop.discounts.create(input))).errors).toHaveProperty('maxUsages')
  })

  test('is reported for a wrong key', async () => {
    expect((await problemOf(createClient({ url: api.url, key: 'wrong' }).orders.list())).code).toBe('unauthorized')
  })
})

describe('ifMatch', () => {
  test('accepts an object that was read, and the one that a change has returned', async () => {
    const { shop } = await openStore()
    const { id } = await shop.discounts.create(discount('ONE'))
    const read = await shop.discounts.get({ id })
    const changed = await shop.discounts.update({ ...discount('TWO'), id }, { ifMatch: read })
    await shop.discounts.update({ ...discount('THREE'), id }, { ifMatch: changed })
    const { code, status } = await problemOf(shop.discounts.update({ ...discount('FOUR'), id }, { ifMatch: read }))
    expect({ code, status }).toEqual({ code: 'precondition_failed', status: 412 })
    expect((await shop.discounts.get({ id })).code).toBe('THREE')
  })

  test('rejects an object that the client has not returned', async () => {
    const { shop } = await openStore()
    await expect(shop.discounts.remove({ id: 'x' }, { ifMatch: {} })).rejects.toThrow('ifMatch must be an object')
  })
})

describe('all', () => {
  test('reads every page of a list with an offset', async () => {
    const { tenant, shop } = await openStore()
    const tokens = [await completeOrder(tenant), await completeOrder(tenant), await completeOrder(tenant)]
    await updateTallies(tenant)
    const read: string[] = []
    for await (const { token } of shop.orders.all({ limit: 2 })) read.push(token)
    expect(read.toSorted()).toEqual(tokens.toSorted())
    expect(await shop.orders.all({ limit: 2, offset: 2 }).toArray()).toMatchObject([{ token: read[2] }])
  })

  test('reads every page of a list with links', async () => {
    const { shop } = await openStore()
    for (const code of ['ONE', 'TWO', 'THREE']) await shop.discounts.create(discount(code))
    expect(await shop.discounts.all().toArray()).toHaveLength(3)
  })

  test('reads every page of a list with tokens, and can return the pages', async () => {
    const { tenant, shop } = await openStore()
    for (const email of ['a@tea.example', 'b@tea.example', 'c@tea.example'])
      await sendEvent(
        tenant,
        'cart.updated',
        cart({ token: randomUUID(), email, modificationDate: new Date().toISOString() }),
      )
    await updateTallies(tenant)
    const lengths: number[] = []
    for await (const page of shop.carts.all({ limit: 2 }).pages()) lengths.push(page.length)
    expect(lengths).toEqual([2, 1])
  })
})
