import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, inject, onTestFinished, test, vi } from 'vitest'
import { findLocalTable } from '../../../infra/local/local-table.ts'
import { findRunningApi, lockDirectory, type RunningApi } from '../../../infra/local/running-api.ts'
import { newDirectory, removeDirectory, runningApiIn } from './starting.ts'

const endpoint = inject('dynamodbEndpoint')
const url = 'http://127.0.0.1:3000'

/** A data directory, with the given entries in its `running.json`. */
function directoryWith(api?: Partial<RunningApi>) {
  const directory = newDirectory()
  onTestFinished(() => removeDirectory(directory))
  const file = join(directory, 'running.json')
  const starting = { pid: process.pid, table: 'back-office', endpoint: null, url: null }
  if (api) writeFileSync(file, JSON.stringify({ ...starting, ...api }))
  return { directory, file }
}

/** The first word that a process prints; it then waits until the test is over. */
async function firstWordOf(args: string[]): Promise<string> {
  const child = spawn(process.execPath, ['--input-type=module', ...args], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  onTestFinished(() => void child.kill())
  const [word] = await once(child.stdout, 'data')
  return String(word).trim()
}

test('locks a free directory, publishes where the API is, and releases the directory', async () => {
  const { directory, file } = directoryWith()
  const { publish, release } = await lockDirectory(directory)
  expect(runningApiIn(directory)).toMatchObject({ pid: process.pid, endpoint: null, url: null })
  publish({ endpoint, url })
  expect(await findRunningApi(directory)).toMatchObject({ pid: process.pid, endpoint, url })
  release()
  expect(existsSync(file)).toBe(false)
})

test('only one of many processes that start at once gets the lock', async () => {
  const { directory } = directoryWith()
  const program = `
    const { lockDirectory } = await import('${import.meta.resolve('../../../infra/local/running-api.ts')}')
    const at = Number(process.argv[1])
    while (Date.now() < at);
    console.log(await lockDirectory(process.argv[2]).then(() => 'locked', () => 'refused'))
    process.stdin.resume()
  `
  const at = String(Date.now() + 1500)
  const words = await Promise.all(
    Array.from({ length: 8 }, () => firstWordOf(['-e', program, at, directory])),
  )
  expect(words.filter(word => word === 'locked')).toHaveLength(1)
})

test('rejects a directory on which an API runs or starts', async () => {
  const running = directoryWith({ endpoint, url })
  await expect(lockDirectory(running.directory)).rejects.toThrow(
    `The API is already running at ${url} on the data in ${running.directory} (process ${process.pid}).`,
  )
  const starting = directoryWith({})
  await expect(lockDirectory(starting.directory)).rejects.toThrow('The API is already starting on the data')
})

const { pid: deadProcess } = spawnSync(process.execPath, ['--version'])

test.each([
  ['a process that is dead', { pid: deadProcess, endpoint, url }],
  ['another program with the same process number', { endpoint: 'http://127.0.0.1:9', url }],
])('ignores what %s left behind', async (_, api) => {
  const { directory } = directoryWith(api)
  expect(await findRunningApi(directory)).toBeNull()
  await lockDirectory(directory)
  expect(runningApiIn(directory).pid).toBe(process.pid)
})

test.each(['', '{', 'null'])('ignores a file that contains %j', async text => {
  const { directory, file } = directoryWith()
  writeFileSync(file, text)
  expect(await findRunningApi(directory)).toBeNull()
  await lockDirectory(directory)
  expect(runningApiIn(directory).pid).toBe(process.pid)
})

test('does not release the lock of another process', async () => {
  const { directory, file } = directoryWith()
  const { release } = await lockDirectory(directory)
  writeFileSync(file, JSON.stringify({ ...runningApiIn(directory), pid: 1 }))
  release()
  expect(runningApiIn(directory).pid).toBe(1)
})

test('a command works on the table of the running API, or asks to start one', async () => {
  vi.stubEnv('DYNAMODB_ENDPOINT', undefined)
  onTestFinished(() => void vi.unstubAllEnvs())
  const { directory } = directoryWith({ endpoint, url, table: 'their-table' })
  expect(await findLocalTable(directory)).toEqual({ endpoint, table: 'their-table', isServed: true })
  const { directory: free } = directoryWith()
  await expect(findLocalTable(free)).rejects.toThrow(
    `No API is running on the data in ${free}. Start the API first: npm start`,
  )
})
