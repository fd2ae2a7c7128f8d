/**
 * Manages `dead-letters.jsonl` in a data directory, which lists the changes that workers could not process. As in AWS,
 * a letter has the reason, and the position of the change in the stream. It does not contain the change itself, which
 * has personal data and can be read from the stream again.
 */

import { appendFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { readText } from '../directories.ts'

export interface DeadLetter {
  /** The name of the worker, `module.verb`. */
  worker: string
  time: string
  reason: string
  shard: string
  sequenceNumber: string
}

export const deadLettersFile = (directory: string) => join(directory, 'dead-letters.jsonl')

const toLine = (letter: DeadLetter) => `${JSON.stringify(letter)}\n`

export function addDeadLetter(directory: string, letter: DeadLetter): void {
  appendFileSync(deadLettersFile(directory), toLine(letter))
}

export const readDeadLetters = (directory: string): DeadLetter[] =>
  (readText(deadLettersFile(directory)) ?? '').split('\n').flatMap(parse)

/** Ignores an incomplete line, which a full disk may leave. */
function parse(line: string): DeadLetter[] {
  try {
    return [JSON.parse(line)]
  } catch {
    return []
  }
}

const isSame = (one: DeadLetter, other: DeadLetter) =>
  one.worker === other.worker && one.shard === other.shard && one.sequenceNumber === other.sequenceNumber

export function removeDeadLetter(directory: string, letter: DeadLetter): void {
  const file = deadLettersFile(directory)
  const others = readDeadLetters(directory).filter(other => !isSame(letter, other))
  if (others.length > 0) writeFileSync(file, others.map(toLine).join(''))
  else rmSync(file)
}
