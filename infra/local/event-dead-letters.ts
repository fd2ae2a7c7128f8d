/** Reads and deletes the dead letters of checkout events on this machine. */

import { rmSync } from 'node:fs'
import { type LocalDeadLetter, localDeadLetterPath } from '../../lib/checkout/local-dead-letters.ts'
import { readJsonFile, readJsonFiles } from './json-files.ts'

const sortKey = ({ time, id }: LocalDeadLetter) => `${time} ${id}`

/** Returns the dead letters, oldest first. */
export const readEventDeadLetters = (directory: string): LocalDeadLetter[] =>
  readJsonFiles<LocalDeadLetter>(directory).toSorted((one, other) => sortKey(one).localeCompare(sortKey(other)))

export const findEventDeadLetter = (directory: string, id: string) =>
  readJsonFile<LocalDeadLetter>(localDeadLetterPath(directory, id))

export const removeEventDeadLetter = (directory: string, id: string) =>
  rmSync(localDeadLetterPath(directory, id), { force: true })
