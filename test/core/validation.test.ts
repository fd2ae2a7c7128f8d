import { expect, test, vi } from 'vitest'
import * as z from 'zod'
import { log } from '../../lib/core/log.ts'
import { endpoint } from '../../lib/http/endpoint.ts'
import { defineEndpoints } from '../../lib/http/route.ts'
import { eventFor, newTenant } from '../support/store.ts'

const api = defineEndpoints('discounts', 'Endpoints for tests.', {
  list: {
    method: 'GET',
    path: '/discounts',
    purpose: 'Answers what a test wants.',
    access: 'read',
    reply: z.object({ name: z.string(), size: z.preprocess(Number, z.number()).optional() }),
  },
})

async function answering(answer: () => never | { name: string }) {
  const logged = vi.spyOn(log, 'error').mockImplementation(() => {})
  const event = eventFor('discounts.list', await newTenant(), {})
  const reply = await endpoint(api.list, answer)(event, {} as never)
  const entries = logged.mock.calls.map(call => JSON.stringify(call))
  logged.mockRestore()
  return { status: reply.statusCode, body: JSON.parse(reply.body), entries, event }
}

test('an error shows a client only the request id, and the log all but its attachments', async () => {
  const fault = Object.assign(new Error('table gone'), {
    $metadata: { secret: 'sk_live_1' },
    cause: { email: 'a@b.c' },
  })
  const { status, body, entries, event } = await answering(() => {
    throw fault
  })
  expect(status).toBe(500)
  expect(body).toMatchObject({
    code: 'internal_error',
    requestId: event.requestContext.requestId,
    errors: {},
  })
  expect(JSON.stringify(body)).not.toContain('table gone')
  expect(entries).toHaveLength(1)
  expect(entries[0]).toContain('table gone')
  expect(entries[0]).toContain(event.requestContext.requestId)
  expect(entries[0]).not.toMatch(/sk_live|a@b/)
})

test('logs nothing for a successful request', async () => {
  expect(await answering(() => ({ name: 'a' }))).toMatchObject({
    status: 200,
    body: { name: 'a' },
    entries: [],
  })
})
