/**
 * Manages `dead-letters.jsonl`, the list of changes that workers could not process. An entry contains the position of
 * the change in the stream instead of the change itself, which contains personal data.
 */

import { appendFileSync, rmSync, writeFileSync } from 'node:fs'
import { isDeepStrictEqual } from 'node:util'
import { parseJsonOr } from '../../../lib/core/json.ts'
import { pathsIn } from '../data-directory.ts'
import { readTextFile } from '../json-files.ts'

export interface FailedChange {
  /** The name of the worker in the format `module.verb`. */
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

/** A full disk can leave an incomplete line, which is ignored. */
export const readFailedChanges = (directory: string): FailedChange[] =>
  (readTextFile(pathsIn(directory).failedChanges) ?? '')
    .split('\n')
    .flatMap(line => parseJsonOr(line, []) as FailedChange | [])

export function removeFailedChange(directory: string, letter: FailedChange): void {
  const file = pathsIn(directory).failedChanges
  const others = readFailedChanges(directory).filter(other => !isDeepStrictEqual(letter, other))
  if (others.length > 0) writeFileSync(file, others.map(toLine).join(''))
  else rmSync(file, { force: true })
}
