import { expect, test } from 'vitest'
import * as z from 'zod'
import { boolean, caseInsensitiveEnum, dateTime, dateTimeOrEndOfDay, integer, text } from '../../lib/core/fields.ts'
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
  list: { method: 'GET', path: '/discounts', purpose: 'Returns its query.', access: 'read', query, reply: query },
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
  expect(await bodyFor({ name: ['a', 'b'], count: ['1', '2', ''] })).toEqual({ ...defaults, name: 'b', count: 2 })
})

test('reads all values of a list, even a single one', async () => {
  expect(await bodyFor({ states: ['active', 'PAUSED'] })).toEqual({ ...defaults, states: ['Active', 'Paused'] })
  expect(await bodyFor({ states: 'active' })).toEqual({ ...defaults, states: ['Active'] })
})

test.each([
  ['states[]', ['active', 'paused']],
  ['states[0]', ['active', 'paused']],
])('reads %s as PHP writes it', async (name, values) => {
  expect(await bodyFor({ [name]: values })).toEqual({ ...defaults, states: ['Active', 'Paused'] })
})

test('reads numbered values, also of a parameter with a single value, beside plain ones', async () => {
  expect(await bodyFor({ 'states[0]': 'active', 'states[1]': 'paused', states: 'active' })).toEqual({
    ...defaults,
    states: ['Active', 'Paused', 'Active'],
  })
  expect(await bodyFor({ 'count[]': ['1', '2'], 'archived[]': '1' })).toEqual({ count: 2, archived: true })
})

test('keeps the name of an unknown parameter as it was sent', async () => {
  const request = { query: { 'colours[]': 'red', 'states[x]': 'active', '[]': '1' } }
  const reply = await handler(eventFor('discounts.list', await newTenant(), request), contextFor())
  expect(reply.headers).toMatchObject({ Ignored: 'colours[], states[x], []' })
})

test('parses numbers, booleans and dates', async () => {
  expect(await bodyFor({ count: '7', archived: 'TRUE', from: '2026-01-31', to: '2026-01-31' })).toEqual({
    count: 7,
    archived: true,
    from: '2026-01-31T00:00:00.000Z',
    to: '2026-01-31T23:59:59.999Z',
  })
})

test.each([
  ['1', true],
  ['0', false],
])('reads the boolean %s, as PHP writes it', async (archived, value) => {
  expect(await bodyFor({ archived })).toMatchObject({ archived: value })
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

test('links to the next page with single slashes, as `//` would begin with the name of a host', async () => {
  const route = { ...api.list, query: undefined, reply: z.array(z.string()), paging: 'link' } as const
  const list = endpoint(route, () => ({ items: ['a'], next: { after: 'a' } }))
  const event = eventFor('discounts.list', await newTenant(), {})
  const requestContext = { ...event.requestContext, path: '//discounts//' }
  const { headers } = await list({ ...event, requestContext }, contextFor())
  expect(headers).toMatchObject({ Link: '</discounts?after=a>; rel="next"' })
})

test('links to the next page with all values of the first one, of which an empty one may be the last', async () => {
  const route = { ...api.list, query: undefined, reply: z.array(z.string()), paging: 'link' } as const
  const list = endpoint(route, () => ({ items: ['a'], next: { after: 'a' } }))
  const event = eventFor('discounts.list', await newTenant(), { query: { name: ['TEA', ''], after: ['0', '1'] } })
  const { headers } = await list(event, contextFor())
  expect(headers).toMatchObject({ Link: '</test/discounts?name=TEA&name=&after=a>; rel="next"' })
})
