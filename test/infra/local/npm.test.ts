import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { findFreePort } from '../../../infra/local/ports.ts'
import { newDirectory } from '../../support/temporary.ts'
import { isReachable, readRunningApi, terminalEnvironment } from './start-process.ts'

test.each<[string, (npm: ChildProcess) => void]>([
  ['SIGTERM', npm => npm.kill('SIGTERM')],
  /** A terminal sends SIGINT to the whole process group. */
  ['Ctrl-C', npm => process.kill(-npm.pid!, 'SIGINT')],
])('%s stops npm start and the database, and leaves nothing behind', { tags: ['long'] }, async (_, stop) => {
  const directory = newDirectory()
  const flags = ['--data', directory, '--port', String(await findFreePort()), '--no-demo']
  const npm = spawn('npm', ['start', '--', ...flags], { env: terminalEnvironment, detached: true })
  let errors = ''
  npm.stderr.on('data', chunk => {
    errors += chunk
  })
  const isServing = () => existsSync(join(directory, 'running.json')) && readRunningApi(directory).url
  await expect.poll(isServing).toBeTruthy()
  const { endpoint } = readRunningApi(directory)
  stop(npm)
  expect(await once(npm, 'exit')).toEqual([0, null])
  expect(errors).toBe('')
  expect(existsSync(join(directory, 'running.json'))).toBe(false)
  await expect.poll(() => isReachable(endpoint)).toBe(false)
})
