/** Reads and deletes the dead letters of checkout events on this machine. */

import { rmSync } from 'node:fs'
import { type DeadLetterFile, deadLetterFileOf } from '../../lib/checkout/dead-letter-files.ts'
import { readJsonFile, readJsonFiles } from './json-files.ts'

const sortKey = ({ time, id }: DeadLetterFile) => `${time} ${id}`

/** Returns the dead letters, oldest first. */
export const readEventDeadLetters = (directory: string): DeadLetterFile[] =>
  readJsonFiles<DeadLetterFile>(directory).toSorted((one, other) => sortKey(one).localeCompare(sortKey(other)))

export const findEventDeadLetter = (directory: string, id: string) =>
  readJsonFile<DeadLetterFile>(deadLetterFileOf(directory, id))

export const removeEventDeadLetter = (directory: string, id: string) =>
  rmSync(deadLetterFileOf(directory, id), { force: true })
