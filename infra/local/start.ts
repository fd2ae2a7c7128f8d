/** `npm start`: the whole API on this machine, from the database to the documentation. */

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { env } from '../../lib/core/env.ts'
import { logIn, startApi } from './api-process.ts'
import { hasToBeNamed, noteApi } from './apis.ts'
import { wordsFor } from './command-line.ts'
import { createTable } from './create-table.ts'
import { startDatabase } from './database.ts'
import { fillDemo } from './demo/filling.ts'
import { databaseIn } from './directories.ts'
import { type DirectoryLock, isLockOwner, lockOrFindOwner } from './directory-lock.ts'
import { environment } from './environment.ts'
import { type Flags, readFlags, usage } from './flags.ts'
import { freePort, host } from './ports.ts'
import { keepServing } from './serving.ts'
import { welcome } from './welcome.ts'

const print = (line: string) => console.log(line)

/** What has to be undone at the end, the last first. */
const undoing: (() => Promise<void> | void)[] = []
let isEnding = false

/** Told to end once more while it ends, it does not finish; the database ends with this process all the same. */
async function end(code: number): Promise<void> {
  if (isEnding) process.exit(1)
  isEnding = true
  for (const undo of undoing.reverse()) await undo()
  process.exit(code)
}

function failUnlessEnding(sentence: string): void {
  if (isEnding) return
  console.error(sentence)
  void end(1)
}

async function take(directory: string): Promise<DirectoryLock> {
  const held = await lockOrFindOwner(directory)
  if (!isLockOwner(held)) return held
  throw new Error(
    `The API runs already, at ${held.url}, on the data in ${directory} (process ${held.pid}). ` +
      'Another one beside it needs --data and --port of its own.',
  )
}

function portFor(wanted: number): Promise<number> {
  return freePort(wanted).catch(fault => {
    if (fault.code !== 'EADDRINUSE') throw fault
    throw new Error(
      `Port ${wanted} is taken by another program: end that one, or choose another with --port.`,
    )
  })
}

/** Where there is no data to keep, there is nothing else to keep either. */
function passingState(): string {
  const state = mkdtempSync(join(tmpdir(), 'back-office-'))
  undoing.push(() => rmSync(state, { recursive: true, force: true }))
  return state
}

async function openDatabase({ directory, memory }: Flags) {
  const isNamed = env.dynamodbEndpoint !== undefined
  const { endpoint, stop, ended } = await startDatabase({ directory: memory ? null : databaseIn(directory) })
  undoing.push(stop)
  ended.then(() => failUnlessEnding('The database has ended.'))
  await createTable(endpoint, env.tableName)
  const place = memory ? 'in memory, gone at the end' : `in ${directory}`
  return { endpoint, place: isNamed ? `at ${endpoint}` : place }
}

/** The rooms connect as they are loaded: it must be known by then where to. */
async function demoIn(state: string) {
  const { ensureDemo } = await import('./demo/ensure.ts')
  return ensureDemo(state)
}

async function start(flags: Flags): Promise<void> {
  const { announce, release } = await take(flags.directory)
  undoing.push(release, noteApi(flags.directory))
  const port = await portFor(flags.port)
  const state = flags.memory ? passingState() : flags.directory
  rmSync(logIn(state), { force: true })
  const { endpoint, place } = await openDatabase(flags)
  const variables = environment({ endpoint, table: env.tableName })
  Object.assign(process.env, variables)
  const onCrash = () => failUnlessEnding('The API has ended.')
  const wish = { port, state, built: flags.built, environment: variables, print, onCrash }
  const serving = (flags.watch ? keepServing : startApi)(wish)
  const [api, demo] = await Promise.all([serving, flags.demo ? demoIn(state) : null])
  undoing.push(api.stop)
  const url = `http://${host}:${port}`
  announce({ endpoint, url })
  const named = (await hasToBeNamed(flags.directory)) ? flags.directory : null
  print(welcome({ url, data: place, log: logIn(state), demo, named }))
  if (demo) undoing.push(fillDemo({ state, built: flags.built, print }))
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => void end(0))
try {
  const flags = readFlags(process.argv.slice(2))
  if (flags.help) print(usage)
  else await start(flags)
} catch (fault) {
  console.error(wordsFor(fault, usage))
  await end(1)
}
