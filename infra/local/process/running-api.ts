/**
 * Manages `running.json` in a data directory. The file names the API that uses the directory, and prevents a second API
 * from using it.
 */

import { linkSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { env } from '../../../lib/core/env.ts'
import { pathsIn } from '../data-directory.ts'
import { readJsonFile, readTextFile, replaceJsonFile } from '../json-files.ts'
import { isAnswering } from '../ports.ts'
import { isAlive } from './processes.ts'

/** The table that an API or a command uses, with its database and its data directory. */
export interface LocalTable {
  endpoint: string
  accessKey: string
  table: string
  /** The absolute path of the data directory, or a temporary directory if the data is in memory. */
  directory: string
  /** The URL of the API that processes the changes of the table; null if none runs. */
  url: string | null
}

export interface RunningApi extends Omit<LocalTable, 'endpoint'> {
  pid: number
  /** The address of the database; null while the API is starting. */
  endpoint: string | null
}

interface DirectoryLock {
  /** Writes the URLs of the database and of the API into the file, so that commands find them. */
  publish: (table: LocalTable) => void
  release: () => void
}

/**
 * Returns the API that uses the directory. After a crash, another program may have the same process id, so the database
 * must also answer.
 */
export async function findRunningApi(directory: string): Promise<RunningApi | null> {
  const api = readJsonFile<RunningApi>(pathsIn(directory).runningApi)
  if (!api || !isAlive(api.pid)) return null
  return api.endpoint === null || (await isAnswering(api.endpoint)) ? api : null
}

/**
 * Prevents two APIs from using one directory, because DynamoDB Local does not detect that another instance uses its
 * files.
 */
export async function lockDirectory(directory: string): Promise<DirectoryLock> {
  mkdirSync(directory, { recursive: true })
  const file = pathsIn(directory).runningApi
  const before = readTextFile(file)
  const running = await findRunningApi(directory)
  if (running) throw alreadyRunning(running, directory)
  if (before !== null && before === readTextFile(file)) rmSync(file, { force: true })
  const { pid } = process
  const starting = { pid, table: env.tableName, directory, endpoint: null, accessKey: '', url: null }
  if (!create(file, starting)) return lockDirectory(directory)
  return {
    publish: table => replaceJsonFile(file, { pid, ...table }),
    release: () => {
      if (readJsonFile<RunningApi>(file)?.pid === pid) rmSync(file)
    },
  }
}

/**
 * Creates the complete file in one step, unless it exists. Only the owner can read the file, because it contains the
 * access key.
 */
function create(file: string, api: RunningApi): boolean {
  const draft = `${file}.${process.pid}`
  try {
    writeFileSync(draft, JSON.stringify(api), { mode: 0o600 })
    linkSync(draft, file)
    return true
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false
    throw error
  } finally {
    rmSync(draft, { force: true })
  }
}

const alreadyRunning = ({ pid, url }: RunningApi, directory: string) =>
  new Error(
    `The API is already ${url ? `running at ${url}` : 'starting'} on the data in ${directory} (process ${pid}). ` +
      'To run another one beside it, give it its own --data and --port.',
  )
