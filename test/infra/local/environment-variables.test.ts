import { expect, test, vi } from 'vitest'
import { lambdaEnvironment } from '../../../infra/local/environment-variables.ts'
import { findStage } from '../../../infra/stages.ts'

const table = { endpoint: 'http://localhost:8000', table: 'local', directory: '.data', accessKey: '', url: null }

test('the limits of keys are those of prod', () => {
  const { keyRequestsPerSecond, keyBurst } = findStage('prod')
  expect(lambdaEnvironment(table)).toMatchObject({
    KEY_REQUESTS_PER_SECOND: String(keyRequestsPerSecond),
    KEY_BURST: String(keyBurst),
  })
})

test('the crawler may fetch from the API itself, and from the hosts that the developer allows', () => {
  vi.stubEnv('CRAWLER_ALLOW_HOSTS', 'localhost:5173')
  const variables = lambdaEnvironment({ ...table, url: 'http://127.0.0.1:3000' })
  expect(variables.CRAWLER_ALLOW_HOSTS).toBe('127.0.0.1:3000,localhost:5173')
  vi.unstubAllEnvs()
})
