import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { freePort } from '../../../infra/local/ports.ts'
import { answers, newDirectory, noteIn, removeDirectory, terminal } from './starting.ts'

test('a signal to npm itself ends everything, the database too', async () => {
  const directory = newDirectory()
  const flags = ['--data', directory, '--port', String(await freePort()), '--no-demo']
  const npm = spawn('npm', ['start', '--', ...flags], { env: terminal, detached: true })
  const isServing = () => existsSync(join(directory, 'running.json')) && noteIn(directory).url
  await expect.poll(isServing, { timeout: 25_000 }).toBeTruthy()
  const { endpoint } = noteIn(directory)
  npm.kill('SIGTERM')
  await once(npm, 'exit')
  await expect.poll(() => answers(endpoint), { timeout: 5000 }).toBe(false)
  removeDirectory(directory)
})
