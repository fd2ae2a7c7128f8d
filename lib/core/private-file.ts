/** Writes files that only their owner can read, for data that is stored in files outside AWS. */

import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { now } from './clock.ts'

/**
 * Writes a draft and renames it, so that no reader sees an incomplete file. An existing file is replaced and not
 * overwritten, because overwriting would keep its permissions.
 */
export async function writePrivateFile(file: string, text: string): Promise<void> {
  await mkdir(dirname(file), { recursive: true, mode: 0o700 })
  const draft = `${file}.${randomUUID()}`
  await writeFile(draft, text, { mode: 0o600, flag: 'wx' })
  await rename(draft, file)
}

const draftName = /\.[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
/** A draft that is older than this counts as abandoned. Writing a file takes far less time. */
const maxDraftMilliseconds = 60_000

/** Removes the drafts that remain if a process is killed while it writes a file. */
export async function removeAbandonedDrafts(directory: string): Promise<void> {
  const names = existsSync(directory) ? await readdir(directory) : []
  for (const file of names.filter(name => draftName.test(name)).map(name => join(directory, name))) {
    const { mtimeMs } = await stat(file)
    if (mtimeMs < now().getTime() - maxDraftMilliseconds) await rm(file, { force: true })
  }
}
