/** Which process has a data directory in its hands: `running.json` says it, as long as that process lives. */

import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { env } from '../../lib/core/env.ts'

export interface LockOwner {
  pid: number
  /** The database's; null while it is still starting. */
  endpoint: string | null
  table: string
  /** Where the API answers; null while it is still starting, or while a command has the data for itself. */
  url: string | null
}

export interface DirectoryLock {
  /** Tells the others where to find what this process has started. */
  announce: (place: Pick<LockOwner, 'endpoint' | 'url'>) => void
  release: () => void
}

/** Longer than any start takes; after that, a process that still tells no endpoint is another program under the same number. */
const longestStart = 60_000

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (fault) {
    return fault instanceof Error && 'code' in fault && fault.code === 'EPERM'
  }
}

/** Null where there is none; it may go at any moment. */
function textIn(file: string): string | null {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return null
  }
}

function read(file: string): LockOwner | null {
  try {
    return JSON.parse(textIn(file) ?? 'null') as LockOwner | null
  } catch {
    return null
  }
}

/** With all that it says: nobody sees half a note, and of several who come at once one is the first. */
function create(file: string, holder: LockOwner): boolean {
  const draft = `${file}.${process.pid}`
  writeFileSync(draft, JSON.stringify(holder))
  try {
    linkSync(draft, file)
    return true
  } catch (fault) {
    if (fault instanceof Error && 'code' in fault && fault.code === 'EEXIST') return false
    throw fault
  } finally {
    rmSync(draft)
  }
}

const fileIn = (directory: string) => join(directory, 'running.json')

/** A crash leaves the file behind, and its process number may be another program's by now: the database must answer too. */
export async function lockOwnerOf(directory: string): Promise<LockOwner | null> {
  const holder = read(fileIn(directory))
  if (!holder || !isAlive(holder.pid)) return null
  if (holder.endpoint) return (await fetch(holder.endpoint).then(Boolean, () => false)) ? holder : null
  const { mtimeMs } = statSync(fileIn(directory), { throwIfNoEntry: false }) ?? { mtimeMs: 0 }
  return Date.now() - mtimeMs < longestStart ? holder : null
}

/** Takes the directory, or tells who has it. */
async function hold(directory: string): Promise<DirectoryLock | LockOwner> {
  mkdirSync(directory, { recursive: true })
  const file = fileIn(directory)
  const before = textIn(file)
  const holder = await lockOwnerOf(directory)
  if (holder) return holder
  const mine: LockOwner = { pid: process.pid, endpoint: null, table: env.tableName, url: null }
  if (before !== null && before === textIn(file)) rmSync(file, { force: true })
  if (!create(file, mine)) return hold(directory)
  return {
    announce: place => {
      writeFileSync(`${file}.new`, JSON.stringify({ ...mine, ...place }))
      renameSync(`${file}.new`, file)
    },
    release: () => {
      if (read(file)?.pid === process.pid) rmSync(file)
    },
  }
}

/** As long as a command may have the data for itself, or the API may take to start. */
const patience = 30_000

/**
 * Takes the directory, or tells which running API has it; whatever else has it is waited for.
 * Needed because DynamoDB Local does not notice a second one on its files.
 */
export async function lockOrFindOwner(
  directory: string,
  deadline = Date.now() + patience,
): Promise<DirectoryLock | LockOwner> {
  const held = await hold(directory)
  if (!isLockOwner(held) || held.url) return held
  if (Date.now() > deadline)
    throw new Error(
      `The data in ${directory} is in use by process ${held.pid}: please try again when it is done.`,
    )
  await pause(200)
  return lockOrFindOwner(directory, deadline)
}

export const isLockOwner = (found: DirectoryLock | LockOwner): found is LockOwner => 'pid' in found
