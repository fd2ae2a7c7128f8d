/** The data directory on this machine: where its files are, whether it can be used, and how its files are read. */

import { randomBytes } from 'node:crypto'
import {
  accessSync,
  constants,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  statfsSync,
  writeFileSync,
} from 'node:fs'
import { join, resolve } from 'node:path'
import { machineFault } from '../error-text.ts'

/** This path is relative, because npm runs every script in the directory of the package.json. */
export const defaultDirectory = '.local'

/** The directory with the keys of payment gateways. */
export const gatewayKeysIn = (directory: string) => resolve(directory, 'gateway-keys')

/** The directory with the dead letters of checkout events. */
export const deadLettersIn = (directory: string) => resolve(directory, 'dead-letters')

export const databaseIn = (directory: string) => join(directory, 'database')

/** The file with the key of the demo store. */
export const keyFileIn = (directory: string) => join(directory, 'demo-key')

export const logIn = (directory: string) => join(directory, 'api.log')

export const mailsIn = (directory: string) => resolve(directory, 'mail')

/** Each data directory has its own documentation, as builds and tests write files of a newer source to `dist`. */
export const docsIn = (directory: string) => resolve(directory, 'docs')

/** The space for the documentation's files, the database with a filled demo store, and a log. */
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
export function requireSpace(directory: string): void {
  const { bavail, bsize } = statfsSync(directory)
  const megabytes = Math.floor((bavail * bsize) / 1024 ** 2)
  if (megabytes < minMegabytes)
    throw new Error(`The disk is full: ${directory} has ${megabytes} MB left, and the API needs ${minMegabytes} MB.`)
}

/**
 * Returns the access key of the local database, created once for each directory. DynamoDB Local keeps separate tables
 * for each access key: other users of this machine, who do not know the key, cannot access the data.
 */
export function accessKeyIn(directory: string): string {
  const file = join(directory, 'access-key')
  const stored = readText(file)?.trim()
  /** The file is empty if the disk was full when the key was written. */
  if (stored) return stored
  const created = randomBytes(20).toString('hex')
  writeFileSync(file, created, { mode: 0o600 })
  return created
}

/** Returns the text of a file; null if the file cannot be read. */
export function readText(file: string): string | null {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return null
  }
}

/** Returns null if the file is missing or incomplete, as after a crash or on a full disk. */
export function readJson<T>(file: string): T | null {
  try {
    return JSON.parse(readText(file) ?? 'null')
  } catch {
    return null
  }
}

/** Reads all JSON files of a directory, except incomplete ones. */
export function readJsonFiles<T>(directory: string): T[] {
  const names = existsSync(directory) ? readdirSync(directory).filter(name => name.endsWith('.json')) : []
  return names.flatMap(name => readJson<T>(join(directory, name)) ?? [])
}

/** Replaces a file, so that no process reads half of its text. Only the owner of the file can read it. */
export function replaceJson(file: string, value: unknown): void {
  writeFileSync(`${file}.new`, JSON.stringify(value), { mode: 0o600 })
  renameSync(`${file}.new`, file)
}
