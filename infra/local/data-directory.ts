/** The data directory: creates it, says in one sentence if it cannot be used, and keeps the access key of its database. */

import { randomBytes } from 'node:crypto'
import { accessSync, constants, existsSync, mkdirSync, readFileSync, statfsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { machineFault } from '../error-text.ts'

/** For the documentation's files, the database with a filled demo store, and a log. */
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

/** Less would fail somewhere later, with half of the files written. */
export function requireSpace(directory: string): void {
  const { bavail, bsize } = statfsSync(directory)
  const megabytes = Math.floor((bavail * bsize) / 1024 ** 2)
  if (megabytes < minMegabytes)
    throw new Error(`The disk is full: ${directory} has ${megabytes} MB left, and the API needs ${minMegabytes} MB.`)
}

/**
 * The access key of a local database, created once for each directory: the data in it can be opened with this key only.
 * DynamoDB Local gives each access key tables of its own: other users of this machine cannot read or change the data.
 */
export function accessKeyIn(directory: string): string {
  const file = join(directory, 'access-key')
  const stored = existsSync(file) ? readFileSync(file, 'utf8').trim() : ''
  /** The file is empty if the disk was full. */
  if (stored !== '') return stored
  const created = randomBytes(20).toString('hex')
  writeFileSync(file, created, { mode: 0o600 })
  return created
}
