import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { freePort } from '../../../infra/local/ports.ts'
import { isAnswering, newDirectory, removeDirectory, runningApiIn, terminal } from './starting.ts'

test('a signal to npm itself stops everything, the database included', { tags: ['long'] }, async () => {
  const directory = newDirectory()
  const flags = ['--data', directory, '--port', String(await freePort()), '--no-demo']
  const npm = spawn('npm', ['start', '--', ...flags], { env: terminal, detached: true })
  const isServing = () => existsSync(join(directory, 'running.json')) && runningApiIn(directory).url
  await expect.poll(isServing, { timeout: 25_000 }).toBeTruthy()
  const { endpoint } = runningApiIn(directory)
  npm.kill('SIGTERM')
  await once(npm, 'exit')
  await expect.poll(() => isAnswering(endpoint), { timeout: 5000 }).toBe(false)
  removeDirectory(directory)
})
