import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync, statSync, utimesSync } from 'node:fs'
import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, afterEach, describe, expect, inject, onTestFinished, test, vi } from 'vitest'
import { openLocalData } from '../../../infra/local/running.ts'
import {
  answers,
  newDirectory,
  noteIn,
  removeDirectory,
  type Started,
  start,
  startReady,
} from './starting.ts'

const run = promisify(execFile)

/** The printed line, run as it stands. */
async function curl({ output }: Started) {
  const line = /^ {2}(curl .+)$/m.exec(output())?.[1] ?? ''
  const { stdout } = await run('sh', ['-c', line])
  const found: { id: string; name: string }[] = JSON.parse(stdout)
  return { line, discounts: found.map(({ id, name }) => ({ id, name })) }
}

const keyIn = (text: string) => /sk_test_\w+/.exec(text)?.[0]

const url = ({ port }: Started, path = '') => `http://127.0.0.1:${port}${path}`

const discount = JSON.stringify({ name: 'Kept', trigger: 'Total', type: 'FixedAmount', amount: 1 })
const headersWith = (key = '') => ({
  Authorization: `Basic ${btoa(`${key}:`)}`,
  'Content-Type': 'application/json',
})

/** A request of which the last letter is still to come. */
async function halfSent({ port }: Started, key?: string) {
  const socket = connect(port, '127.0.0.1')
  let answer = ''
  socket.on('data', chunk => {
    answer += chunk
  })
  const head = Object.entries({ Host: 'x', 'Content-Length': discount.length, ...headersWith(key) })
  const lines = head.map(([name, value]) => `${name}: ${value}\r\n`).join('')
  socket.write(`POST /discounts HTTP/1.1\r\n${lines}\r\n${discount.slice(0, -1)}`)
  await new Promise(later => setTimeout(later, 100))
  return {
    finish: async () => {
      socket.write(discount.slice(-1))
      await once(socket, 'close')
      return answer
    },
  }
}

const addDiscount = (started: Started, line: string) =>
  fetch(url(started, '/discounts'), { method: 'POST', headers: headersWith(keyIn(line)), body: discount })

describe('on one directory', () => {
  const directory = newDirectory()
  afterAll(() => removeDirectory(directory))
  afterEach(() => void vi.unstubAllEnvs())
  const expectGone = async (endpoint: string | null) => {
    await expect.poll(() => answers(endpoint), { timeout: 5000 }).toBe(false)
  }
  let firstLine = ''

  test('the first start makes a demo store, prints its keys and a curl line that works, and serves the docs', {
    timeout: 60_000,
  }, async () => {
    const started = await startReady({ directory })
    expect(started.output()).toMatch(/Test key {2}sk_test_\w{49}\n {2}Live key {2}sk_live_\w{49} /)
    const { line, discounts } = await curl(started)
    firstLine = line
    expect(discounts.length).toBeGreaterThan(2)
    expect((await addDiscount(started, line)).status).toBe(200)
    const sample = url(started, '/orders/01980000-0000-7000-8000-000000000de1')
    expect((await fetch(sample, { headers: headersWith(keyIn(line)) })).status).toBe(200)
    await started.says('The demo store is being filled in the background.')
    for (const path of ['/docs', '/docs/', '/docs/script.js', '/openapi.json'])
      expect((await fetch(url(started, `${path}?email=ann@tea.example`))).status, path).toBe(200)
    await started.says(/^200 GET {4}\/openapi.json {2}\d+ ms {2}[0-9a-f-]{36}$/m)
    expect(started.output()).not.toContain('ann@')
    const log = () => readFileSync(join(directory, 'api.log'), 'utf8')
    await expect.poll(log).toMatch(/"entity":"discount".*"happened":"created"/)
    expect(started.output()).toContain('npm run store -- key create --account 1001 --mode Test\n')
    expect(statSync(join(directory, 'demo-key')).mode & 0o777).toBe(0o600)

    const data = await openLocalData({ directory })
    expect(data).toMatchObject({ endpoint: noteIn(directory).endpoint, url: url(started) })
    await data.close()
    expect(await answers(data.endpoint)).toBe(true)

    const second = await start({ directory })
    expect(await second.ended).toBe(1)
    expect(second.output()).toContain(`The API runs already, at ${url(started)}, on the data in ${directory}`)

    started.process.kill('SIGTERM')
    expect(await started.ended).toBe(0)
    expect(await answers(data.endpoint)).toBe(false)
    expect(existsSync(join(directory, 'running.json'))).toBe(false)
  })

  test('a later start has the same data, and prints the same curl line but no other secret', async () => {
    const started = await startReady({ directory })
    const { line, discounts } = await curl(started)
    expect(keyIn(line)).toBe(keyIn(firstLine))
    expect(discounts.map(({ name }) => name)).toContain('Kept')
    expect(started.output().match(/sk_\w+/g)).toEqual([keyIn(line)])
    const { endpoint } = noteIn(directory)

    started.process.kill('SIGKILL')
    await started.ended
    await expectGone(endpoint)
    await expectGone(url(started))
  })

  test('a start after a crash runs as if nothing had been, and Ctrl-C ends it with its database', async () => {
    expect(noteIn(directory).url).toMatch(/^http/)
    const started = await startReady({ directory })
    const { discounts } = await curl(started)
    expect(discounts.map(({ name }) => name)).toContain('Kept')
    const { endpoint } = noteIn(directory)

    const underWay = await halfSent(started, keyIn(firstLine))
    process.kill(-started.process.pid!, 'SIGINT')
    await new Promise(later => setTimeout(later, 200))
    expect(await underWay.finish()).toMatch(/^HTTP\/1\.1 200 OK/)
    expect(await started.ended).toBe(0)
    expect(await answers(endpoint)).toBe(false)
    expect(await answers(url(started))).toBe(false)
  })

  test('a command opens the data for itself, one after the other', async () => {
    vi.stubEnv('DYNAMODB_ENDPOINT', undefined)
    const opened = openLocalData({ directory })
    const { endpoint, close, url: api } = await opened
    expect(api).toBeNull()
    expect(await answers(endpoint)).toBe(true)
    const next = openLocalData({ directory })
    await close()
    await expectGone(endpoint)
    await (await next).close()
    expect(readdirSync(directory)).not.toContain('running.json')
  })
})

