/** Tests the errors of all endpoints: for a request that they cannot accept, and for an internal error. */

import { afterEach, describe, expect, test, vi } from 'vitest'
import { apiGatewayProblems } from '../../infra/api-gateway-replies.ts'
import { routes } from '../../lib/api.ts'
import { log } from '../../lib/core/log.ts'
import { around } from '../support/fault-injection.ts'
import { gatewayProblemCodes } from '../support/problem-coverage.ts'
import { sampleCall } from '../support/samples.ts'
import { call, newTenant } from '../support/store.ts'

let restore = () => {}
afterEach(() => {
  restore()
  vi.unstubAllEnvs()
  vi.restoreAllMocks()
})

const withNames = (selected: typeof routes) => selected.map(route => [route.name, route] as const)

/** Redirects are left out, because a redirect reads nothing that could fail. */
describe.each(withNames(routes.filter(route => !route.isRedirect)))('%s', name => {
  test('reveals nothing about an internal error', async () => {
    const tenant = await newTenant()
    const errorSpy = vi.spyOn(log, 'error').mockImplementation(() => {})
    restore = around(() => Promise.reject(new Error('the table is unreachable')))
    vi.stubEnv('DOCS_DIR', 'dist/nowhere')
    vi.stubEnv('PAGES_DIR', 'dist/nowhere')
    vi.stubEnv('CHECKOUT_QUEUE_DIR', '/dev/null/nowhere')
    const reply = await call(name, tenant, sampleCall(name))
    expect(reply).toMatchObject({ status: 500, body: { code: 'internal_error', errors: {} } })
    expect(JSON.stringify(reply)).not.toMatch(/unreachable|nowhere/)
    expect(errorSpy).toHaveBeenCalledOnce()
  })
})

describe.each(withNames(routes.filter(route => route.isPublic)))('%s', name => {
  test('rejects a client that accepts no JSON', async () => {
    const reply = await call(name, await newTenant(), { headers: { Accept: 'image/png' } })
    expect(reply).toMatchObject({ status: 406, body: { code: 'not_acceptable' } })
  })
})

describe.each(withNames(routes.filter(route => route.query)))('%s', (name, { query }) => {
  test('rejects all invalid parameters of its query', async () => {
    const invalidQuery = Object.fromEntries(Object.keys(query!.shape).map(key => [key, 'a\u0000b']))
    const reply = await call(name, await newTenant(), { ...sampleCall(name), query: invalidQuery })
    expect(reply).toMatchObject({ status: 400, body: { code: 'validation_failed' } })
    const fields = Object.keys(reply.body.errors).map(field => field.replace(/\[\d+\]$/, ''))
    expect(fields.toSorted()).toEqual(Object.keys(invalidQuery).toSorted())
  })
})

describe.each(withNames(routes.filter(route => route.method === 'POST' && !route.isPublic)))('%s', name => {
  const headers = { 'Idempotency-Key': 'k' }

  test('rejects an invalid Idempotency-Key', async () => {
    const request = { ...sampleCall(name), headers: { 'Idempotency-Key': '' } }
    expect(await call(name, await newTenant(), request)).toMatchObject({
      status: 400,
      body: { code: 'validation_failed', errors: { 'Idempotency-Key': [expect.any(String)] } },
    })
  })

  test('rejects an Idempotency-Key of another request, even if it differs only by a space', async () => {
    const tenant = await newTenant()
    const { body, ...sample } = sampleCall(name)
    await call(name, tenant, { ...sample, body, headers })
    const spaced = `${JSON.stringify(body ?? {})} `
    expect(await call(name, tenant, { ...sample, body: spaced, headers })).toMatchObject({
      status: 422,
      body: { code: 'idempotency_key_reused' },
    })
  })

  test('returns 409 while the first call with an Idempotency-Key is in progress', async () => {
    const tenant = await newTenant()
    const request = { ...sampleCall(name), headers }
    const blocker = Promise.withResolvers<void>()
    let commands = 0
    /**
     * The first two requests to the table read and save the Idempotency-Key. The third request belongs to the
     * endpoint itself, or stores its reply.
     */
    restore = around((_, send) => (++commands === 3 ? blocker.promise.then(send) : send()))
    const first = call(name, tenant, request)
    await expect.poll(() => commands).toBe(3)
    const second = await call(name, tenant, request)
    blocker.resolve()
    expect(second).toMatchObject({ status: 409, body: { code: 'request_in_progress' } })
    expect((await first).body.code).not.toBe('request_in_progress')
  })
})

test('API Gateway returns the problems that no handler returns', () => {
  const codes = Object.values(apiGatewayProblems).map(({ code }) => code)
  expect(codes).toEqual(expect.arrayContaining(gatewayProblemCodes))
})
