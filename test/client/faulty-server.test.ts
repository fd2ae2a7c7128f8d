/** The client with a server that fails in every way. */

import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { type ClientOptions, createClient, UnexpectedReplyError } from '../../lib/client/index.ts'

type Answer = (response: ServerResponse, request: IncomingMessage) => void

const reply =
  (status: number, body: unknown = {}, headers: Record<string, string> = {}): Answer =>
  response =>
    void response.writeHead(status, headers).end(typeof body === 'string' ? body : JSON.stringify(body))

const lose: Answer = response => void response.destroy()
const loseWithinBody: Answer = response => {
  response.writeHead(200, { 'Content-Length': 100 }).write('{"id":')
  setTimeout(() => response.destroy(), 10)
}
const keepSilent: Answer = () => {}
const found = reply(200, { id: '1' })
const problem = (status: number, code: string, headers?: Record<string, string>) =>
  reply(status, { code, detail: 'A problem.' }, headers)

/** Answers the requests one after the other; the last answer is repeated. */
async function serve(answers: Answer[], options: Partial<ClientOptions> = {}) {
  const requests: IncomingMessage[] = []
  const server = createServer((request, response) => {
    requests.push(request)
    request.resume()
    answers[Math.min(requests.length, answers.length) - 1]!(response, request)
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close().closeAllConnections())
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/prod/`
  return { requests, shop: createClient({ url, key: 'sk', ...options }) }
}

/** No pause is longer than a millisecond, except those that the server asks for. */
beforeEach(() => void vi.spyOn(Math, 'random').mockReturnValue(0.001))
afterEach(() => void vi.restoreAllMocks())

describe('is repeated', () => {
  test.each([
    ['429', problem(429, 'too_many_requests')],
    ['429 with the seconds to wait', problem(429, 'too_many_requests', { 'Retry-After': '0' })],
    ['502', reply(502, '<html>')],
    ['503', problem(503, 'unavailable')],
    ['504', problem(504, 'timeout')],
    ['a lost connection', lose],
    ['a connection lost within the body', loseWithinBody],
  ])('a GET, PUT and DELETE after %s', async (_, fault) => {
    const { requests, shop } = await serve([fault, found, fault, found, fault, reply(204, '')])
    expect(await shop.discounts.get({ id: '1' })).toEqual({ id: '1' })
    expect(await shop.orders.update({ token: '1', status: 'Shipped' })).toEqual({ id: '1' })
    expect(await shop.discounts.remove({ id: '1' })).toBeUndefined()
    expect(requests.map(({ method }) => method)).toEqual(['GET', 'GET', 'PUT', 'PUT', 'DELETE', 'DELETE'])
  })

  test('a POST with the Idempotency-Key of its call', async () => {
    const { requests, shop } = await serve([lose, problem(504, 'gateway_timeout'), found])
    await shop.refunds.create({ token: 'a', amount: 1 })
    await shop.refunds.create({ token: 'a', amount: 1 })
    await shop.refunds.create({ token: 'a', amount: 1 }, { idempotencyKey: 'mine' })
    const keys = requests.map(({ headers }) => headers['idempotency-key'])
    expect(keys).toEqual([keys[0], keys[0], keys[0], keys[3], 'mine'])
    expect(new Set(keys).size).toBe(3)
  })

  test('a POST whose first request still runs, until its result is there', async () => {
    const { requests, shop } = await serve([lose, problem(409, 'request_in_progress'), found])
    expect(await shop.refunds.create({ token: 'a', amount: 1 })).toEqual({ id: '1' })
    expect(requests).toHaveLength(3)
  })

  test('a request that takes longer than the time-out', async () => {
    const { shop } = await serve([keepSilent, found], { timeout: 50 })
    expect(await shop.discounts.get({ id: '1' })).toEqual({ id: '1' })
  })

  test('as often as the client or the call says, and then the last error is thrown', async () => {
    const { requests, shop } = await serve([problem(503, 'unavailable')], { retries: 2 })
    await expect(shop.orders.list()).rejects.toMatchObject({ status: 503, code: 'unavailable' })
    expect(requests).toHaveLength(3)
    await expect(shop.orders.list({}, { retries: 0 })).rejects.toMatchObject({ status: 503 })
    expect(requests).toHaveLength(4)
  })

  test('not before the time that the reply names', async () => {
    const { shop } = await serve([problem(429, 'too_many_requests', { 'Retry-After': '1' }), found])
    const startedAt = performance.now()
    await shop.orders.list()
    expect(performance.now() - startedAt).toBeGreaterThan(990)
  })
})

describe('is not repeated', () => {
  test.each([
    ['400', problem(400, 'validation_failed')],
    ['409', problem(409, 'not_paid')],
    ['409 to the first request with a key', problem(409, 'request_in_progress')],
    ['500', problem(500, 'internal_error')],
    ['a wait of more than a minute', problem(429, 'too_many_requests', { 'Retry-After': '61' })],
    ['a wait until a late date', problem(503, 'unavailable', { 'Retry-After': 'Fri, 01 Jan 2100 00:00:00 GMT' })],
  ])('%s', async (_, fault) => {
    const { requests, shop } = await serve([fault, found])
    await expect(shop.refunds.create({ token: 'a', amount: 1 })).rejects.toThrow('A problem.')
    expect(requests).toHaveLength(1)
  })

  test('a call that its signal has ended, neither within a request nor within a pause', async () => {
    const { requests, shop } = await serve([keepSilent])
    await expect(shop.orders.list({}, { signal: AbortSignal.timeout(30) })).rejects.toThrow('aborted')
    await expect(shop.orders.list({}, { signal: AbortSignal.abort() })).rejects.toThrow('aborted')
    expect(requests).toHaveLength(1)
    /** A pause would take days. */
    vi.spyOn(Math, 'random').mockReturnValue(1e6)
    const lost = await serve([keepSilent])
    await expect(lost.shop.orders.list({}, { signal: AbortSignal.timeout(30) })).rejects.toThrow('aborted')
    const busy = await serve([problem(429, 'too_many_requests', { 'Retry-After': '50' })])
    await expect(busy.shop.orders.list({}, { signal: AbortSignal.timeout(50) })).rejects.toThrow('aborted')
    expect(busy.requests).toHaveLength(1)
  })
})

describe('an unexpected reply', () => {
  test.each([
    ['a page of a proxy', reply(403, '<html>Forbidden</html>')],
    ['an error of another API', reply(404, { error: 'no' })],
    ['a success that is not JSON', reply(200, '<html>Welcome</html>')],
    ['a success without a body', reply(200, '')],
  ])('is %s', async (_, fault) => {
    const { shop } = await serve([fault])
    const error = await shop.orders.list().catch(error => error)
    expect(error).toBeInstanceOf(UnexpectedReplyError)
    expect(shop.orders.list.isProblem(error)).toBe(false)
  })
})

describe('options', () => {
  test('the address may have the name of a stage', async () => {
    const { requests, shop } = await serve([found])
    await shop.orders.list({ status: 'Shipped' })
    expect(requests[0]?.url).toBe('/prod/orders?status=Shipped')
  })

  test('hooks see each request and reply, and may replace the request', async () => {
    const seen: string[] = []
    const { requests, shop } = await serve([reply(503), found], {
      onRequest: request => {
        seen.push(request.method)
        return new Request(request, { headers: { ...Object.fromEntries(request.headers), 'X-Job': 'nightly' } })
      },
      onReply: async (reply, request) => void seen.push(`${request.method} ${reply.status} ${await reply.text()}`),
    })
    await shop.discounts.get({ id: '1' })
    expect(seen).toEqual(['GET', 'GET 503 {}', 'GET', 'GET 200 {"id":"1"}'])
    expect(requests[1]?.headers['x-job']).toBe('nightly')
  })

  test('an error of a hook ends the call', async () => {
    const fail = () => {
      throw new Error('The hook failed.')
    }
    const { requests, shop } = await serve([found], { onReply: fail })
    await expect(shop.orders.list()).rejects.toThrow('The hook failed.')
    expect(requests).toHaveLength(1)
  })

  test('another fetch is used instead of the global one', async () => {
    const fetch = async () => Response.json({ id: '2' })
    const { requests, shop } = await serve([found], { fetch })
    expect(await shop.discounts.get({ id: '1' })).toEqual({ id: '2' })
    expect(requests).toHaveLength(0)
  })

  test('headers of a call are added', async () => {
    const { requests, shop } = await serve([found])
    await shop.orders.list({}, { headers: { 'X-Trace': '1' } })
    expect(requests[0]?.headers).toMatchObject({ 'x-trace': '1', authorization: `Basic ${btoa('sk:')}` })
  })
})

describe('a list', () => {
  test('ends with the page that completes its total', async () => {
    const page = (token: string) => reply(200, { totalItems: 2, items: [{ token }] })
    const { requests, shop } = await serve([page('a'), page('b'), page('c')])
    expect(await shop.orders.all({ limit: 1 }).toArray()).toEqual([{ token: 'a' }, { token: 'b' }])
    expect(requests).toHaveLength(2)
  })

  test('without a total ends with an empty page', async () => {
    const page = (items: unknown[]) => reply(200, { items })
    const { requests, shop } = await serve([page([{ token: 'a' }, { token: 'b' }]), page([{ token: 'c' }]), page([])])
    expect(await shop.orders.all().toArray()).toEqual([{ token: 'a' }, { token: 'b' }, { token: 'c' }])
    expect(requests.map(({ url }) => url)).toEqual([
      '/prod/orders?limit=100',
      '/prod/orders?limit=100&offset=2',
      '/prod/orders?limit=100&offset=3',
    ])
  })
})
