/**
 * Tests starting the API on this machine, in a separate process.
 * @module-tag long
 */

import { execFile, execFileSync, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { DeleteTableCommand, DynamoDBClient, ListTablesCommand } from '@aws-sdk/client-dynamodb'
import { describe, expect, inject, onTestFinished, test } from 'vitest'
import { createClient } from '../../../lib/client/index.ts'
import { newSecret } from '../../../lib/keys/secret.ts'
import { copyRepository } from '../../support/repository-copy.ts'
import { newDirectory } from '../../support/temporary.ts'
import { isReachable, readRunningApi, type StartedProcess, start, startReady } from './start-process.ts'

const run = promisify(execFile)

/** Runs the printed curl command unchanged. */
async function curl({ output }: StartedProcess) {
  const line = /^ {2}(curl .+)$/m.exec(output())?.[1] ?? ''
  const { stdout } = await run('sh', ['-c', line])
  const list: { id: string; name: string }[] = JSON.parse(stdout)
  return { line, discounts: list.map(({ id, name }) => ({ id, name })) }
}

/** Only root may mount a file system. Permissions cannot make a directory read-only for root, but a mount can. */
const canMount = process.platform === 'linux' && process.getuid?.() === 0 && succeeds('mount', '--version')

function succeeds(program: string, ...args: string[]): boolean {
  return spawnSync(program, args).status === 0
}

/** Mounts a separate file system until the test ends, and returns its directory. */
function mountTmpfs(options: string): string {
  const directory = newDirectory()
  execFileSync('mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', directory])
  onTestFinished(() => void execFileSync('umount', ['-l', directory]))
  return directory
}

const keyIn = (text: string) => /sk_test_\w+/.exec(text)?.[0]

const url = ({ port }: StartedProcess, path = '') => `http://127.0.0.1:${port}${path}`

const discount = { name: 'Kept', trigger: 'Total', totalToReach: 1, type: 'FixedAmount', amount: 1 } as const
const shopOf = (started: StartedProcess, key = '') => createClient({ url: url(started), key, retries: 0 })

/** Sends all but the last byte of a request. The returned function `finish` sends the last byte. */
async function sendAllButLastByte({ port }: StartedProcess, key?: string) {
  const body = JSON.stringify(discount)
  const socket = connect(port, '127.0.0.1')
  let response = ''
  socket.on('data', chunk => {
    response += chunk
  })
  const lines = ['Host: x', `Content-Length: ${body.length}`, 'Content-Type: application/json']
  const head = [...lines, `Authorization: Basic ${btoa(`${key}:`)}`].join('\r\n')
  socket.write(`POST /discounts HTTP/1.1\r\n${head}\r\n\r\n${body.slice(0, -1)}`)
  await new Promise(resolve => setTimeout(resolve, 100))
  return {
    finish: async () => {
      socket.write(body.slice(-1))
      await once(socket, 'close')
      return response
    },
  }
}

const clientOf = (endpoint: string, accessKeyId = 'local') =>
  new DynamoDBClient({ endpoint, region: 'local', credentials: { accessKeyId, secretAccessKey: 'local' } })

const tablesOf = async (client: DynamoDBClient) => (await client.send(new ListTablesCommand())).TableNames

