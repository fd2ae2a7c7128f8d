/** Tests events that are sent as HTTP requests through the local API gateway, authorizer and queue. */

import { afterAll, beforeAll, expect, test } from 'vitest'
import type { KeyScope } from '../../lib/core/key-scopes.ts'
import type { Tenant } from '../../lib/core/tenant.ts'
import * as keys from '../../lib/keys/index.ts'
import { startApi } from '../support/api.ts'
import { order } from '../support/checkout.ts'
import { deliverQueue } from '../support/event-queue.ts'
import { addSigned, signedHeaders } from '../support/event-sources.ts'
import { call, newTenant } from '../support/store.ts'

let api: Awaited<ReturnType<typeof startApi>>
let tenant: Tenant
beforeAll(async () => {
  api = await startApi()
  tenant = await newTenant()
})
afterAll(() => api.stop())

const json = { 'Content-Type': 'application/json' }
const eventOf = (id: string) => ({
  id,
  eventName: 'order.completed',
  createdOn: '2026-09-01T10:00:00.000Z',
  content: order(),
})

const post = async (path: string, body: string, headers: Record<string, string>) => {
  const response = await fetch(`${api.url}${path}`, { method: 'POST', body, headers })
  return { status: response.status, body: (await response.json()) as unknown }
}

async function headersFor(scope: KeyScope) {
  const { secret } = await keys.issue({ ...tenant, scope })
  return { ...json, Authorization: `Basic ${btoa(`${secret}:`)}` }
}

const statusOf = async (token: string) => (await call('orders.get', tenant, { params: { token } })).status

test('a key with the scope events or all sends events, and others may not', async () => {
  const event = eventOf('by-key')
  for (const scope of ['events', 'all'] as const)
    expect(await post('/checkout/events', JSON.stringify(event), await headersFor(scope))).toEqual({
      status: 202,
      body: [{ id: 'by-key', status: 'accepted' }],
    })
  for (const scope of ['read', 'orders'] as const)
    expect((await post('/checkout/events', '{}', await headersFor(scope))).status, scope).toBe(403)
  expect((await post('/checkout/events', '{}', json)).status).toBe(401)
  expect(await deliverQueue()).toEqual([])
  expect(await statusOf(event.content.token)).toBe(200)
})

test('a signed source needs no key, and its bytes are those that it has signed', async () => {
  const { end, secret } = await addSigned(tenant)
  const event = eventOf('signed, with é and 日本')
  const body = JSON.stringify(event, null, 2)
  const reply = await post(`/checkout/events/${end}`, body, { ...json, ...signedHeaders(body, { secret }) })
  expect(reply).toEqual({ status: 200, body: [{ id: event.id, status: 'accepted' }] })
  expect((await post(`/checkout/events/${end}`, body, json)).status).toBe(401)
  expect(await deliverQueue()).toEqual([])
  expect(await statusOf(event.content.token)).toBe(200)
})

test('a body between 4 MB and the limit of API Gateway, and one above it, are both 413', async () => {
  const headers = await headersFor('events')
  for (const megabytes of [4.2, 5, 11])
    expect((await post('/checkout/events', ' '.repeat(megabytes * 1024 * 1024), headers)).status).toBe(413)
})
