import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, inject, onTestFinished, test } from 'vitest'
import {
  type DirectoryLock,
  isLockOwner,
  type LockOwner,
  lockOrFindOwner,
} from '../../../infra/local/directory-lock.ts'
import { newDirectory, noteIn, removeDirectory } from './starting.ts'

const endpoint = inject('dynamodbEndpoint')

function place(note?: Partial<LockOwner>) {
  const directory = newDirectory()
  onTestFinished(() => removeDirectory(directory))
  const file = join(directory, 'running.json')
  const nobody = { pid: process.pid, endpoint: null, table: 'back-office', url: null }
  if (note) writeFileSync(file, JSON.stringify({ ...nobody, ...note }))
  return { directory, file }
}

/** The first word of a process, which then waits until all have spoken. */
async function saidBy(args: string[]): Promise<string> {
  const child = spawn(process.execPath, ['--input-type=module', ...args], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  onTestFinished(() => void child.kill())
  const [word] = await once(child.stdout, 'data')
  return String(word).trim()
}

const isHeldNow = async (directory: string, deadline?: number) =>
  !isLockOwner(await lockOrFindOwner(directory, deadline))

test('takes a directory that nobody has, and gives it back', async () => {
  const { directory, file } = place()
  const { announce, release } = (await lockOrFindOwner(join(directory))) as DirectoryLock
  expect(noteIn(directory)).toMatchObject({ pid: process.pid, endpoint: null, url: null })
  announce({ endpoint, url: 'http://127.0.0.1:1' })
  expect(noteIn(directory)).toMatchObject({ pid: process.pid, endpoint, url: 'http://127.0.0.1:1' })
  release()
  expect(existsSync(file)).toBe(false)
})

test('is taken by one of many processes that come at once', async () => {
  const { directory } = place()
  const hold = import.meta.resolve('../../../infra/local/directory-lock.ts')
  const program = `
    const { lockOrFindOwner, isLockOwner } = await import('${hold}')
    const at = Number(process.argv[1])
    while (Date.now() < at);
    const held = await lockOrFindOwner(process.argv[2], 0).catch(() => null)
    console.log(held && !isLockOwner(held) ? 'held' : 'left')
    process.stdin.resume()
  `
  const at = String(Date.now() + 1500)
  const said = await Promise.all(Array.from({ length: 8 }, () => saidBy(['-e', program, at, directory])))
  expect(said.filter(word => word === 'held').length).toBe(1)
})

test('finds the API that runs on it', async () => {
  const url = 'http://127.0.0.1:3000'
  const { directory } = place({ endpoint, url })
  expect(await lockOrFindOwner(directory)).toMatchObject({ pid: process.pid, endpoint, url })
})

test('takes no notice of a process that is dead', async () => {
  const { pid } = spawnSync(process.execPath, ['--version'])
  const { directory } = place({ pid, endpoint, url: 'http://127.0.0.1:3000' })
  expect(await isHeldNow(directory)).toBe(true)
})

test('takes no notice of another program under the same number: its database does not answer', async () => {
  const { directory } = place({ endpoint: 'http://127.0.0.1:9', url: 'http://127.0.0.1:3000' })
  expect(await isHeldNow(directory)).toBe(true)
})

test('takes no notice of one that has been starting for longer than a start takes', async () => {
  const { directory, file } = place({})
  const twoMinutesAgo = new Date(Date.now() - 120_000)
  utimesSync(file, twoMinutesAgo, twoMinutesAgo)
  expect(await isHeldNow(directory, Date.now())).toBe(true)
})

test.each(['', '{', 'null'])('takes no notice of a note that says %j', async text => {
  const { directory, file } = place()
  writeFileSync(file, text)
  expect(await isHeldNow(directory)).toBe(true)
})

test('waits for one that is starting, or that has the data for itself, but not forever', async () => {
  const { directory, file } = place({})
  const sentence = `The data in ${directory} is in use by process ${process.pid}: please try again when it is done.`
  await expect(lockOrFindOwner(directory, Date.now() + 300)).rejects.toThrow(sentence)
  const waiting = lockOrFindOwner(directory)
  writeFileSync(file, JSON.stringify({ ...noteIn(directory), endpoint, url: 'http://127.0.0.1:3000' }))
  expect(await waiting).toMatchObject({ url: 'http://127.0.0.1:3000' })
})

test('leaves the note of another alone when it gives back', async () => {
  const { directory, file } = place()
  const { release } = (await lockOrFindOwner(directory)) as DirectoryLock
  writeFileSync(file, JSON.stringify({ ...noteIn(directory), pid: 1 }))
  release()
  expect(noteIn(directory).pid).toBe(1)
})
