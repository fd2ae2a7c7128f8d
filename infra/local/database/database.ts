/** A DynamoDB on this machine: the one that DYNAMODB_ENDPOINT names, else DynamoDB Local by Java, else by Docker. */

import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { env } from '../../../lib/core/env.ts'
import { freePort, host, isAnswering } from '../ports.ts'
import { hasExited, stopProcess } from '../process/stop-process.ts'
import { temporaryPath } from '../temporary.ts'
import { databaseCommand } from './database-command.ts'

export interface Database {
  endpoint: string
  /** Resolves when the database has written everything to disk, and its temporary files are removed. */
  stop: () => Promise<void>
  /** Resolves when it has ended, whether it was stopped or not. */
  ended: Promise<unknown>
}

interface Options {
  /** Of the data; null keeps it in memory. */
  directory: string | null
}

/** Characters of its error output that a failure quotes. */
const maxErrorCharacters = 2000
/** Several times what a cold start takes on a slow machine. */
const timeoutSeconds = 30

/**
 * Ends the database when this process has ended for any reason, and removes its temporary files: a pipe closes even when
 * its owner is killed. `$$` is the shell that becomes the database. The other one keeps standard error open until it has
 * removed the files, so that `close` waits for it.
 */
const bindToParentScript = '(read -r _ <&3; kill $$ 2>/dev/null; rm -rf "$TMPDIR") >/dev/null & exec "$@" 3<&-'

export async function startDatabase({ directory }: Options): Promise<Database> {
  const named = env.dynamodbEndpoint
  if (named) return externalDatabase(named)
  const port = await freePort()
  /** It copies a library of its own there at each start. */
  const temporary = temporaryPath('database')
  const command = await databaseCommand({ directory, port, temporary })
  /** The names of its files contain the access key. */
  if (directory) mkdirSync(directory, { recursive: true, mode: 0o700 })
  mkdirSync(temporary, { mode: 0o700 })
  /** Its own group: Ctrl-C in a terminal must reach this process first, or writes under way would be lost. */
  const child = spawn('/bin/sh', ['-c', bindToParentScript, 'sh', ...command], {
    stdio: ['ignore', 'ignore', 'pipe', 'pipe'],
    detached: true,
    env: { ...process.env, TMPDIR: temporary },
  })
  const ended = once(child, 'exit').finally(() => child.stdio[3]?.destroy())
  const closed = once(child, 'close')
  const endpoint = `http://${host}:${port}`
  await untilAnswering(endpoint, child)
  const stop = async () => {
    await stopProcess(child)
    await closed
  }
  return { endpoint, stop, ended }
}

async function externalDatabase(endpoint: string): Promise<Database> {
  if (await isAnswering(endpoint)) return { endpoint, stop: async () => {}, ended: new Promise(() => {}) }
  throw new Error(`The database at ${endpoint} does not answer. DYNAMODB_ENDPOINT names it.`)
}

async function untilAnswering(endpoint: string, child: ChildProcess): Promise<void> {
  let errors = ''
  child.stderr?.on('data', chunk => {
    errors = `${errors}${chunk}`.slice(-maxErrorCharacters)
  })
  const deadline = Date.now() + timeoutSeconds * 1000
  while (Date.now() < deadline) {
    if (hasExited(child)) throw new Error(`DynamoDB Local ended at once: ${errors.trim()}`)
    if (await isAnswering(endpoint)) return
    await pause(50)
  }
  await stopProcess(child)
  throw new Error(`DynamoDB Local did not answer within ${timeoutSeconds} seconds: ${errors.trim()}`)
}
