/** Runs the CDK app in a separate process. */

import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'

test('an unknown stage is reported in one sentence', { tags: ['long'] }, () => {
  const env = { ...process.env, CDK_CONTEXT_JSON: JSON.stringify({ stage: 'typo' }) }
  const { status, stderr } = spawnSync('node', ['infra/app.ts'], { env, encoding: 'utf8' })
  expect({ status, stderr }).toEqual({
    status: 1,
    stderr: 'Unknown stage "typo". infra/stages.ts defines: dev, staging, prod.\n',
  })
})
