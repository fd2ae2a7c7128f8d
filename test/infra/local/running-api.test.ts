import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, inject, onTestFinished, test, vi } from 'vitest'
import { resolveLocalTable } from '../../../infra/local/database/local-table-connection.ts'
import { lockDirectory } from '../../../infra/local/process/directory-lock.ts'
import { findRunningApi, type RunningApi } from '../../../infra/local/process/running-api.ts'
import { newDirectory } from '../../support/temporary.ts'
import { readRunningApi } from './start-process.ts'

const endpoint = inject('dynamodbEndpoint')
const url = 'http://127.0.0.1:3000'
const accessKey = 'abc'

/** Creates a data directory, with the given entries in its `running.json`. */
function directoryWith(api?: Partial<RunningApi>) {
  const directory = newDirectory()
  const file = join(directory, 'running.json')
  const starting = { pid: process.pid, table: 'back-office', endpoint: null, accessKey: '', url: null }
  if (api) writeFileSync(file, JSON.stringify({ ...starting, ...api }))
  return { directory, file }
}

/** Runs a process until the end of the test, and returns the first word that it prints. */
async function firstWordOf(args: string[]): Promise<string> {
  const child = spawn(process.execPath, ['--input-type=module', ...args], { stdio: ['pipe', 'pipe', 'inherit'] })
  onTestFinished(() => void child.kill())
  const [word] = await once(child.stdout, 'data')
  return String(word).trim()
}

test('locks a free directory, publishes where the API is, and releases the directory', async () => {
  const { directory, file } = directoryWith()
  const { publish, release } = await lockDirectory(directory)
  expect(readRunningApi(directory)).toMatchObject({ pid: process.pid, endpoint: null, url: null })
  publish({ endpoint, accessKey, table: 'back-office', directory, url })
  expect(statSync(file).mode & 0o777).toBe(0o600)
  expect(await findRunningApi(directory)).toMatchObject({ pid: process.pid, endpoint, accessKey, url })
  release()
  expect(existsSync(file)).toBe(false)
})

test('only one of many processes that start at once gets the lock', { tags: ['long'] }, async () => {
  const { directory } = directoryWith()
  const program = `
    const { lockDirectory } = await import('${import.meta.resolve('../../../infra/local/process/directory-lock.ts')}')
    const at = Number(process.argv[1])
    while (Date.now() < at);
    console.log(await lockDirectory(process.argv[2]).then(() => 'locked', () => 'rejected'))
    process.stdin.resume()
  `
  const at = String(Date.now() + 1500)
  const words = await Promise.all(Array.from({ length: 8 }, () => firstWordOf(['-e', program, at, directory])))
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

const { pid: endedProcess } = spawnSync(process.execPath, ['--version'])

test.each([
  ['a process that has ended', { pid: endedProcess, endpoint, url }],
  ['another program with the same process number', { endpoint: 'http://127.0.0.1:9', url }],
])('ignores the file of %s', async (_, api) => {
  const { directory } = directoryWith(api)
  expect(await findRunningApi(directory)).toBeNull()
  await lockDirectory(directory)
  expect(readRunningApi(directory).pid).toBe(process.pid)
})

test.each(['', '{', 'null'])('ignores a file that contains %j', async text => {
  const { directory, file } = directoryWith()
  writeFileSync(file, text)
  expect(await findRunningApi(directory)).toBeNull()
  await lockDirectory(directory)
  expect(readRunningApi(directory).pid).toBe(process.pid)
})

test('does not release the lock of another process', async () => {
  const { directory, file } = directoryWith()
  const { release } = await lockDirectory(directory)
  writeFileSync(file, JSON.stringify({ ...readRunningApi(directory), pid: 1 }))
  release()
  expect(readRunningApi(directory).pid).toBe(1)
})

test('a command uses the table of the running API, and fails if none is running', async () => {
  vi.stubEnv('DYNAMODB_ENDPOINT', undefined)
  onTestFinished(() => void vi.unstubAllEnvs())
  const { directory } = directoryWith({ endpoint, accessKey, url, table: 'other-table', directory: '/tmp/data' })
  expect(await resolveLocalTable(directory)).toEqual({
    endpoint,
    accessKey,
    table: 'other-table',
    directory: '/tmp/data',
    url,
  })
  const { directory: unused } = directoryWith()
  await expect(resolveLocalTable(unused)).rejects.toThrow(
    `No API is running on the data in ${unused}. Start the API first: npm start -- --data ${unused}`,
  )
})
