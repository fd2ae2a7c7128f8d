/** Writes dead letters of checkout events to files, if the API runs on one machine instead of in AWS. */

import { join } from 'node:path'
import { timestamp } from '../core/clock.ts'
import { writePrivateFile } from '../core/private-file.ts'

export interface LocalDeadLetter {
  /** The id of the message. */
  id: string
  time: string
  reason: string
  /** The body of the message as the queue delivered it. It may be any text. */
  body: string
}

export const localDeadLetterPath = (directory: string, id: string) => join(directory, `${encodeURIComponent(id)}.json`)

export const writeLocalDeadLetter = (directory: string, letter: Omit<LocalDeadLetter, 'time'>): Promise<void> =>
  writePrivateFile(localDeadLetterPath(directory, letter.id), JSON.stringify({ ...letter, time: timestamp() }))
