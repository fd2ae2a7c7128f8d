import { afterEach, expect, test, vi } from 'vitest'
import type { Handler } from '../../../infra/local/lambda.ts'
import { good, keyHeader, policy, startTestApi } from './test-api.ts'
import { problem } from './test-gateway.ts'

afterEach(() => {
  vi.useRealTimers()
})

/** Returns an authorizer that records the keys it receives, and the list of these keys. */
function recordingAuthorizer(decide: (token: string, arn: string) => unknown) {
  const tokens: string[] = []
  const authorizer: Handler = event => {
    const { type, authorizationToken, methodArn } = event as Record<string, string>
    expect(type).toBe('TOKEN')
    tokens.push(authorizationToken!)
    return decide(authorizationToken!, methodArn!)
  }
  return { tokens, authorizer }
}

const withKey = (name: string) => ({ headers: { Authorization: keyHeader(name) } })

test('does not call the authorizer for a missing header, or one that cannot hold a key', async () => {
  const { tokens, authorizer } = recordingAuthorizer(() => policy('Allow'))
  const { request } = await startTestApi({ authorizer })
  for (const Authorization of [undefined, '', 'Bearer token', `Basic ${btoa('admin:admin')}`]) {
    const headers: Record<string, string> = Authorization === undefined ? {} : { Authorization }
    const reply = await request('/widgets', { headers })
    expect(reply).toMatchObject(problem('unauthorized', 401))
    expect(reply.headers['www-authenticate']).toBe('Basic realm="store"')
  }
  expect(tokens).toEqual([])
})

const reject = () => {
  throw new Error('Unauthorized')
}

test('returns 401 with WWW-Authenticate when the authorizer rejects a key, and does not cache that', async () => {
  const { tokens, authorizer } = recordingAuthorizer(reject)
  const { request, faults } = await startTestApi({ authorizer })
  for (const path of ['/widgets', '/widgets/1']) {
    const reply = await request(path, withKey('wrong'))
    expect(reply).toMatchObject(problem('unauthorized', 401))
    expect(reply.headers['www-authenticate']).toBe('Basic realm="store"')
  }
  expect(tokens).toHaveLength(2)
  expect(faults).toEqual([])
})

test('returns 403 when the policy of a valid key does not allow the request', async () => {
  const { request } = await startTestApi({ authorizer: () => policy('Deny') })
  expect(await request('/widgets', withKey('good'))).toMatchObject(problem('insufficient_scope', 403))
})

test('calls the authorizer once a minute for each header, allowed or denied', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  const { tokens, authorizer } = recordingAuthorizer(token => policy(token === keyHeader('good') ? 'Allow' : 'Deny'))
  const { request } = await startTestApi({ authorizer })
  const both = async () => [
    (await request('/widgets', withKey('good'))).status,
    (await request('/widgets/1', withKey('bad'))).status,
  ]
  expect(await both()).toEqual([200, 403])
  vi.advanceTimersByTime(59_000)
  expect(await both()).toEqual([200, 403])
  expect(tokens).toEqual(['good', 'bad'].map(keyHeader))
  vi.advanceTimersByTime(2000)
  await both()
  expect(tokens).toEqual(['good', 'bad', 'good', 'bad'].map(keyHeader))
})

test('keeps at most a thousand headers and drops the oldest', { tags: ['long'] }, async () => {
  const { tokens, authorizer } = recordingAuthorizer(() => policy('Deny'))
  const { request } = await startTestApi({ authorizer })
  for (let number = 0; number <= 1000; number++) await request('/widgets', withKey(`key ${number}`))
  await request('/widgets', withKey('key 1'))
  expect(tokens).toHaveLength(1001)
  await request('/widgets', withKey('key 0'))
  expect(tokens).toHaveLength(1002)
})

test('evaluates a cached policy for each method and path', async () => {
  const { tokens, authorizer } = recordingAuthorizer((_, arn) => policy('Allow', arn))
  const { request } = await startTestApi({ authorizer })
  expect((await request('/widgets', withKey('good'))).status).toBe(200)
  expect(await request('/widgets/1', withKey('good'))).toMatchObject(problem('insufficient_scope', 403))
  expect(tokens).toHaveLength(1)
})

test('returns 500 when the authorizer fails, and does not cache that', async () => {
  let isBroken = true
  const { authorizer } = recordingAuthorizer(() => {
    if (isBroken) throw new Error('broken')
    return policy('Allow')
  })
  const { request, faults } = await startTestApi({ authorizer })
  expect(await request('/widgets', withKey('good'))).toMatchObject(problem('internal_error', 500))
  expect(faults).toMatchObject([{ message: 'broken' }])
  isBroken = false
  expect((await request('/widgets', withKey('good'))).status).toBe(200)
})

test('does not call the authorizer for a public path', async () => {
  const { tokens, authorizer } = recordingAuthorizer(() => policy('Deny'))
  const { request } = await startTestApi({ authorizer })
  expect((await request('/open', { headers: good })).status).toBe(200)
  expect(tokens).toEqual([])
})
