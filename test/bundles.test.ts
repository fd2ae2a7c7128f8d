/** Every Lambda as it would be deployed, alone in a process and a folder of its own, answers its sample event. */

import { execFile } from 'node:child_process'
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { buildAll, bundles, lambdaName } from '../infra/build.ts'
import { createTable } from '../infra/local/create-table.ts'
import { routes } from '../lib/api.ts'
import { workers } from '../lib/workers.ts'
import { sampleEvent } from './support/samples.ts'

const apart = mkdtempSync(join(tmpdir(), 'bundles-'))
const surroundings = {
  STAGE: 'test',
  TABLE_NAME: 'back-office-samples',
  DYNAMODB_ENDPOINT: inject('dynamodbEndpoint'),
  POWERTOOLS_METRICS_DISABLED: 'true',
  POWERTOOLS_LOG_LEVEL: 'SILENT',
  CHECK_REPLIES: 'true',
  CRAWLER_ALLOW_HOSTS: inject('shopHost'),
}

beforeAll(async () => {
  await buildAll()
  cpSync(bundles, apart, { recursive: true })
  await createTable(surroundings.DYNAMODB_ENDPOINT, surroundings.TABLE_NAME, false)
  Object.assign(process.env, surroundings)
  const { ensureDemo } = await import('../infra/local/demo/ensure.ts')
  await ensureDemo(apart)
}, 60_000)

afterAll(() => rmSync(apart, { recursive: true }))

const run = promisify(execFile)

async function answerOf(name: string) {
  const program = `
    const event = ${JSON.stringify(sampleEvent(name))}
    require('./index.cjs').handler(event, {}).then(reply => console.log(JSON.stringify(reply)))`
  const options = {
    cwd: join(apart, lambdaName(name)),
    env: { PATH: process.env.PATH, ...surroundings },
    maxBuffer: 1e8,
  }
  const { stdout } = await run('node', ['-e', program], options)
  return JSON.parse(stdout)
}

test.concurrent.each(routes.map(route => [route.name, route] as const))('%s', async (name, route) => {
  const { statusCode, headers, body } = await answerOf(name)
  expect({ statusCode, body: statusCode < 300 || body }).toEqual({
    statusCode: route.reply || route.media ? 200 : 204,
    body: true,
  })
  expect(headers['X-Request-Id']).toBe(`sample-${lambdaName(name)}`)
})

test.concurrent.each(workers.map(({ name }) => name))('%s', async name => {
  expect(await answerOf(name)).toEqual({ batchItemFailures: [] })
})

test('authorizer', async () => {
  const answer = await answerOf('authorizer')
  expect(answer).toMatchObject({ principalId: 'nobody', policyDocument: { Statement: [{ Effect: 'Deny' }] } })
})