describe('on one directory', () => {
  const directory = newDirectory()
  const expectStopped = async (endpoint: string | null) => {
    await expect.poll(() => isReachable(endpoint)).toBe(false)
  }
  let firstLine = ''

  test('the first start creates a demo store, prints its keys and a working curl command, and serves the docs', {}, async () => {
    const started = await startReady({ directory })
    expect(started.output()).toMatch(/^Starting the database\.\nStarting the API\.\nCreating the demo store\.\n/)
    expect(started.output()).toMatch(/Test key {2}sk_test_\w{49}\n {2}Live key {2}sk_live_\w{49} /)
    const { line, discounts } = await curl(started)
    firstLine = line
    expect(discounts.length).toBeGreaterThan(2)
    const shop = shopOf(started, keyIn(line))
    await shop.discounts.create(discount)
    const token = '01980000-0000-7000-8000-000000000de1'
    expect(await shop.orders.get({ token })).toMatchObject({ token })
    await started.prints('The demo store is being filled in the background: ')
    for (const path of ['/docs', '/docs/', '/docs/script.js', '/openapi.json'])
      expect((await fetch(url(started, `${path}?email=ann@tea.example`))).status, path).toBe(200)
    await started.prints(/^200 GET {4}\/openapi.json {2}\d+ ms {2}[0-9a-f-]{36}$/m)
    expect(started.output()).not.toContain('ann@')
    const log = () => readFileSync(join(directory, 'api.log'), 'utf8')
    await expect.poll(log).toMatch(/"entity":"discount".*"action":"created"/)
    expect(started.output()).toContain(`npm run store -- key create --account 1001 --mode Test --data ${directory}\n`)
    for (const file of ['demo-key', 'access-key'])
      expect(statSync(join(directory, file)).mode & 0o777, file).toBe(0o600)
    expect(statSync(join(directory, 'database')).mode & 0o777).toBe(0o700)

    const { endpoint, accessKey } = readRunningApi(directory)
    expect(await tablesOf(clientOf(endpoint!, accessKey))).toEqual(['back-office'])
    expect(await tablesOf(clientOf(endpoint!))).toEqual([])
    expect(await isReachable(endpoint)).toBe(true)
    const second = await start({ directory })
    expect(await second.ended).toBe(1)
    expect(second.output()).toContain(`The API is already running at ${url(started)} on the data in ${directory}`)

    started.process.kill('SIGTERM')
    expect(await started.ended).toBe(0)
    expect(await isReachable(endpoint)).toBe(false)
    expect(existsSync(join(directory, 'running.json'))).toBe(false)
  })

  test('a later start has the same data, and prints the same curl command but no other key', {}, async () => {
    const temporary = newDirectory()
    const started = await startReady({ directory, environment: { TMPDIR: temporary } })
    const { line, discounts } = await curl(started)
    expect(keyIn(line)).toBe(keyIn(firstLine))
    expect(discounts.map(({ name }) => name)).toContain('Kept')
    expect(new Set(started.output().match(/sk_\w+/g))).toEqual(new Set([keyIn(line)]))
    const { endpoint } = readRunningApi(directory)

    started.process.kill('SIGKILL')
    await started.ended
    await expectStopped(endpoint)
    await expectStopped(url(started))
    await expect.poll(() => readdirSync(temporary)).toEqual([])
  })

  test('a start after a crash works, and Ctrl-C stops it with its database once pending requests have replies', {}, async () => {
    expect(readRunningApi(directory).url).toMatch(/^http/)
    const started = await startReady({ directory })
    const { discounts } = await curl(started)
    expect(discounts.map(({ name }) => name)).toContain('Kept')
    const { endpoint } = readRunningApi(directory)

    const unfinished = await sendAllButLastByte(started, keyIn(firstLine))
    process.kill(-started.process.pid!, 'SIGINT')
    /** npm passes the signal on, so the API gets it twice. */
    started.process.kill('SIGINT')
    await new Promise(resolve => setTimeout(resolve, 200))
    expect(await unfinished.finish()).toMatch(/^HTTP\/1\.1 200 OK/)
    expect(await started.ended).toBe(0)
    expect(existsSync(join(directory, 'running.json'))).toBe(false)
    expect(await isReachable(endpoint)).toBe(false)
    expect(await isReachable(url(started))).toBe(false)
  })
})

describe('in memory', () => {
  const directory = newDirectory()

  test('writes nothing but running.json, and restarts the API when a file changes', async () => {
    const started = await startReady({ directory, flags: ['--memory', '--watch'] })
    expect(readdirSync(directory)).toEqual(['running.json'])
    const before = await curl(started)
    const now = new Date()
    utimesSync('lib/workers.ts', now, now)
    await started.prints('lib/workers.ts has changed: the API has restarted.')
    expect(await curl(started)).toEqual(before)

    started.process.kill('SIGTERM')
    expect(await started.ended).toBe(0)
    expect(readdirSync(directory)).toEqual([])
  })

  test('creates no demo store with --no-demo, on the database that DYNAMODB_ENDPOINT names', async () => {
    const environment = { DYNAMODB_ENDPOINT: inject('dynamodbEndpoint'), TABLE_NAME: 'back-office-named' }
    const started = await startReady({ directory, flags: ['--memory', '--no-demo'], environment })
    expect(started.output()).not.toMatch(/sk_|curl/)
    expect(started.output()).toContain('npm run store -- account create')
    expect(started.output()).toContain(`Data  at ${environment.DYNAMODB_ENDPOINT}`)
    expect((await fetch(url(started, '/discounts'))).status).toBe(401)
  })
})

test('documents the endpoints that it started with, whatever is built from newer source', {}, async () => {
  const copy = copyRepository()
  const environment = { DYNAMODB_ENDPOINT: inject('dynamodbEndpoint'), TABLE_NAME: 'back-office-named' }
  const started = await startReady({ copy, flags: ['--memory', '--no-demo'], environment })
  const file = join(copy, 'lib/orders/api.ts')
  writeFileSync(file, readFileSync(file, 'utf8').replace("path: '/orders'", "path: '/purchases'"))
  const build = "import { writeDocs } from './infra/docs.ts'; writeDocs()"
  await run(process.execPath, ['--input-type=module', '-e', build], { cwd: copy })
  const pathsIn = (text: string) => Object.keys(JSON.parse(text).paths)
  expect(pathsIn(readFileSync(join(copy, 'dist/docs/openapi.json'), 'utf8'))).toContain('/purchases')
  const served = pathsIn(await (await fetch(url(started, '/openapi.json'))).text())
  expect(served).not.toContain('/purchases')
  for (const path of served) expect((await fetch(url(started, path))).status, path).toBe(401)
})

