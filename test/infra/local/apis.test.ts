/** How commands find the API that runs, each test with a directory of notes of its own. */

import { execFile } from 'node:child_process'
import { existsSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, inject, onTestFinished, test } from 'vitest'
import {
  checkout,
  newDirectory,
  program,
  removeDirectory,
  type Started,
  startReady,
  terminal,
} from './starting.ts'

interface Ended {
  code: number
  out: string
  err: string
}

/** As npm runs it in the checkout. */
function run(file: string, typed: string): Promise<Ended> {
  const where = { cwd: checkout, env: terminal }
  return new Promise(done =>
    execFile(process.execPath, [program(file), ...typed.split(' ')], where, (fault, out, err) =>
      done({ code: Number(fault?.code ?? 0), out, err }),
    ),
  )
}
const store = (typed: string) => run('admin/store.ts', typed)

async function namesOf(typed = 'account list --json'): Promise<string[]> {
  const { code, out, err } = await store(typed)
  expect({ code, err }).toEqual({ code: 0, err: '' })
  return JSON.parse(out).map(({ account, name }: { account: number; name: string }) => `${account} ${name}`)
}

function ownDirectory(): string {
  const directory = newDirectory()
  onTestFinished(() => removeDirectory(directory))
  return directory
}

const demo = '1001 Demo store'
const notes = join(checkout, '.local/running')
const noted = () => (existsSync(notes) ? readdirSync(notes) : [])

async function stop({ process, ended }: Started) {
  process.kill('SIGTERM')
  await ended
}

test.each([[[]], [['--memory']]])('the API that runs elsewhere is found, started with %j', async flags => {
  const started = await startReady({ directory: ownDirectory(), flags })
  expect(started.output()).not.toContain('--data')
  expect(await namesOf()).toEqual([demo])
  expect((await run('local/invoke.ts', 'discounts.list')).out).toMatch(/^200\n/)
  expect(noted()).toEqual([String(started.process.pid)])
  await stop(started)
  expect(noted()).toEqual([])
  expect(existsSync(join(checkout, '.local/database'))).toBe(false)
})

test('of several, the one on the default data is meant, or one has to be named', {
  timeout: 60_000,
}, async () => {
  const [one, other] = [ownDirectory(), ownDirectory()]
  const flags = ['--memory', '--no-demo']
  const first = await startReady({ directory: one, flags })
  const second = await startReady({ directory: other, flags: ['--memory'] })
  expect(first.output()).toContain('account create --name NAME --currency EUR\n')
  expect(second.output()).toContain(`--account 1001 --mode Test --data ${other}\n`)

  const { code, out, err } = await store('account list --json')
  expect({ code, out }).toEqual({ code: 1, out: '' })
  const [sentence, ...listed] = err.trimEnd().split('\n')
  expect(sentence).toBe('Several APIs run, and none of them on the data in .local: say which one is meant.')
  expect(listed.toSorted()).toEqual(
    [
      `  --data ${one}  (http://127.0.0.1:${first.port})`,
      `  --data ${other}  (http://127.0.0.1:${second.port})`,
    ].toSorted(),
  )
  expect(await namesOf(`account list --json --data ${one}`)).toEqual([])
  expect(await namesOf(`account list --json --data ${other}`)).toEqual([demo])

  const usual = await startReady({ flags })
  expect(usual.output()).not.toContain('--data')
  expect(await namesOf()).toEqual([])
  await stop(usual)
  await stop(first)
  expect(await namesOf()).toEqual([demo])
})

test('what a crash left behind is passed over and cleared away', async () => {
  const directory = ownDirectory()
  const started = await startReady({ directory, flags: ['--memory', '--no-demo'] })
  started.process.kill('SIGKILL')
  await started.ended
  expect(noted()).toEqual([String(started.process.pid)])

  /** Its number may be another program's by now, and its data another API's. */
  symlinkSync(directory, join(notes, String(process.pid)))
  const held = {
    pid: process.ppid,
    endpoint: inject('dynamodbEndpoint'),
    table: 'x',
    url: 'http://127.0.0.1:1',
  }
  writeFileSync(join(directory, 'running.json'), JSON.stringify(held))
  writeFileSync(join(notes, 'no-note'), '')
  expect(await namesOf()).toEqual([])
  expect(noted()).toEqual([])
  expect(readdirSync(directory)).toEqual(['running.json'])
})
