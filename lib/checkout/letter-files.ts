/** Writes dead letters of checkout events to files on one machine. */

import { join } from 'node:path'
import { timestamp } from '../core/clock.ts'
import { writePrivateFile } from '../core/private-file.ts'

export interface LetterFile {
  /** The id of the message. */
  id: string
  time: string
  reason: string
  /** The body as the queue delivered it, which may be any text. */
  body: string
}

export const letterFileOf = (directory: string, id: string) => join(directory, `${encodeURIComponent(id)}.json`)

export const writeLetter = (directory: string, letter: Omit<LetterFile, 'time'>): Promise<void> =>
  writePrivateFile(letterFileOf(directory, letter.id), JSON.stringify({ ...letter, time: timestamp() }))
