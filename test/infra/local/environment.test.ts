import { expect, test } from 'vitest'
import { environment } from '../../../infra/local/environment.ts'
import { findStage } from '../../../infra/stages.ts'

test('the limits of keys are those of prod', () => {
  const table = {
    endpoint: 'http://localhost:8000',
    table: 'local',
    directory: '.data',
    accessKey: '',
    gatewayKeys: '',
  }
  const { keyRequestsPerSecond, keyBurst } = findStage('prod')
  expect(environment({ ...table, docs: 'docs', mails: 'mails' })).toMatchObject({
    KEY_REQUESTS_PER_SECOND: String(keyRequestsPerSecond),
    KEY_BURST: String(keyBurst),
  })
})
