import { expect, test, vi } from 'vitest'
import * as z from 'zod'
import { log } from '../../lib/core/log.ts'
import { endpoint } from '../../lib/http/endpoint.ts'
import { defineEndpoints } from '../../lib/http/route.ts'
import { contextFor, eventFor, newTenant } from '../support/store.ts'

const api = defineEndpoints('discounts', 'Endpoints for tests.', {
  list: {
    method: 'GET',
    path: '/discounts',
    purpose: 'Returns the result of a test.',
    access: 'read',
    reply: z.object({ name: z.string(), size: z.preprocess(Number, z.number()).optional() }),
  },
})

async function replyOf(run: () => never | { name: string }) {
  const errorSpy = vi.spyOn(log, 'error').mockImplementation(() => {})
  const event = eventFor('discounts.list', await newTenant(), {})
  const reply = await endpoint(api.list, run)(event, contextFor())
  const entries = errorSpy.mock.calls.map(call => JSON.stringify(call))
  errorSpy.mockRestore()
  return { status: reply.statusCode, body: JSON.parse(reply.body), entries, event }
}

test('an internal error returns only the request id, and is logged without its cause and metadata', async () => {
  const fault = Object.assign(new Error('no table'), { $metadata: { secret: 'sk_live_1' }, cause: { email: 'a@b.c' } })
  const { status, body, entries, event } = await replyOf(() => {
    throw fault
  })
  expect(status).toBe(500)
  expect(body).toMatchObject({ code: 'internal_error', requestId: event.requestContext.requestId, errors: {} })
  expect(JSON.stringify(body)).not.toContain('no table')
  expect(entries).toHaveLength(1)
  expect(entries[0]).toContain('no table')
  expect(entries[0]).toContain(event.requestContext.requestId)
  expect(entries[0]).not.toMatch(/sk_live|a@b/)
})

test('logs nothing for a successful request', async () => {
  expect(await replyOf(() => ({ name: 'a' }))).toMatchObject({ status: 200, body: { name: 'a' }, entries: [] })
})
