import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readdirSync, utimesSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { basename, join } from 'node:path'
import { afterEach, expect, test, vi } from 'vitest'
import { removeAbandonedDirectories } from '../../../infra/local/temporary-directories.ts'
import { removeAbandonedDrafts, writePrivateFile } from '../../../lib/core/private-file.ts'
import { newDirectory } from '../../support/temporary.ts'
import { terminalEnvironment } from './start-process.ts'

afterEach(() => {
  vi.unstubAllEnvs()
})

function stubTemporary() {
  const temporary = newDirectory()
  vi.stubEnv('TMPDIR', temporary)
  return temporary
}

/** Starts a process that creates a temporary directory and keeps it. */
async function keeper(temporary: string) {
  const program = `
    import { nameTemporaryDirectory } from './infra/local/temporary-directories.ts'
    import { mkdirSync } from 'node:fs'
    const directory = nameTemporaryDirectory('database')
    mkdirSync(directory)
    console.log(directory)
    setInterval(() => {}, 1000)`
  const env = { ...terminalEnvironment, TMPDIR: temporary }
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], { env })
  const [line] = await once(child.stdout, 'data')
  const kill = async () => {
    child.kill('SIGKILL')
    await once(child, 'exit')
  }
  return { directory: basename(String(line).trim()), kill }
}

test('the next start removes what a killed process has left, but nothing that another process uses', async () => {
  const temporary = stubTemporary()
  const [killed, running] = [await keeper(temporary), await keeper(temporary)]
  writeFileSync(join(temporary, killed.directory, 'library.so'), '')
  await killed.kill()
  removeAbandonedDirectories()
  expect(readdirSync(temporary)).toEqual([running.directory])
  await running.kill()
})

test('the directories of other machines and other programs stay', () => {
  const temporary = stubTemporary()
  const others = [
    'back-office-database-other-999999-abcdef01',
    `back-office-${hostname()}-999999`,
    `database-${hostname()}-999999-abcdef01`,
  ]
  for (const name of others) mkdirSync(join(temporary, name))
  removeAbandonedDirectories()
  expect(readdirSync(temporary).toSorted()).toEqual(others.toSorted())
})

test('a file that a killed process had begun to write is removed, but none that is being written', async () => {
  const directory = newDirectory()
  await writePrivateFile(join(directory, 'mail.json'), '{}')
  const drafts = ['old', 'new'].map(name => `${name}.json.${crypto.randomUUID()}`)
  for (const name of drafts) writeFileSync(join(directory, name), '{')
  const hourAgo = Date.now() / 1000 - 3600
  for (const name of ['mail.json', drafts[0]!]) utimesSync(join(directory, name), hourAgo, hourAgo)
  await removeAbandonedDrafts(directory)
  expect(readdirSync(directory).toSorted()).toEqual(['mail.json', drafts[1]])
  await removeAbandonedDrafts(join(directory, 'missing'))
})
