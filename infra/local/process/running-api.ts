/** `running.json` in a data directory: names the API that runs on it, and keeps a second one from starting. */

import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { env } from '../../../lib/core/env.ts'

export interface RunningApi {
  pid: number
  table: string
  /** Of the database; null while it is starting. */
  endpoint: string | null
  /** Of the database; empty while it is starting. */
  accessKey: string
  /** The directory with the keys of payment gateways. */
  gatewayKeys: string
  /** The directory of dead letters: the data directory, or a temporary one without data that outlives the process. */
  directory: string
  /** Of the API; null while it is starting. */
  url: string | null
}

export interface DirectoryLock {
  /** Lets commands find the database and the API. */
  publish: (addresses: Pick<RunningApi, 'endpoint' | 'accessKey' | 'gatewayKeys' | 'directory' | 'url'>) => void
  release: () => void
}

/** The file contains the access key of the database. */
const ownerOnly = { mode: 0o600 }

const fileIn = (directory: string) => join(directory, 'running.json')

function textOf(file: string): string | null {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return null
  }
}

function parse(text: string | null): RunningApi | null {
  try {
    return JSON.parse(text ?? 'null')
  } catch {
    return null
  }
}

export function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

/** A crash leaves the file behind, and another program may have its process number by now: the database must answer too. */
export async function findRunningApi(directory: string): Promise<RunningApi | null> {
  const api = parse(textOf(fileIn(directory)))
  if (!api || !isAlive(api.pid)) return null
  const isAnswering = api.endpoint === null || (await fetch(api.endpoint).then(Boolean, () => false))
  return isAnswering ? api : null
}

/** Needed because DynamoDB Local does not notice that another one uses its files. */
export async function lockDirectory(directory: string): Promise<DirectoryLock> {
  mkdirSync(directory, { recursive: true })
  const file = fileIn(directory)
  const before = textOf(file)
  const running = await findRunningApi(directory)
  if (running) throw alreadyRunning(running, directory)
  if (before !== null && before === textOf(file)) rmSync(file, { force: true })
  const own = {
    pid: process.pid,
    table: env.tableName,
    endpoint: null,
    accessKey: '',
    gatewayKeys: '',
    directory,
    url: null,
  }
  if (!create(file, own)) return lockDirectory(directory)
  return {
    publish: addresses => replace(file, { ...own, ...addresses }),
    release: () => {
      if (parse(textOf(file))?.pid === process.pid) rmSync(file)
    },
  }
}

/** Atomically: no process reads half a file, and of several processes exactly one creates it. */
function create(file: string, api: RunningApi): boolean {
  const draft = `${file}.${process.pid}`
  try {
    writeFileSync(draft, JSON.stringify(api), ownerOnly)
    linkSync(draft, file)
    return true
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false
    throw error
  } finally {
    rmSync(draft, { force: true })
  }
}

function replace(file: string, api: RunningApi): void {
  writeFileSync(`${file}.new`, JSON.stringify(api), ownerOnly)
  renameSync(`${file}.new`, file)
}

const alreadyRunning = ({ pid, url }: RunningApi, directory: string) =>
  new Error(
    `The API is already ${url ? `running at ${url}` : 'starting'} on the data in ${directory} (process ${pid}). ` +
      'To run another one beside it, give it its own --data and --port.',
  )
