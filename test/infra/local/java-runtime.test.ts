/**
 * Tests how a Java runtime is fetched, with a server in place of the catalog and the archives of Eclipse Temurin.
 * @module-tag long
 */

import { execFile, execFileSync } from 'node:child_process'
import { hash, randomBytes } from 'node:crypto'
import { chmodSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { gzipSync } from 'node:zlib'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { startDatabase } from '../../../infra/local/database/database.ts'
import { prepareJavaOrDockerCommand } from '../../../infra/local/database/java-or-docker-command.ts'
import { fetchJava, findJava } from '../../../infra/local/database/java-runtime.ts'
import { newDirectory } from '../../support/temporary.ts'
import { isReachable, start } from './start-process.ts'

const pathOf = (program: string) => execFileSync('which', [program], { encoding: 'utf8' }).trim()
/** The Java of this machine; null if there is none. */
const found = findJava()
const java = found === 'java' ? pathOf(found) : found
const testWithJava = test.skipIf(!java)
const inMemory = { directory: null, port: 1, temporary: '/tmp' }

/** Returns an archive with the folders of a Temurin runtime. Its program `java` runs the Java of this machine. */
function archiveOf(folder: string, script = `exec ${java} "$@"`): Buffer {
  const directory = newDirectory()
  const name = 'jdk-21.0.9+10-jre'
  const bin = join(directory, name, folder)
  mkdirSync(bin, { recursive: true })
  writeFileSync(join(bin, 'java'), `#!/bin/sh\n${script}\n`)
  chmodSync(join(bin, 'java'), 0o755)
  /** The file is so large that a network needs several packets for it. */
  writeFileSync(join(bin, 'modules'), randomBytes(3_000_000))
  return gzipSync(execFileSync('tar', ['-c', '-C', directory, name], { maxBuffer: 1e8 }))
}

interface StandIn {
  archive?: Buffer
  checksum?: string
  /** Replies to a request for the archive. */
  send?: (response: ServerResponse, archive: Buffer) => unknown
  runtimes?: unknown
}

const sendAll = (response: ServerResponse, archive: Buffer) => response.end(archive)
const sendHalf = (response: ServerResponse, archive: Buffer) =>
  response.write(archive.subarray(0, archive.length / 2), () => response.destroy())

/** Starts a server that offers a runtime, and returns the list of requests that the server gets. */
async function serveRuntimes(standIn: StandIn = {}): Promise<string[]> {
  const { archive = archiveOf('bin'), send = sendAll } = standIn
  const checksum = standIn.checksum ?? hash('sha256', archive)
  const requests: string[] = []
  const server = createServer((request, response) => {
    requests.push(request.url!)
    if (request.url === '/runtime.tar.gz') return void send(response, archive)
    const link = `${url}/runtime.tar.gz`
    const found = [{ binary: { package: { name: 'runtime', link, checksum, size: archive.length } } }]
    response.end(JSON.stringify(standIn.runtimes ?? found))
  })
  await new Promise<void>(listening => server.listen(0, '127.0.0.1', listening))
  onTestFinished(() => void server.close())
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  vi.stubEnv('JAVA_CATALOG', url)
  return requests
}

const cache = () => join(process.env.XDG_CACHE_HOME!, 'store-back-office')
const print = vi.spyOn(console, 'error')

/** Simulates a machine with neither Java nor Docker. Returns the only directory in its PATH. */
function newMachine(): string {
  const bin = newDirectory()
  for (const program of ['tar', 'gzip', 'rm']) symlinkSync(pathOf(program), join(bin, program))
  vi.stubEnv('PATH', bin)
  vi.stubEnv('XDG_CACHE_HOME', newDirectory())
  vi.stubEnv('DYNAMODB_ENDPOINT', undefined)
  vi.stubEnv('JAVA_CATALOG', 'http://127.0.0.1:9')
  return bin
}

beforeEach(() => {
  print.mockReset().mockReturnValue()
})
afterEach(() => void vi.unstubAllEnvs())

const installOne =
  'DynamoDB Local needs Java 17 or newer, or Docker. Install one of them, or set DYNAMODB_ENDPOINT to a DynamoDB.'

testWithJava('fetches a runtime once, says so, and runs DynamoDB Local with it', async () => {
  newMachine()
  const requests = await serveRuntimes()
  const { endpoint, stop } = await startDatabase(null)
  expect(await isReachable(endpoint)).toBe(true)
  await stop()
  expect(print).toHaveBeenCalledExactlyOnceWith(
    `This machine has no Java and no Docker. Fetching a Java runtime once, into ${cache()}/java-21.`,
  )
  expect(requests).toEqual([
    expect.stringMatching(
      /^\/v3\/assets\/latest\/21\/hotspot\?os=(linux|mac)&architecture=(x64|aarch64)&image_type=jre&vendor=eclipse$/,
    ),
    '/runtime.tar.gz',
  ])
  expect(readdirSync(cache())).toEqual(['java-21'])

  expect((await prepareJavaOrDockerCommand(inMemory))[0]).toBe(join(cache(), 'java-21/bin/java'))
  expect(print).toHaveBeenCalledTimes(1)
  expect(requests).toHaveLength(2)
})

testWithJava('finds the program in the folders of macOS', async () => {
  newMachine()
  await serveRuntimes({ archive: archiveOf('Contents/Home/bin') })
  expect(await fetchJava()).toBe(join(cache(), 'java-21/Contents/Home/bin/java'))
})

testWithJava.each<[string, StandIn, string]>([
  ['its checksum is wrong', { checksum: '0'.repeat(64) }, 'its checksum is wrong'],
  ['the download is interrupted', { send: sendHalf }, 'other side closed'],
  [
    'the server replies with an error',
    { send: response => response.writeHead(503).end() },
    '127.0.0.1:\\d+ replied with 503',
  ],
  ['there is none for the machine', { runtimes: [] }, '127.0.0.1:\\d+ has none for \\w+ on \\w+'],
  ['it does not run here', { archive: archiveOf('bin', 'exit 1') }, 'it does not run on this machine'],
  ['it is no archive', { archive: Buffer.from('<html>') }, 'Command failed: tar (.|\\n)+'],
])('keeps nothing and says why if %s, and the next start fetches it', async (_, standIn, reason) => {
  newMachine()
  await serveRuntimes(standIn)
  const error = await prepareJavaOrDockerCommand(inMemory).catch(({ message }: Error) => message)
  expect(error).toMatch(new RegExp(`^The Java runtime could not be fetched: ${reason}\\.\n`))
  expect(error).toContain(installOne)
  expect(readdirSync(cache())).toEqual([])
  expect(findJava()).toBeNull()
  await serveRuntimes()
  expect((await prepareJavaOrDockerCommand(inMemory))[0]).toContain(cache())
})

test('says what to install if there is no network', async () => {
  newMachine()
  const error = await prepareJavaOrDockerCommand(inMemory).catch(({ message }: Error) => message)
  expect(error).toMatch(/^The Java runtime could not be fetched: (bad port|.*ECONNREFUSED.*)\.\n/)
  expect(error).toContain(installOne)
})

testWithJava('a Java that is too old counts as none, and is named if there is no network', async () => {
  const bin = newMachine()
  writeFileSync(join(bin, 'java'), `#!/bin/sh\necho 'openjdk version "11.0.2"' >&2\n`, { mode: 0o755 })
  await expect(prepareJavaOrDockerCommand(inMemory)).rejects.toThrow(
    'DynamoDB Local needs Java 17 or newer, or Docker, and this machine has Java 11. Install one of them',
  )
  await serveRuntimes()
  expect((await prepareJavaOrDockerCommand(inMemory))[0]).toBe(join(cache(), 'java-21/bin/java'))
  expect(print).toHaveBeenCalledWith(expect.stringContaining('Java 11, which is too old,'))
})

testWithJava('two processes that fetch it at once both have it, and one copy is kept', async () => {
  newMachine()
  const requests = await serveRuntimes()
  const script = "import { fetchJava } from './infra/local/database/java-runtime.ts'; console.log(await fetchJava())"
  const fetchInProcess = () =>
    promisify(execFile)(process.execPath, ['--input-type=module', '-e', script], { env: process.env })
  const results = await Promise.all([fetchInProcess(), fetchInProcess()])
  const program = join(cache(), 'java-21/bin/java')
  expect(results.map(({ stdout }) => stdout.trim())).toEqual([program, program])
  expect(requests).toHaveLength(4)
  expect(readdirSync(cache())).toEqual(['java-21'])
  expect(readFileSync(program, 'utf8')).toContain(java)
})

testWithJava('npm start goes on with the runtime that it has fetched', async () => {
  newMachine()
  await serveRuntimes()
  const { PATH = '', XDG_CACHE_HOME = '', JAVA_CATALOG = '' } = process.env
  const environment = { PATH, XDG_CACHE_HOME, JAVA_CATALOG }
  const started = await start({ directory: newDirectory(), flags: ['--no-demo', '--memory'], environment })
  await started.prints('Ready after')
  expect(started.output()).toMatch(
    /^Starting the database\.\nThis machine has no Java and no Docker\. .+\nStarting the API/,
  )
})

testWithJava('Ctrl-C while it is fetched ends npm start at once, and leaves nothing behind', async () => {
  newMachine()
  await serveRuntimes({ send: (response, archive) => response.write(archive.subarray(0, 1000)) })
  const { PATH = '', XDG_CACHE_HOME = '', JAVA_CATALOG = '' } = process.env
  const environment = { PATH, XDG_CACHE_HOME, JAVA_CATALOG }
  const started = await start({ directory: newDirectory(), flags: ['--no-demo'], environment })
  await started.prints('Fetching a Java runtime once')
  started.process.kill('SIGINT')
  expect(await started.ended).toBe(0)
  expect(readdirSync(cache())).toEqual([])
})
