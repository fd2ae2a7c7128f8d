import { expect, test } from 'vitest'
import * as z from 'zod'
import {
  boolean,
  caseInsensitiveEnum,
  dateTime,
  dateTimeOrEndOfDay,
  integer,
  text,
} from '../../lib/core/fields.ts'
import { endpoint } from '../../lib/http/endpoint.ts'
import { defineEndpoints } from '../../lib/http/route.ts'
import { contextFor, eventFor, newTenant } from '../support/store.ts'

const query = z.object({
  name: text().optional(),
  states: z.array(caseInsensitiveEnum(['Active', 'Paused'])).optional(),
  count: integer({ max: 100 }).default(20),
  archived: boolean.default(false),
  from: dateTime.optional(),
  to: dateTimeOrEndOfDay.optional(),
})
const api = defineEndpoints('discounts', 'Endpoints for tests.', {
  list: {
    method: 'GET',
    path: '/discounts',
    purpose: 'Returns its query.',
    access: 'read',
    query,
    reply: query,
  },
})
const handler = endpoint(api.list, ({ query }) => query)

async function read(query: Record<string, string | string[]>) {
  const reply = await handler(eventFor('discounts.list', await newTenant(), { query }), contextFor())
  return { status: reply.statusCode, body: JSON.parse(reply.body) }
}
const bodyFor = async (query: Record<string, string | string[]>) => (await read(query)).body
const defaults = { count: 20, archived: false }

test('ignores unknown parameters', async () => {
  expect(await bodyFor({ colour: 'red', __proto__: 'x', constructor: 'y' })).toEqual(defaults)
})

test('treats an empty value as absent', async () => {
  expect(await bodyFor({ name: '', count: '', archived: '', from: '', states: ['', ''] })).toEqual(defaults)
})

test('uses the last non-empty value of a repeated parameter', async () => {
  expect(await bodyFor({ name: ['a', 'b'], count: ['1', '2', ''] })).toEqual({
    ...defaults,
    name: 'b',
    count: 2,
  })
})

test('reads all values of a list, even a single one', async () => {
  expect(await bodyFor({ states: ['active', 'PAUSED'] })).toEqual({
    ...defaults,
    states: ['Active', 'Paused'],
  })
  expect(await bodyFor({ states: 'active' })).toEqual({ ...defaults, states: ['Active'] })
})

test('parses numbers, booleans and dates', async () => {
  expect(await bodyFor({ count: '7', archived: 'TRUE', from: '2026-01-31', to: '2026-01-31' })).toEqual({
    count: 7,
    archived: true,
    from: '2026-01-31T00:00:00.000Z',
    to: '2026-01-31T23:59:59.999Z',
  })
})

test('rejects invalid values, with all errors at once', async () => {
  expect(await read({ count: '-1', archived: 'maybe', states: 'Unknown', to: 'tomorrow' })).toMatchObject({
    status: 400,
    body: {
      code: 'validation_failed',
      errors: {
        count: ['must be at least 0'],
        archived: ['must be true or false'],
        'states[0]': ['must be one of Active, Paused'],
        to: ['must be an ISO 8601 date'],
      },
    },
  })
})
