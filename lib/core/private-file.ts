/** Writes files that only their owner can read, for the data of one machine. */

import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { now } from './clock.ts'

/** The file appears when it is complete. It is always a new one, because an existing one would keep its permissions. */
export async function writePrivateFile(file: string, text: string): Promise<void> {
  await mkdir(dirname(file), { recursive: true, mode: 0o700 })
  const draft = `${file}.${randomUUID()}`
  await writeFile(draft, text, { mode: 0o600, flag: 'wx' })
  await rename(draft, file)
}

const draftName = /\.[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
/** Far longer than a file takes to write. */
const maxDraftMilliseconds = 60_000

/** Removes the files of a directory that processes had begun to write when they were killed. */
export async function removeAbandonedDrafts(directory: string): Promise<void> {
  const names = existsSync(directory) ? await readdir(directory) : []
  for (const file of names.filter(name => draftName.test(name)).map(name => join(directory, name))) {
    const { mtimeMs } = await stat(file)
    if (mtimeMs < now().getTime() - maxDraftMilliseconds) await rm(file, { force: true })
  }
}
