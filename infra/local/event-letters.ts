/** Reads and removes the dead letters of checkout events in a data directory; the worker writes them. */

import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { type LetterFile, letterFileOf } from '../../lib/checkout/letter-files.ts'

const read = (file: string): LetterFile => JSON.parse(readFileSync(file, 'utf8'))

const sortKey = ({ time, id }: LetterFile) => `${time} ${id}`

/** Oldest first. */
export function readEventLetters(directory: string): LetterFile[] {
  if (!existsSync(directory)) return []
  const files = readdirSync(directory).filter(file => file.endsWith('.json'))
  const letters = files.map(file => read(join(directory, file)))
  return letters.toSorted((one, other) => sortKey(one).localeCompare(sortKey(other)))
}

export function findEventLetter(directory: string, id: string): LetterFile | null {
  const file = letterFileOf(directory, id)
  return existsSync(file) ? read(file) : null
}

export const removeEventLetter = (directory: string, id: string) => rmSync(letterFileOf(directory, id), { force: true })
