/** Sends malicious requests through the gateway to the real Lambdas and the table. */

import { beforeAll, describe, expect, test } from 'vitest'
import { loadHandlersFrom } from '../../../infra/local/lambda.ts'
import * as accounts from '../../../lib/accounts/index.ts'
import { routes } from '../../../lib/api.ts'
import * as keys from '../../../lib/keys/index.ts'
import { problem, startGateway } from './test-gateway.ts'

let headers: Record<string, string>

beforeAll(async () => {
  const { account } = await accounts.create({ name: 'A test store', currency: 'EUR', features: [] })
  const { secret } = await keys.issue({ account, mode: 'Test' })
  const credentials = Buffer.from(`${secret}:`).toString('base64')
  headers = { Authorization: `Basic ${credentials}`, 'Content-Type': 'application/json' }
})

const startApi = () => startGateway({ routes, load: loadHandlersFrom('source') })
const discount = { name: 'Ten off', trigger: 'Total', type: 'FixedAmount', amount: 10 }

/** Sends the body of a discount; returns the reply and what was stored. */
async function postDiscount(body: string | Buffer) {
  const { request } = await startApi()
  const before = (await request('/discounts', { headers })).json.length
  const reply = await request('/discounts', { method: 'POST', headers, body })
  const after = (await request('/discounts', { headers })).json
  return { reply, added: after.length - before, last: after.at(-1) }
}

const withName = (bytes: Buffer) => {
  const [head, tail] = JSON.stringify({ ...discount, name: 'NAME' }).split('NAME')
  return Buffer.concat([Buffer.from(head!), bytes, Buffer.from(tail!)])
}

describe('a body', () => {
  test.each([
    ['of 10 MB', Buffer.alloc(10_485_760, ' '), 'body_too_large', 413],
    ['of more than 10 MB', Buffer.alloc(11_000_000, ' '), 'body_too_large', 413],
    ['of more than the API accepts', withName(Buffer.alloc(2_000_000, 'a')), 'body_too_large', 413],
    ['nested 100,000 deep', '['.repeat(100_000) + ']'.repeat(100_000), 'validation_failed', 400],
    ['nested 100,000 deep and not closed', '{"a":'.repeat(100_000), 'malformed_json', 400],
    ['of invalid UTF-8', withName(Buffer.from([0xc3, 0x28])), 'malformed_json', 400],
    ['of an incomplete character', withName(Buffer.from([0xf0, 0x9f, 0x98])), 'malformed_json', 400],
    ['with a lone surrogate', withName(Buffer.from('\\ud800')), 'validation_failed', 400],
    ['with a raw NUL byte', withName(Buffer.from([0])), 'malformed_json', 400],
    ['with an escaped NUL byte', withName(Buffer.from('\\u0000')), 'validation_failed', 400],
    ['that is not an object', '"text"', 'validation_failed', 400],
    ['that is null', 'null', 'validation_failed', 400],
  ])('%s is rejected, and nothing is stored', async (_, body, code, status) => {
    const { reply, added } = await postDiscount(body)
    expect(reply).toMatchObject(problem(code, status))
    expect(added).toBe(0)
  })

  test('with an unknown field nested 100,000 deep is read without that field', async () => {
    const deep = '['.repeat(100_000) + ']'.repeat(100_000)
    const { reply, last } = await postDiscount(`{"deep":${deep},${JSON.stringify(discount).slice(1)}`)
    expect(reply.status).toBe(200)
    expect(last).toEqual(reply.json)
    expect(last).not.toHaveProperty('deep')
  })

  test('with __proto__ and constructor as fields is read without them', async () => {
    const prototypeFields = '"__proto__":{"archived":true,"rate":1},"constructor":{"prototype":{"rate":1}}'
    const { reply, last } = await postDiscount(`{${prototypeFields},${JSON.stringify(discount).slice(1)}`)
    expect(reply.status).toBe(200)
    expect(last).toMatchObject({ ...discount, archived: false, rate: null })
    expect(Object.keys(last)).toEqual(Object.keys(reply.json))
    expect({}).not.toHaveProperty('archived')
  })

  test('with only __proto__ lacks every required field', async () => {
    const { reply, added } = await postDiscount(`{"__proto__":${JSON.stringify(discount)}}`)
    expect(reply).toMatchObject(problem('validation_failed', 400))
    expect(Object.keys(reply.json.errors)).toEqual(['name', 'trigger', 'type'])
    expect(added).toBe(0)
  })
})

describe('a path', () => {
  test.each([
    ['of 10,000 characters', 'a'.repeat(10_000)],
    ['with an encoded slash', 'a%2Fb'],
    ['with an encoded NUL', '%00'],
    ['with invalid encoding', '%E0%A4%A'],
    ['of dots', '..%2f..%2fetc%2fpasswd'],
    ['of a property of every object', '__proto__'],
  ])('%s is not found', async (_, id) => {
    const { request } = await startApi()
    for (const method of ['GET', 'PUT', 'DELETE']) {
      const body = method === 'PUT' ? JSON.stringify(discount) : undefined
      expect(await request(`/discounts/${id}`, { method, headers, body }), method).toMatchObject(
        problem('not_found', 404),
      )
    }
  })

  test('longer than the limit is rejected, and the process keeps running', async () => {
    const { request } = await startApi()
    expect((await request(`/discounts/${'a'.repeat(100_000)}`, { headers })).status).toBe(400)
    expect((await request('/discounts', { headers })).status).toBe(200)
  })
})

test.each(['__proto__', 'constructor', 'toString', 'hasOwnProperty'])(
  '%s as a query parameter and as a header is ignored',
  async name => {
    const { request, faults } = await startApi()
    const { status } = await request(`/discounts?${name}=1&${name}=2`, { headers: { ...headers, [`${name}`]: 'x' } })
    expect({ status, faults }).toEqual({ status: 200, faults: [] })
  },
)

test.each(['Basic', 'Basic !!!', `Basic ${'A'.repeat(8000)}`, 'Basic AAAA', 'Bearer x', 'Basic \u00ff'])(
  'returns 401 for the Authorization header %s',
  async Authorization => {
    const { request } = await startApi()
    expect(await request('/discounts', { headers: { Authorization } })).toMatchObject(problem('unauthorized', 401))
  },
)
