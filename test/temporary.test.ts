import { execFile } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { newDirectory } from './support/temporary.ts'

test('a run of the tests leaves nothing in the temporary directory of the system', { tags: ['long'] }, async () => {
  const directory = newDirectory()
  /** Both create temporary directories: CDK does in the first test file, and `newDirectory` in the second one. */
  const files = ['test/infra/aws/dashboard.test.ts', 'test/infra/local/api-log.test.ts']
  const env = { ...process.env, TMPDIR: directory, DYNAMODB_ENDPOINT: '' }
  await promisify(execFile)('node_modules/.bin/vitest', ['run', ...files], { env })
  expect(readdirSync(directory)).toEqual([])
})
