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
import { eventFor, newTenant } from '../support/store.ts'

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
    purpose: 'Answers its query.',
    access: 'read',
    query,
    reply: query,
  },
})
const handler = endpoint(api.list, ({ query }) => query)

async function read(query: Record<string, string | string[]>) {
  const reply = await handler(eventFor('discounts.list', await newTenant(), { query }), {} as never)
  return { status: reply.statusCode, body: JSON.parse(reply.body) }
}
const asRead = async (query: Record<string, string | string[]>) => (await read(query)).body
const defaults = { count: 20, archived: false }

test('ignores what it does not know', async () => {
  expect(await asRead({ colour: 'red', __proto__: 'x', constructor: 'y' })).toEqual(defaults)
})

test('takes an empty value for none', async () => {
  expect(await asRead({ name: '', count: '', archived: '', from: '', states: ['', ''] })).toEqual(defaults)
})

test('of a value given twice the last counts, empty ones aside', async () => {
  expect(await asRead({ name: ['a', 'b'], count: ['1', '2', ''] })).toEqual({
    ...defaults,
    name: 'b',
    count: 2,
  })
})

test('reads all values where a list is wanted, even of one', async () => {
  expect(await asRead({ states: ['active', 'PAUSED'] })).toEqual({
    ...defaults,
    states: ['Active', 'Paused'],
  })
  expect(await asRead({ states: 'active' })).toEqual({ ...defaults, states: ['Active'] })
})

test('reads numbers, flags and dates as text', async () => {
  expect(await asRead({ count: '7', archived: 'TRUE', from: '2026-01-31', to: '2026-01-31' })).toEqual({
    count: 7,
    archived: true,
    from: '2026-01-31T00:00:00.000Z',
    to: '2026-01-31T23:59:59.999Z',
  })
})

test('rejects what it cannot parse, all errors at once', async () => {
  expect(await read({ count: '-1', archived: 'maybe', states: 'Gone', to: 'tomorrow' })).toMatchObject({
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
