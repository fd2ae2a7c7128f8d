/** Temporary directories. A process that is killed leaves its own, and the next one that needs one removes them. */

import { randomBytes } from 'node:crypto'
import { readdirSync, rmSync } from 'node:fs'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import { isAlive } from './process/running-api.ts'

/** A process number is that of one machine; containers may share the directory. */
const host = encodeURIComponent(hostname())

/** A directory that does not exist yet. Its name says which process uses it. */
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

/** The directory of another user cannot be removed. */
function remove(directory: string): void {
  try {
    rmSync(directory, { recursive: true, force: true })
  } catch (error) {
    if (!(error instanceof Error && 'code' in error)) throw error
  }
}
