import { readdirSync } from 'node:fs'
import { afterAll, expect, test } from 'vitest'
import { invokeOnce, lambdaNames } from '../../../infra/local/invoke-command-line.ts'
import { copyRepository, shortenDemo } from '../../support/repository-copy.ts'
import { newDirectory } from '../../support/temporary.ts'
import { startReady } from './start-process.ts'

/**
 * `invokeOnce` sets the environment variables of this process to those of the running API. They are reset after the
 * tests.
 */
const environment = { ...process.env }
afterAll(() => {
  process.env = environment
})

/**
 * Runs a sample. First deletes the variables that name a database and a table, so that the sample finds the running API
 * only by the data directory, as in a separate process.
 */
function runSample(name: string, data: string) {
  for (const found of ['DYNAMODB_ENDPOINT', 'TABLE_NAME']) delete process.env[found]
  return invokeOnce(name, undefined, { data, built: false })
}

test('every sample event succeeds on the filled demo store', { tags: ['long'] }, async () => {
  const data = newDirectory()
  const copy = copyRepository()
  shortenDemo(copy)
  const api = await startReady({ copy, directory: data, flags: ['--memory'] })
  await api.prints('The demo store is filled')
  const results: Record<string, any> = {}
  for (const name of lambdaNames) results[name] = (await runSample(name, data)).result
  const failed = Object.entries(results).filter(([, result]) => result?.statusCode >= 400)
  expect(failed).toEqual([])
  expect(results['products.crawl'].body).toContain('Linen tea towel')
  expect(results['events.receive'].body).toContain('"status":"accepted"')
  expect(results['webhooks.stripe'].body).toBe('{"received":true}')
  expect(JSON.stringify(results.authorizer)).toContain('"Effect":"Allow"')
  /** The files of an API in memory are in a temporary directory. */
  expect(readdirSync(data)).toEqual(['running.json'])
})
