import { expect, test } from 'vitest'
import * as z from 'zod'
import { api } from '../../lib/discounts/api.ts'
import { requireValidReply } from '../../lib/http/reply.ts'

const route = { ...api.get, reply: z.object({ name: z.string(), size: z.coerce.number().optional() }) }
const check = (body: unknown, statusCode = 200) => requireValidReply(route, { statusCode, body: JSON.stringify(body) })

test.each([
  ['lacks a field', {}],
  ['has a field too many', { name: 'a', colour: 'red' }],
  ['has a number as text', { name: 'a', size: '5' }],
])('rejects a reply that %s', (_, body) => {
  expect(() => check(body)).toThrow('discounts.get')
})

test('accepts a reply that matches its schema', () => {
  expect(() => check({ name: 'a', size: 5 })).not.toThrow()
})

test('does not check errors', () => {
  expect(() => check({ code: 'not_found' }, 404)).not.toThrow()
})
