/** Creates and checks the data directory of the local API, and names the files in it. */

import { randomBytes } from 'node:crypto'
import { accessSync, constants, mkdirSync, statfsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describeMachineFault } from '../error-text.ts'
import { readTextFile } from './json-files.ts'

/** The path can be relative, because npm runs every script in the root of the repository. */
export const defaultDataDirectory = '.local'

export const pathsIn = (directory: string) => ({
  accessKey: join(directory, 'access-key'),
  /** The folder of checkout events that are not yet delivered. */
  checkoutQueue: join(directory, 'checkout-queue'),
  database: join(directory, 'database'),
  /** The folder of checkout events that could not be processed. */
  deadLetters: join(directory, 'dead-letters'),
  /** This empty file exists when the demo store is completely filled. */
  demoFilled: join(directory, 'demo-filled'),
  demoKey: join(directory, 'demo-key'),
  /**
   * The API serves this copy of the documentation, because builds and tests may overwrite `dist` while the API runs.
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
  /** The API serves this copy of the back office, because builds and tests may overwrite `dist` while the API runs. */
  pages: join(directory, 'pages'),
  /** This file describes the API that uses the directory. */
  runningApi: join(directory, 'running.json'),
})

/** The minimum of free disk space. A new data directory needs it for the documentation, the demo store and a log. */
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
  return describeMachineFault(error) ?? `This user cannot write to ${directory}. ${other}`
}

/** Throws if the disk is nearly full, because a later failure would leave incomplete files. */
export function requireDiskSpace(directory: string): void {
  const { bavail, bsize } = statfsSync(directory)
  const megabytes = Math.floor((bavail * bsize) / 1024 ** 2)
  if (megabytes < minMegabytes)
    throw new Error(`The disk is full: ${directory} has ${megabytes} MB left, and the API needs ${minMegabytes} MB.`)
}

/**
 * DynamoDB Local keeps separate tables for each access key. The key is random, so that other users of this machine
 * cannot read the data.
 */
export function findOrCreateAccessKey(directory: string): string {
  const file = pathsIn(directory).accessKey
  const stored = readTextFile(file)?.trim()
  /** An empty key file, which a full disk can leave, is replaced below. */
  if (stored) return stored
  const created = randomBytes(20).toString('hex')
  writeFileSync(file, created, { mode: 0o600 })
  return created
}
