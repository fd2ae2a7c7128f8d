import { afterEach, expect, test, vi } from 'vitest'
import type { Handler } from '../../../infra/local/lambda.ts'
import { good, policy, servingOdd } from './lambdas.ts'
import { problem } from './serving.ts'

afterEach(() => {
  vi.useRealTimers()
})

/** An authorizer that records which keys it was asked about. */
function counting(answer: (token: string, arn: string) => unknown) {
  const asked: string[] = []
  const authorizer: Handler = event => {
    const { type, authorizationToken, methodArn } = event as Record<string, string>
    expect(type).toBe('TOKEN')
    asked.push(authorizationToken!)
    return answer(authorizationToken!, methodArn!)
  }
  return { asked, authorizer }
}

const as = (Authorization: string) => ({ headers: { Authorization } })

test('does not ask the authorizer about a missing or empty header', async () => {
  const { asked, authorizer } = counting(() => policy('Allow'))
  const { ask } = await servingOdd({ authorizer })
  for (const headers of [{}, { Authorization: '' }]) {
    const answer = await ask('/odd', { headers })
    expect(answer).toMatchObject(problem('unauthorized', 401))
    expect(answer.headers['www-authenticate']).toBe('Basic realm="store"')
  }
  expect(asked).toEqual([])
})

test('replies 401 with the challenge when the authorizer denies', async () => {
  const { ask } = await servingOdd()
  const answer = await ask('/odd', as('wrong'))
  expect(answer).toMatchObject(problem('unauthorized', 401))
  expect(answer.headers['www-authenticate']).toBe('Basic realm="store"')
})

test('asks once a minute about a header, whether it is allowed or denied', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  const { asked, authorizer } = counting(token => policy(token === 'good' ? 'Allow' : 'Deny'))
  const { ask } = await servingOdd({ authorizer })
  const both = async () => [(await ask('/odd', as('good'))).status, (await ask('/odd/1', as('bad'))).status]
  expect(await both()).toEqual([200, 401])
  vi.advanceTimersByTime(59_000)
  expect(await both()).toEqual([200, 401])
  expect(asked).toEqual(['good', 'bad'])
  vi.advanceTimersByTime(2000)
  await both()
  expect(asked).toEqual(['good', 'bad', 'good', 'bad'])
})

test('keeps at most a thousand headers and drops the oldest', async () => {
  const { asked, authorizer } = counting(() => policy('Deny'))
  const { ask } = await servingOdd({ authorizer })
  for (let number = 0; number <= 1000; number++) await ask('/odd', as(`key ${number}`))
  await ask('/odd', as('key 1'))
  expect(asked).toHaveLength(1001)
  await ask('/odd', as('key 0'))
  expect(asked).toHaveLength(1002)
})

test('evaluates a cached policy for each method and path', async () => {
  const { asked, authorizer } = counting((_, arn) => policy('Allow', arn))
  const { ask } = await servingOdd({ authorizer })
  expect((await ask('/odd', as('good'))).status).toBe(200)
  expect(await ask('/odd/1', as('good'))).toMatchObject(problem('unauthorized', 401))
  expect(asked).toHaveLength(1)
})

test('replies 500 when the authorizer fails, and does not cache that', async () => {
  let isBroken = true
  const { authorizer } = counting(() => {
    if (isBroken) throw new Error('broken')
    return policy('Allow')
  })
  const { ask, faults } = await servingOdd({ authorizer })
  expect(await ask('/odd', as('good'))).toMatchObject(problem('internal_error', 500))
  expect(faults).toMatchObject([{ message: 'broken' }])
  isBroken = false
  expect((await ask('/odd', as('good'))).status).toBe(200)
})

test('does not ask the authorizer about a public path', async () => {
  const { asked, authorizer } = counting(() => policy('Deny'))
  const { ask } = await servingOdd({ authorizer })
  expect((await ask('/open', { headers: good })).status).toBe(200)
  expect(asked).toEqual([])
})
