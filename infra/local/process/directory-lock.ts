/** Locks a data directory with the file `running.json`, so that only one API uses the directory. */

import { linkSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { env } from '../../../lib/core/env.ts'
import { pathsIn } from '../data-directory.ts'
import { readJsonFile, readTextFile, replaceJsonFile } from '../json-files.ts'
import { findRunningApi, type RunningApi } from './running-api.ts'

interface DirectoryLock {
  /** Writes the URLs of the database and of the API into the file, so that commands find them. */
  publish: (api: Omit<RunningApi, 'pid'>) => void
  release: () => void
}

/**
 * Locks the directory. Throws if another API uses it, because DynamoDB Local does not detect that another instance uses
 * its files.
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
    publish: api => replaceJsonFile(file, { pid, ...api }),
    release: () => {
      if (readJsonFile<RunningApi>(file)?.pid === pid) rmSync(file)
    },
  }
}

/**
 * Creates the lock file in one step, so that no process reads an incomplete file; returns false if the file exists.
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
