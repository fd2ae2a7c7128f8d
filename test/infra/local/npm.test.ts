import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { freePort } from '../../../infra/local/ports.ts'
import { newDirectory } from '../../support/temporary.ts'
import { isReachable, readRunningApi, terminalEnvironment } from './start-process.ts'

test('a signal to npm itself stops everything, the database included', { tags: ['long'] }, async () => {
  const directory = newDirectory()
  const flags = ['--data', directory, '--port', String(await freePort()), '--no-demo']
  const npm = spawn('npm', ['start', '--', ...flags], { env: terminalEnvironment, detached: true })
  const isServing = () => existsSync(join(directory, 'running.json')) && readRunningApi(directory).url
  await expect.poll(isServing, { timeout: 25_000 }).toBeTruthy()
  const { endpoint } = readRunningApi(directory)
  npm.kill('SIGTERM')
  await once(npm, 'exit')
  await expect.poll(() => isReachable(endpoint), { timeout: 5000 }).toBe(false)
})
