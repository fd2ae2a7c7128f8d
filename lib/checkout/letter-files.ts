/** Writes the dead letters of checkout events on one machine: each is a file. */

import { mkdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { timestamp } from '../core/clock.ts'

export interface LetterFile {
  /** Of the message. */
  id: string
  time: string
  reason: string
  /** As the queue delivered it: it may be anything. */
  body: string
}

export const letterFileOf = (directory: string, id: string) =>
  join(directory, `${encodeURIComponent(id)}.json`)

/** The file appears when it is complete. Like the rest of the data, it is for its owner only. */
export async function writeLetter(directory: string, letter: Omit<LetterFile, 'time'>): Promise<void> {
  const file = letterFileOf(directory, letter.id)
  await mkdir(directory, { recursive: true, mode: 0o700 })
  await writeFile(`${file}.new`, JSON.stringify({ ...letter, time: timestamp() }), { mode: 0o600 })
  await rename(`${file}.new`, file)
}