describe('in memory', () => {
  const directory = newDirectory()
  afterAll(() => removeDirectory(directory))

  test('keeps nothing but the note where it runs, and starts the API anew when a file changes', async () => {
    const started = await startReady({ directory, flags: ['--memory', '--watch'] })
    expect(readdirSync(directory)).toEqual(['running.json'])
    const before = await curl(started)
    const now = new Date()
    utimesSync('lib/workers.ts', now, now)
    await started.says('lib/workers.ts has changed: the API runs anew.')
    expect(await curl(started)).toEqual(before)

    started.process.kill('SIGTERM')
    expect(await started.ended).toBe(0)
    expect(readdirSync(directory)).toEqual([])
  })

  test('makes no demo store when told not to, in a database that is named', async () => {
    const environment = { DYNAMODB_ENDPOINT: inject('dynamodbEndpoint'), TABLE_NAME: 'back-office-named' }
    const started = await startReady({ directory, flags: ['--memory', '--no-demo'], environment })
    expect(started.output()).not.toMatch(/sk_|curl/)
    expect(started.output()).toContain('npm run store -- account create')
    expect(started.output()).toContain(`Data  at ${environment.DYNAMODB_ENDPOINT}`)
    expect((await fetch(url(started, '/discounts'))).status).toBe(401)
  })
})

describe('says in one sentence why it does not start', () => {
  const directory = newDirectory()
  afterAll(() => removeDirectory(directory))
  const refusal = async (wish: Omit<Parameters<typeof start>[0], 'directory'>) => {
    const { ended, output } = await start({ directory, ...wish })
    expect(await ended).toBe(1)
    expect(readdirSync(directory)).not.toContain('running.json')
    return output().trim()
  }

  test('when the port is taken', async () => {
    const other = createServer().listen(0, '127.0.0.1')
    await new Promise(done => other.once('listening', done))
    onTestFinished(() => void other.close())
    const { port } = other.address() as AddressInfo
    expect(await refusal({ port })).toBe(
      `Port ${port} is taken by another program: end that one, or choose another with --port.`,
    )
    expect(readdirSync(directory)).toEqual([])
  })

  test('when there is neither Java nor Docker', async () => {
    const environment = { PATH: dirname(process.execPath) }
    expect(await refusal({ environment })).toBe(
      'DynamoDB Local needs Java 17 or newer, or Docker: install one of them, or name any DynamoDB in DYNAMODB_ENDPOINT.',
    )
  })

  test('when nothing answers where DYNAMODB_ENDPOINT points', async () => {
    const environment = { DYNAMODB_ENDPOINT: 'http://127.0.0.1:9' }
    expect(await refusal({ environment })).toBe(
      'Nothing answers at http://127.0.0.1:9, which DYNAMODB_ENDPOINT names.',
    )
  })

  test.each([
    [['--prot', '1'], "Unknown option '--prot'"],
    [['--port', '70000'], '--port must be a number from 0 to 65535, not 70000.'],
    [['now'], "Unexpected argument 'now'."],
  ])('when it is told %j', async (flags, sentence) => {
    const said = await refusal({ flags })
    expect(said.split('\n')[0]).toBe(sentence)
    expect(said).toContain('Usage: npm start')
  })
})
