/** Hostile requests, through the gateway to the real Lambdas and the real table. */

import { beforeAll, describe, expect, test } from 'vitest'
import { loadFrom } from '../../../infra/local/lambda.ts'
import * as accounts from '../../../lib/accounts/index.ts'
import { routes } from '../../../lib/api.ts'
import * as keys from '../../../lib/keys/index.ts'
import { problem, serving } from './serving.ts'

let headers: Record<string, string>

beforeAll(async () => {
  const { account } = await accounts.create({ name: 'A test store', currency: 'EUR', features: [] })
  const { secret } = await keys.issue({ account, mode: 'Test' })
  const credentials = Buffer.from(`${secret}:`).toString('base64')
  headers = { Authorization: `Basic ${credentials}`, 'Content-Type': 'application/json' }
})

const serve = () => serving({ routes, load: loadFrom('source') })
const discount = { name: 'Ten off', trigger: 'Total', type: 'FixedAmount', amount: 10 }

/** Sends the body of a discount; returns the reply and what was stored. */
async function sent(body: string | Buffer) {
  const { ask } = await serve()
  const before = (await ask('/discounts', { headers })).json.length
  const answer = await ask('/discounts', { method: 'POST', headers, body })
  const after = (await ask('/discounts', { headers })).json
  return { answer, added: after.length - before, last: after.at(-1) }
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
    ['of half a character', withName(Buffer.from([0xf0, 0x9f, 0x98])), 'malformed_json', 400],
    ['with half a surrogate pair', withName(Buffer.from('\\ud800')), 'validation_failed', 400],
    ['with a raw NUL byte', withName(Buffer.from([0])), 'malformed_json', 400],
    ['with a spelled NUL byte', withName(Buffer.from('\\u0000')), 'validation_failed', 400],
    ['that is not an object', '"text"', 'validation_failed', 400],
    ['that is null', 'null', 'validation_failed', 400],
  ])('%s is refused, and nothing is stored', async (_, body, code, status) => {
    const { answer, added } = await sent(body)
    expect(answer).toMatchObject(problem(code, status))
    expect(added).toBe(0)
  })

  test('with an unknown field nested 100,000 deep is read without that field', async () => {
    const deep = '['.repeat(100_000) + ']'.repeat(100_000)
    const { answer, last } = await sent(`{"deep":${deep},${JSON.stringify(discount).slice(1)}`)
    expect(answer.status).toBe(200)
    expect(last).toEqual(answer.json)
    expect(last).not.toHaveProperty('deep')
  })

  test('with __proto__ and constructor as fields is read without them', async () => {
    const odd = '"__proto__":{"archived":true,"rate":1},"constructor":{"prototype":{"rate":1}}'
    const { answer, last } = await sent(`{${odd},${JSON.stringify(discount).slice(1)}`)
    expect(answer.status).toBe(200)
    expect(last).toMatchObject({ ...discount, archived: false, rate: null })
    expect(Object.keys(last)).toEqual(Object.keys(answer.json))
    expect({}).not.toHaveProperty('archived')
  })

  test('with nothing but __proto__ lacks every required field', async () => {
    const { answer, added } = await sent(`{"__proto__":${JSON.stringify(discount)}}`)
    expect(answer).toMatchObject(problem('validation_failed', 400))
    expect(Object.keys(answer.json.errors)).toEqual(['name', 'trigger', 'type'])
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
    const { ask } = await serve()
    for (const method of ['GET', 'PUT', 'DELETE']) {
      const body = method === 'PUT' ? JSON.stringify(discount) : undefined
      expect(await ask(`/discounts/${id}`, { method, headers, body }), method).toMatchObject(
        problem('not_found', 404),
      )
    }
  })

  test('longer than a request may be is rejected, and the process keeps running', async () => {
    const { ask } = await serve()
    expect((await ask(`/discounts/${'a'.repeat(100_000)}`, { headers })).status).toBe(400)
    expect((await ask('/discounts', { headers })).status).toBe(200)
  })
})

test.each(['__proto__', 'constructor', 'toString', 'hasOwnProperty'])(
  '%s as a query parameter and as a header is ignored',
  async name => {
    const { ask, faults } = await serve()
    const { status } = await ask(`/discounts?${name}=1&${name}=2`, {
      headers: { ...headers, [`${name}`]: 'x' },
    })
    expect({ status, faults }).toEqual({ status: 200, faults: [] })
  },
)

test.each(['Basic', 'Basic !!!', `Basic ${'A'.repeat(8000)}`, 'Basic AAAA', 'Bearer x', 'Basic \u00ff'])(
  '%s as the key is unauthorized',
  async Authorization => {
    const { ask } = await serve()
    expect(await ask('/discounts', { headers: { Authorization } })).toMatchObject(
      problem('unauthorized', 401),
    )
  },
)
