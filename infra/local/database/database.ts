/** Starts DynamoDB Local on this machine, with Java or Docker, unless DYNAMODB_ENDPOINT names another DynamoDB. */

import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { env } from '../../../lib/core/env.ts'
import { findFreePort, host, isAnswering } from '../ports.ts'
import { hasExited, stopProcess } from '../process/processes.ts'
import { nameTemporaryDirectory, removeAbandonedDirectories } from '../temporary-directories.ts'
import { prepareJavaOrDockerCommand, type Settings } from './java-or-docker-command.ts'

export interface Database {
  endpoint: string
  /** Stops the database. Resolves when all data is on disk and the temporary files are removed. */
  stop: () => Promise<void>
  /** Resolves when the database process has exited, by a call of `stop` or otherwise. */
  ended: Promise<unknown>
}

/** An error message quotes at most this many characters of the database's error output. */
const maxErrorCharacters = 2000
/** The database must answer within this time after its start. Even a slow machine needs much less time. */
const timeoutSeconds = 30

/**
 * This shell script stops the database and removes its temporary files when the Node process ends, even by SIGKILL.
 * `read` waits until the Node process closes its end of the pipe. `exec` replaces the shell by the database, so `$$` is
 * the process id of the database. `stop` waits for the event `close`, which comes when standard error is closed. The
 * subshell keeps standard error open until the files are removed.
 */
const bindToParentScript = '(read -r _ <&3; kill $$ 2>/dev/null; rm -rf "$TMPDIR") >/dev/null & exec "$@" 3<&-'

/** Starts the database. If `directory` is null, the data is only in memory. */
export async function startDatabase(
  directory: string | null,
  { isLongLived }: Pick<Settings, 'isLongLived'> = {},
): Promise<Database> {
  const named = env.dynamodbEndpoint
  if (named) return externalDatabase(named)
  removeAbandonedDirectories()
  const port = await findFreePort()
  /** DynamoDB Local copies a library into this directory at each start. */
  const temporary = nameTemporaryDirectory('database')
  const command = await prepareJavaOrDockerCommand({ directory, port, temporary, isLongLived })
  /** Only this user may read the directory, because the names of the database files contain the access key. */
  if (directory) mkdirSync(directory, { recursive: true, mode: 0o700 })
  mkdirSync(temporary, { mode: 0o700 })
  /** `detached` protects the database from a Ctrl-C in the terminal, which would interrupt its writes. */
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
