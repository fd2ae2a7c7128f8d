/**
 * Manages `dead-letters.jsonl` in a data directory, which lists the changes that workers could not process. As in AWS,
 * an entry contains the reason of the failure, and the position of the change in the stream. It does not contain the
 * change itself, because a change has personal data and can be read from the stream again.
 */

import { appendFileSync, rmSync, writeFileSync } from 'node:fs'
import { isDeepStrictEqual } from 'node:util'
import { pathsIn } from '../data-directory.ts'
import { readTextFile } from '../json-files.ts'

export interface FailedChange {
  /** The name of the worker, `module.verb`. */
  worker: string
  time: string
  reason: string
  shard: string
  sequenceNumber: string
}

const toLine = (letter: FailedChange) => `${JSON.stringify(letter)}\n`

export function addFailedChange(directory: string, letter: FailedChange): void {
  appendFileSync(pathsIn(directory).failedChanges, toLine(letter))
}

export const readFailedChanges = (directory: string): FailedChange[] =>
  (readTextFile(pathsIn(directory).failedChanges) ?? '').split('\n').flatMap(parse)

/** Ignores an incomplete line, which a full disk may leave. */
function parse(line: string): FailedChange[] {
  try {
    return [JSON.parse(line)]
  } catch {
    return []
  }
}

export function removeFailedChange(directory: string, letter: FailedChange): void {
  const file = pathsIn(directory).failedChanges
  const others = readFailedChanges(directory).filter(other => !isDeepStrictEqual(letter, other))
  if (others.length > 0) writeFileSync(file, others.map(toLine).join(''))
  else rmSync(file, { force: true })
}
