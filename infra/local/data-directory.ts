/** Creates the data directory, and says in one sentence if it cannot be used. */

import { accessSync, constants, mkdirSync, statfsSync } from 'node:fs'
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
    throw new Error(
      `The disk is full: ${directory} has ${megabytes} MB left, and the API needs ${minMegabytes} MB.`,
    )
}
