/** A DynamoDB on this machine: the one that is named, else DynamoDB Local by Java, else by Docker. */

import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { env } from '../../lib/core/env.ts'
import { commandFor } from './database-command.ts'
import { endProcess, hasEnded } from './end-process.ts'
import { freePort, host } from './ports.ts'

export interface Database {
  endpoint: string
  /** Waits until the database has written everything down. */
  stop: () => Promise<void>
  /** Resolves when it has ended, whether it was stopped or not. */
  ended: Promise<unknown>
}

interface Wish {
  /** Where the data lies; null keeps it in memory. */
  directory: string | null
}

/** Of what it said before it failed, in characters. */
const mostQuoted = 2000
/** Several times what a cold start takes on a slow machine. */
const patienceSeconds = 30

/**
 * Ends the database when this process has gone, however it went: a pipe closes even when its owner is killed.
 * `$$` is the shell that becomes the database.
 */
const boundToUs = '(read -r _ <&3; kill $$) >/dev/null 2>&1 & exec "$@" 3<&-'

export async function startDatabase({ directory }: Wish): Promise<Database> {
  const named = env.dynamodbEndpoint
  if (named) return { endpoint: await reached(named), stop: async () => {}, ended: new Promise(() => {}) }
  if (directory) mkdirSync(directory, { recursive: true })
  const port = await freePort()
  const command = commandFor(directory, port)
  /** Its own group: Ctrl-C in a terminal must reach us first, or rows still on their way would be lost. */
  const child = spawn('/bin/sh', ['-c', boundToUs, 'sh', ...command], {
    stdio: ['ignore', 'ignore', 'pipe', 'pipe'],
    detached: true,
  })
  const ended = once(child, 'exit').finally(() => child.stdio[3]?.destroy())
  const endpoint = `http://${host}:${port}`
  await answering(endpoint, child)
  return { endpoint, stop: () => endProcess(child), ended }
}

const answers = (endpoint: string) => fetch(endpoint).then(Boolean, () => false)

async function reached(endpoint: string): Promise<string> {
  if (await answers(endpoint)) return endpoint
  throw new Error(`Nothing answers at ${endpoint}, which DYNAMODB_ENDPOINT names.`)
}

async function answering(endpoint: string, child: ChildProcess): Promise<void> {
  let said = ''
  child.stderr?.on('data', chunk => {
    said = `${said}${chunk}`.slice(-mostQuoted)
  })
  const deadline = Date.now() + patienceSeconds * 1000
  while (Date.now() < deadline) {
    if (hasEnded(child)) throw new Error(`DynamoDB Local ended at once: ${said.trim()}`)
    if (await answers(endpoint)) return
    await pause(50)
  }
  await endProcess(child)
  throw new Error(`DynamoDB Local did not answer within ${patienceSeconds} seconds: ${said.trim()}`)
}
