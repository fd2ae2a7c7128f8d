/** The data directory on this machine: the paths of its files, and whether it can be used. */

import { randomBytes } from 'node:crypto'
import { accessSync, constants, mkdirSync, statfsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { machineFault } from '../error-text.ts'
import { readTextFile } from './json-files.ts'

/** This path is relative, because npm runs every script in the directory of the package.json. */
export const defaultDataDirectory = '.local'

/** Returns the paths of the files and folders in a data directory. */
export const pathsIn = (directory: string) => ({
  accessKey: join(directory, 'access-key'),
  /** The folder of checkout events that wait for their delivery. */
  checkoutQueue: join(directory, 'checkout-queue'),
  database: join(directory, 'database'),
  /** The folder of checkout events that the worker rejected. */
  deadLetters: join(directory, 'dead-letters'),
  /** This empty file exists if the demo store is filled. */
  demoFilled: join(directory, 'demo-filled'),
  demoKey: join(directory, 'demo-key'),
  /**
   * The API serves its own copy of the documentation, because builds and tests may write files of a newer source to
   * `dist` while the API runs.
   */
  docs: join(directory, 'docs'),
  /** The folder with the secrets of event sources. */
  eventSecrets: join(directory, 'event-secrets'),
  /** The list of table changes that workers could not process. */
  failedChanges: join(directory, 'dead-letters.jsonl'),
  /** The folder with the keys of payment gateways. */
  gatewayKeys: join(directory, 'gateway-keys'),
  log: join(directory, 'api.log'),
  mail: join(directory, 'mail'),
  /** Describes the API that uses the directory. */
  runningApi: join(directory, 'running.json'),
})

/** The documentation's files, the database with a filled demo store, and a log need this space. */
const minMegabytes = 30

export function createDataDirectory(directory: string): void {
  try {
    mkdirSync(directory, { recursive: true })
    accessSync(directory, constants.W_OK)
  } catch (error) {
    throw new Error(reasonOf(error as NodeJS.ErrnoException, directory))
  }
}

function reasonOf(error: NodeJS.ErrnoException, directory: string): string {
  const other = 'Choose another data directory with --data.'
  const isFile = error.code === 'EEXIST' || error.code === 'ENOTDIR'
  if (isFile) return `${directory} is a file, or in a file. ${other}`
  return machineFault(error) ?? `This user cannot write to ${directory}. ${other}`
}

/** Fails early if the disk is nearly full, because a later failure would leave incomplete files. */
export function requireDiskSpace(directory: string): void {
  const { bavail, bsize } = statfsSync(directory)
  const megabytes = Math.floor((bavail * bsize) / 1024 ** 2)
  if (megabytes < minMegabytes)
    throw new Error(`The disk is full: ${directory} has ${megabytes} MB left, and the API needs ${minMegabytes} MB.`)
}

/**
 * Returns the access key of the local database, created once for each directory. DynamoDB Local keeps separate tables
 * for each access key: other users of this machine, who do not know the key, cannot access the data.
 */
export function findOrCreateAccessKey(directory: string): string {
  const file = pathsIn(directory).accessKey
  const stored = readTextFile(file)?.trim()
  /** If the disk was full when the key was written, the file is empty, and a new key is created. */
  if (stored) return stored
  const created = randomBytes(20).toString('hex')
  writeFileSync(file, created, { mode: 0o600 })
  return created
}
