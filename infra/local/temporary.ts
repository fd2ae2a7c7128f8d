/** Creates paths of temporary directories, and removes directories that were left by killed processes. */

import { randomBytes } from 'node:crypto'
import { readdirSync, rmSync } from 'node:fs'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import { isAlive } from './process/processes.ts'

/** Names contain the host, because process ids differ between hosts, and containers may share the directory. */
const host = encodeURIComponent(hostname())

/** Returns the path of a new directory. Its name contains the id of the process that uses it. */
export function temporaryPath(purpose: string): string {
  removeAbandoned()
  const suffix = randomBytes(4).toString('hex')
  return join(tmpdir(), `back-office-${purpose}-${host}-${process.pid}-${suffix}`)
}

function removeAbandoned(): void {
  for (const name of readdirSync(tmpdir())) {
    const [, owner, pid] = /^back-office-[a-z]+-(.+)-(\d+)-[0-9a-f]{8}$/.exec(name) ?? []
    if (owner === host && !isAlive(Number(pid))) remove(join(tmpdir(), name))
  }
}

/** Ignores errors of the file system, because the directory of another user cannot be removed. */
function remove(directory: string): void {
  try {
    rmSync(directory, { recursive: true, force: true })
  } catch (error) {
    if (!(error instanceof Error && 'code' in error)) throw error
  }
}