test('stops with one sentence when it cannot write its log', async () => {
  const directory = newDirectory()
  const environment = { DYNAMODB_ENDPOINT: inject('dynamodbEndpoint'), TABLE_NAME: 'back-office-dropped' }
  const started = await startReady({ directory, flags: ['--no-demo'], environment })
  rmSync(join(directory, 'api.log'))
  mkdirSync(join(directory, 'api.log'))
  await clientOf(environment.DYNAMODB_ENDPOINT, process.env.DYNAMODB_ACCESS_KEY).send(
    new DeleteTableCommand({ TableName: 'back-office-dropped' }),
  )
  await Promise.allSettled([shopOf(started, newSecret('Test')).discounts.list()])
  expect(await started.ended).toBe(1)
  expect(started.output()).toMatch(/^EISDIR: .+$/m)
  expect(started.output()).not.toMatch(/^ +at /m)
  expect(existsSync(join(directory, 'running.json'))).toBe(false)
})

describe('prints in one sentence why it cannot start', () => {
  const directory = newDirectory()
  const startError = async (options: Omit<Parameters<typeof start>[0], 'directory'>) => {
    const { ended, output } = await start({ directory, ...options })
    expect(await ended).toBe(1)
    expect(readdirSync(directory)).not.toContain('running.json')
    return output().trim()
  }

  test('when the port is in use', async () => {
    const other = createServer().listen(0, '127.0.0.1')
    await new Promise(resolve => other.once('listening', resolve))
    onTestFinished(() => void other.close())
    const { port } = other.address() as AddressInfo
    expect(await startError({ port })).toBe(
      `Port ${port} is in use by another program. Stop it, or choose another with --port.`,
    )
    expect(readdirSync(directory)).toEqual([])
  })

  test('when the data directory is a file, or in one', async () => {
    const file = join(newDirectory(), 'data')
    writeFileSync(file, '')
    for (const data of [file, join(file, 'inside')]) {
      const { ended, output } = await start({ directory: data })
      expect(await ended).toBe(1)
      expect(output().trim()).toBe(`${data} is a file, or in a file. Choose another data directory with --data.`)
    }
  })

  test.skipIf(!canMount)('when the data directory is read-only, or in one', async () => {
    const readOnly = mountTmpfs('ro')
    for (const data of [readOnly, join(readOnly, 'inside')]) {
      const { ended, output } = await start({ directory: data })
      expect(await ended).toBe(1)
      expect(output().trim()).toBe(`This user cannot write to ${data}. Choose another data directory with --data.`)
    }
  })

  test.skipIf(!canMount)('when the disk is almost full', async () => {
    for (const size of ['4k', '64k', '2000k']) {
      const data = mountTmpfs(`size=${size}`)
      const { ended, output } = await start({ directory: data })
      expect(await ended).toBe(1)
      expect(output().trim()).toMatch(/^The disk is full: \/\S+ has [01] MB left, and the API needs 30 MB\.$/)
      expect(readdirSync(data)).toEqual([])
    }
  })

  test('when there is neither Java nor Docker nor a network', async () => {
    const temporary = newDirectory()
    const cache = newDirectory()
    const environment = {
      PATH: dirname(process.execPath),
      TMPDIR: temporary,
      XDG_CACHE_HOME: cache,
      JAVA_CATALOG: 'http://127.0.0.1:9',
    }
    const lines = (await startError({ environment })).split('\n')
    expect(lines).toEqual([
      'Starting the database.',
      `This machine has no Java and no Docker. Fetching a Java runtime once, into ${cache}/store-back-office/java-21.`,
      'The Java runtime could not be fetched: bad port.',
      'DynamoDB Local needs Java 17 or newer, or Docker. Install one of them, or set DYNAMODB_ENDPOINT to a DynamoDB.',
    ])
    expect(readdirSync(temporary)).toEqual([])
  })

  test('when the database of DYNAMODB_ENDPOINT does not respond', async () => {
    const environment = { DYNAMODB_ENDPOINT: 'http://127.0.0.1:9' }
    expect(await startError({ environment })).toBe(
      'The database at http://127.0.0.1:9 does not answer. DYNAMODB_ENDPOINT names it.',
    )
  })

  test('when the files of the database are damaged', async () => {
    const database = join(directory, 'database')
    mkdirSync(database, { recursive: true })
    writeFileSync(join(directory, 'access-key'), 'abc')
    writeFileSync(join(database, 'abc_local.db'), 'This is not a database.'.repeat(1000))
    expect(await startError({})).toBe(
      'Starting the database.\nThe database fails: its disk is full, or its files are damaged.',
    )
  })

  test.each([
    [['--prot', '1'], "error: unknown option '--prot'"],
    [
      ['--port', '70000'],
      "error: option '--port <number>' argument '70000' is invalid. It must be a number from 0 to 65535.",
    ],
    [['now'], 'error: too many arguments. Expected 0 arguments but got 1: now.'],
  ])('when called with %j', async (flags, sentence) => {
    const printed = await startError({ flags })
    expect(printed.split('\n')[0]).toBe(sentence)
    expect(printed).toContain('Usage: npm start')
  })
})
