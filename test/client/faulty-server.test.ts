/** Tests the client with a server that fails in various ways, and the options of the client. */

import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { createClient, UnexpectedReplyError } from '../../lib/client/index.ts'
import {
  type Answer,
  found,
  keepSilent,
  lose,
  loseWithinBody,
  loseWithinChunks,
  problem,
  reply,
  serve,
  stopWithinBody,
} from './fake-api.ts'

/** Limits the client's random pauses to a few milliseconds. Pauses that the server asks for are not random. */
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
    ['a connection lost within a body of unknown length', loseWithinChunks],
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

  test('a request whose reply, or the rest of it, takes longer than the time-out', async () => {
    /**
     * On a busy machine, even a reply that the server sends at once may exceed the time-out. The client then sends more
     * than three requests.
     */
    const { requests, shop } = await serve([keepSilent, stopWithinBody, found], { timeout: 200, retries: 1000 })
    expect(await shop.discounts.get({ id: '1' })).toEqual({ id: '1' })
    expect(requests.length).toBeGreaterThanOrEqual(3)
  })

  test('after random pauses, each of which may be twice as long as the one before', async () => {
    vi.mocked(Math.random).mockReturnValue(0.5)
    vi.useFakeTimers()
    onTestFinished(() => void vi.useRealTimers())
    const sentAt: number[] = []
    const fetch = async () => {
      sentAt.push(Date.now())
      return new Response('', { status: 503 })
    }
    const failed = expect(
      createClient({ url: 'http://shop.example', key: 'sk', fetch, retries: 7 }).orders.list(),
    ).rejects.toThrow('503')
    await vi.runAllTimersAsync()
    await failed
    const pauses = sentAt.slice(1).map((time, n) => time - sentAt[n]!)
    expect(pauses).toEqual([125, 250, 500, 1000, 2000, 4000, 4000])
  })

  test('as often as the client or the call says, and then the last error is thrown', async () => {
    const { requests, shop } = await serve([problem(503, 'unavailable')], { retries: 2 })
    await expect(shop.orders.list()).rejects.toMatchObject({ status: 503, code: 'unavailable' })
    expect(requests).toHaveLength(3)
    await expect(shop.orders.list({}, { retries: 0 })).rejects.toMatchObject({ status: 503 })
    expect(requests).toHaveLength(4)
    await expect(shop.orders.list({}, { retries: undefined })).rejects.toMatchObject({ status: 503 })
    expect(requests).toHaveLength(7)
    const lost = await serve([lose], { retries: 1 })
    await expect(lost.shop.orders.list()).rejects.toThrow('fetch failed')
    expect(lost.requests).toHaveLength(2)
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

  test('a wait of more than the client may take', async () => {
    const maintenance = problem(503, 'maintenance', { 'Retry-After': '60' })
    const { requests, shop } = await serve([maintenance, found], { maxRetryAfter: 59_999 })
    await expect(shop.orders.list()).rejects.toMatchObject({ code: 'maintenance', retryAfter: 60_000 })
    expect(requests).toHaveLength(1)
  })

  test.each([
    problem(429, 'too_many_requests', { 'Retry-After': '3600' }),
    reply(429, 'Slow', { 'Retry-After': '3600' }),
  ])('a wait of an hour, which the error has as milliseconds (%#)', async fault => {
    const { shop } = await serve([fault])
    await expect(shop.orders.list()).rejects.toMatchObject({ endpoint: 'orders.list', retryAfter: 3_600_000 })
  })

  test.each([301, 302, 307, 308])('a redirect with the status %i, which is not followed either', async status => {
    const { requests, shop } = await serve([reply(status, '', { Location: 'https://shop.example/orders' }), found])
    const error = await shop.refunds.create({ token: 'a', amount: 1 }).catch(error => error)
    expect(error).toBeInstanceOf(UnexpectedReplyError)
    expect(error.message).toContain('redirect to https://shop.example/orders')
    expect(requests).toHaveLength(1)
  })

  test('a call that was aborted before, within a request, within its reply or within a pause', async () => {
    const abortWithin = async (fault: Answer) => {
      const controller = new AbortController()
      const abort = () => void setTimeout(() => controller.abort(new Error('The user left.')), 20)
      const faultThenAbort: Answer = (response, request) => {
        fault(response, request)
        abort()
      }
      const { requests, shop } = await serve([faultThenAbort])
      await expect(shop.orders.list({}, { signal: controller.signal })).rejects.toThrow('The user left.')
      return requests
    }
    const { requests, shop } = await serve([found])
    await expect(shop.orders.list({}, { signal: AbortSignal.abort() })).rejects.toThrow('aborted')
    expect(requests).toHaveLength(0)
    for (const fault of [keepSilent, stopWithinBody, problem(429, 'too_many_requests', { 'Retry-After': '50' })])
      expect(await abortWithin(fault)).toHaveLength(1)
  })

  test('a list that was aborted between two pages', async () => {
    const { requests, shop } = await serve([reply(200, { items: [{ token: 'a' }] })])
    const controller = new AbortController()
    const reading = (async () => {
      for await (const _ of shop.orders.all({}, { signal: controller.signal })) controller.abort(new Error('Enough.'))
    })()
    await expect(reading).rejects.toThrow('Enough.')
    expect(requests).toHaveLength(1)
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

  test('a hook may change the headers of a request and read its body', async () => {
    const bodies: string[] = []
    const { requests, shop } = await serve([found], {
      onRequest: async request => {
        request.headers.set('X-Job', 'nightly')
        bodies.push(await request.text())
      },
    })
    expect(await shop.refunds.create({ token: 'a', amount: 1 })).toEqual({ id: '1' })
    expect(bodies).toEqual(['{"amount":1}'])
    expect(requests[0]?.headers).toMatchObject({ 'x-job': 'nightly', 'content-length': '12' })
  })

  test('a hook may wait longer than the time-out, which also ends a request that the hook has replaced', async () => {
    const onRequest = async (request: Request) => {
      await new Promise(resolve => setTimeout(resolve, 300))
      return new Request(request.url)
    }
    const sent: Request[] = []
    const fetch = (request: Request) =>
      sent.push(request) === 1 ? Promise.resolve(Response.json({ id: '1' })) : new Promise<Response>(() => {})
    const { shop } = await serve([], { fetch, onRequest, timeout: 200, retries: 0 })
    expect(await shop.discounts.get({ id: '1' })).toEqual({ id: '1' })
    await expect(shop.discounts.get({ id: '1' })).rejects.toMatchObject({ name: 'TimeoutError' })
    expect(sent.map(({ signal }) => signal.aborted)).toEqual([false, true])
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

  test('the time-out and the signal end a call with a fetch that ignores them', async () => {
    const fetch = vi.fn(() => new Promise<Response>(() => {}))
    const { shop } = await serve([], { fetch, retries: 1 })
    await expect(shop.orders.list({}, { timeout: 30 })).rejects.toMatchObject({ name: 'TimeoutError' })
    expect(fetch).toHaveBeenCalledTimes(2)
    await expect(shop.orders.list({}, { signal: AbortSignal.timeout(10) })).rejects.toThrow('aborted')
  })

  test('a time-out can be longer than a timer', async () => {
    const { shop } = await serve([found], { timeout: Number.POSITIVE_INFINITY, retries: 0 })
    expect(await shop.discounts.get({ id: '1' })).toEqual({ id: '1' })
  })

  test('headers of the client and of a call are added, or replace others', async () => {
    const { requests, shop } = await serve([found], { headers: { 'X-Trace': '1', 'X-Job': 'nightly' } })
    await shop.orders.list({}, { headers: { 'x-trace': '2', authorization: 'Bearer a' } })
    await shop.orders.list()
    expect(requests.map(({ headers }) => headers)).toMatchObject([
      { 'x-trace': '2', 'x-job': 'nightly', authorization: 'Bearer a', accept: 'application/json' },
      { 'x-trace': '1', 'x-job': 'nightly', authorization: `Basic ${btoa('sk:')}` },
    ])
  })

  test('neither a time-out nor a signal leaves a listener or a timer behind', async () => {
    const { signal } = new AbortController()
    const added = vi.spyOn(signal, 'addEventListener')
    const removed = vi.spyOn(signal, 'removeEventListener')
    const { shop } = await serve([reply(503), found])
    await shop.orders.list({}, { signal })
    expect(added.mock.calls.length).toBeGreaterThan(1)
    expect(removed.mock.calls.length).toBe(added.mock.calls.length)
  })
})
