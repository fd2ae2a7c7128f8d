/** Names new temporary directories, and removes temporary directories that killed processes have left. */

import { randomBytes } from 'node:crypto'
import { readdirSync, rmSync } from 'node:fs'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import { isAlive } from './process/processes.ts'

/**
 * Directory names contain the name of the host, because two containers may share the directory of temporary files.
 * Processes in different containers can have the same id.
 */
const host = encodeURIComponent(hostname())

/** Returns a path that does not exist yet. The path contains the id of this process. */
export function nameTemporaryDirectory(purpose: string): string {
  const suffix = randomBytes(4).toString('hex')
  return join(tmpdir(), `back-office-${purpose}-${host}-${process.pid}-${suffix}`)
}

/** Removes the temporary directories of killed processes. */
export function removeAbandonedDirectories(): void {
  for (const name of readdirSync(tmpdir())) {
    const [, owner, pid] = /^back-office-[a-z]+-(.+)-(\d+)-[0-9a-f]{8}$/.exec(name) ?? []
    if (owner === host && !isAlive(Number(pid))) remove(join(tmpdir(), name))
  }
}

/** File system errors are ignored, because the directory of another user cannot be removed. */
function remove(directory: string): void {
  try {
    rmSync(directory, { recursive: true, force: true })
  } catch (error) {
    if (!(error instanceof Error && 'code' in error)) throw error
  }
}
