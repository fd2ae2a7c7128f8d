/** Tests that carts expire when they have not changed for the retention period of the store. */

import { afterEach, expect, test, vi } from 'vitest'
import { AccountRow } from '../../lib/accounts/entity.ts'
import { CartRow, keyOf } from '../../lib/carts/entity.ts'
import { listEntriesOf } from '../../lib/carts/lists.ts'
import type { OrderToken } from '../../lib/core/ids.ts'
import type { Tenant } from '../../lib/core/tenant.ts'
import { fullRange, readEntries } from '../../lib/lists/entries.ts'
import { EntryRow } from '../../lib/store/list-entry.ts'
import { cartOf } from '../checkout/rows.ts'
import { code } from '../discounts/samples.ts'
import { cart, sendEvent } from '../support/checkout.ts'
import { call } from '../support/store.ts'
import { updateTallies } from '../support/stream-worker.ts'
import { allCartEntries, createStore, get, list, tokensOf } from './calls.ts'
import { clock } from './sample-carts.ts'

const day = 24 * 3_600_000
const iso = (time: number) => new Date(time).toISOString()
const setClock = (now: number) => vi.useFakeTimers({ toFake: ['Date'], now })

afterEach(() => {
  vi.useRealTimers()
})

async function entriesOfCart(tenant: Tenant, token: string) {
  const row = await cartOf(tenant, token)
  const lists = [...new Set(listEntriesOf(row!).map(({ list }) => list))]
  const reads = lists.map(name => readEntries({ ...tenant, list: name }, { range: fullRange, consistent: true }))
  return (await Promise.all(reads)).flat()
}

/** Returns the different times at which the row of a cart and its list entries expire, in days after `clock`. */
async function expiryDays(tenant: Tenant, token: string) {
  const entries = await entriesOfCart(tenant, token)
  const row = await cartOf(tenant, token)
  const inDays = (seconds = 0) => (seconds * 1000 - clock) / day
  expect(entries.length).toBeGreaterThan(2)
  return [...new Set([row?.expiresAt, ...entries.map(({ expiresAt }) => expiresAt)].map(inDays))]
}

const setRetention = (tenant: Tenant, cartDays: number) =>
  AccountRow.patch({ account: tenant.account }).set({ cartDays }).go()

test('row and entries expire at the same time, and each change postpones it', async () => {
  const tenant = await createStore()
  await call('discounts.create', tenant, { body: code('WELCOME') })
  const fields = { email: 'jane@example.com', campaignId: 'autumn', discounts: [{ code: 'WELCOME' }] }
  const { token } = cart()
  const updateAt = (time: number) =>
    sendEvent(tenant, 'cart.updated', cart({ ...fields, token, modificationDate: iso(time) }))
  await updateAt(clock)
  expect(await entriesOfCart(tenant, token)).toHaveLength(6)
  expect(await expiryDays(tenant, token)).toEqual([90])
  await updateAt(clock + 3 * day)
  expect(await expiryDays(tenant, token)).toEqual([93])
  await setRetention(tenant, 1)
  await updateAt(clock + 4 * day)
  expect(await expiryDays(tenant, token)).toEqual([5])
  await setRetention(tenant, 3650)
  await updateAt(clock + 5 * day)
  expect(await expiryDays(tenant, token)).toEqual([3655])
})

test('customer data set by the store postpones the expiry', async () => {
  const tenant = await createStore()
  const { token } = cart()
  await sendEvent(tenant, 'customer.updated', { email: 'jane@example.com' })
  await sendEvent(tenant, 'cart.updated', cart({ token, modificationDate: iso(clock - 10 * day) }))
  const { id } = (await call('customers.list', tenant)).body.items[0]
  setClock(clock)
  const body = { email: 'jane@example.com', cartToken: token }
  await call('customers.update', tenant, { params: { id }, body })
  expect(await expiryDays(tenant, token)).toEqual([90])
})

test('an older event does not bring the expiry forward', async () => {
  const tenant = await createStore()
  const { token } = cart()
  for (const time of [clock, clock - 20 * day])
    await sendEvent(tenant, 'cart.updated', cart({ token, email: 'jane@example.com', modificationDate: iso(time) }), {
      createdOn: iso(time),
    })
  expect(await expiryDays(tenant, token)).toEqual([90])
})

test('a cart is listed until it expires, even if DynamoDB deletes it later', async () => {
  const tenant = await createStore()
  await setRetention(tenant, 7)
  const [old, recent] = [cart({ modificationDate: iso(clock) }), cart({ modificationDate: iso(clock + day) })]
  for (const content of [old, recent]) await sendEvent(tenant, 'cart.updated', content)
  const queries = [{}, { productId: 'TEE' }, { minimalValue: '1' }] as Record<string, string>[]
  setClock(clock + 7 * day - 1)
  expect((await get(tenant, old.token)).status).toBe(200)
  for (const query of queries) expect(tokensOf(await list(tenant, query))).toEqual([recent.token, old.token])
  vi.setSystemTime(clock + 7 * day)
  expect((await get(tenant, old.token)).status).toBe(404)
  for (const query of queries) {
    const { body } = await list(tenant, { ...query, limit: '1' })
    expect(body).toMatchObject({ items: [{ token: recent.token }], hasMoreResults: false })
  }
  expect(await cartOf(tenant, old.token)).not.toBeNull()
  await sendEvent(tenant, 'cart.updated', { ...old, modificationDate: iso(clock + 7 * day) })
  expect((await get(tenant, old.token)).status).toBe(200)
})

test('a changed retention period applies to carts that change afterwards', async () => {
  const tenant = await createStore()
  const [one, other] = [cart({ modificationDate: iso(clock) }), cart({ modificationDate: iso(clock) })]
  for (const content of [one, other]) await sendEvent(tenant, 'cart.updated', content)
  await setRetention(tenant, 7)
  await sendEvent(tenant, 'cart.updated', { ...one, modificationDate: iso(clock + 1000) })
  setClock(clock + 30 * day)
  expect(tokensOf(await list(tenant))).toEqual([other.token])
  expect((await get(tenant, other.token)).status).toBe(200)
  expect((await get(tenant, one.token)).status).toBe(404)
})

test('does not count carts deleted by DynamoDB', async () => {
  const tenant = await createStore()
  const { id } = (await call('discounts.create', tenant, { body: code('WELCOME') })).body
  const contents = [cart(), cart()].map(content => ({ ...content, discounts: [{ code: 'WELCOME' }] }))
  for (const content of contents) await sendEvent(tenant, 'cart.updated', content)
  const counts = async () => {
    await updateTallies(tenant)
    const entries = await allCartEntries(tenant)
    const { body } = await call('discounts.get', tenant, { params: { id } })
    return [entries.length, body.numberOfUsagesUncompleted]
  }
  expect(await counts()).toEqual([2, 2])
  const { token } = contents[0]!
  const entries = (await entriesOfCart(tenant, token)).filter(({ position }) =>
    position.endsWith(token.replaceAll('-', '')),
  )
  const keys = entries.map(({ partition, position }) => ({ partition, position }))
  await EntryRow.delete(keys).go()
  expect(await counts()).toEqual([1, 1])
  await CartRow.delete(keyOf(tenant, token as OrderToken)).go()
  expect(tokensOf(await list(tenant))).toEqual([contents[1]!.token])
  expect((await get(tenant, token)).status).toBe(404)
  await sendEvent(tenant, 'cart.updated', contents[0]!)
  expect(await counts()).toEqual([2, 2])
})
