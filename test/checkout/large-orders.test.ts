import { randomBytes } from 'node:crypto'
import { afterEach, expect, test, vi } from 'vitest'
import { log } from '../../lib/core/log.ts'
import type { Tenant } from '../../lib/core/tenant.ts'
import { event, item, order, send } from '../support/checkout.ts'
import { call, newTenant } from '../support/store.ts'

afterEach(() => vi.restoreAllMocks())

const itemsOf = (count: number) => Array.from({ length: count }, (_, n) => item({ id: `P${n}`, price: 1 }))

async function statusOf(tenant: Tenant, token: string) {
  const { status } = await call('orders.get', tenant, { params: { token } })
  return status
}

test('saves an order of 1,500 products', { tags: ['long'] }, async () => {
  const tenant = await newTenant()
  const content = order({ items: itemsOf(1500) })
  const completed = event(tenant, 'order.completed', content)
  expect(await send(completed)).toEqual([])
  const { token } = content
  const { body } = await call('orders.get', tenant, { params: { token } })
  expect(body.items).toHaveLength(1500)
  expect(body.items.at(-1)).toMatchObject({ id: 'P1499', price: 1 })
  const found = await call('orders.list', tenant, { query: { productId: 'P1499' } })
  expect(found.body).toMatchObject({ totalItems: 1, items: [{ token }] })
})

/** Returns a text that cannot be compressed much. */
const randomText = (bytes: number) => randomBytes(bytes).toString('base64')

const tooLarge: [name: string, content: Record<string, unknown>, reason: string][] = [
  ['has 20,000 taxes', { taxes: Array(20_000).fill({}) }, 'content.taxes must have at most 2000 entries'],
  ['cannot be compressed enough', { notes: randomText(180_000) }, 'content must have at most 190 KB'],
  ['has large metadata', { metadata: { text: randomText(120_000) } }, 'latest must have at most 110 KB'],
  ['is larger than 256 KB', { notes: 'a'.repeat(270_000) }, 'must not exceed 256 KB'],
]

test.each(tooLarge)('rejects an order that %s, and stores nothing of it', async (_, content, reason) => {
  const warn = vi.spyOn(log, 'warn').mockImplementation(() => {})
  const tenant = await newTenant()
  const sent = event(tenant, 'order.completed', order({ items: [item({ id: 'LARGE' })], ...content }))
  expect(await send(sent)).toEqual([sent.id])
  expect(warn.mock.calls[0]?.[1]).toMatchObject({ reason: expect.stringContaining(reason) })
  expect(await statusOf(tenant, String(sent.content.token))).toBe(404)
  const { body } = await call('customers.list', tenant, { query: { email: String(sent.content.email) } })
  expect(body.totalItems).toBe(0)
  expect((await call('products.get', tenant, { params: { id: 'LARGE' } })).status).toBe(404)
})
