/** Reads text and JSON files that may be missing or incomplete, and replaces JSON files. */

import { existsSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseJsonOr } from '../../lib/core/json.ts'

export function readTextFile(file: string): string | null {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return null
  }
}

/** Returns null if the file is missing or incomplete. A crash or a full disk can leave an incomplete file. */
export const readJsonFile = <T>(file: string): T | null => parseJsonOr(readTextFile(file) ?? '', null) as T | null

/** Returns the paths of the JSON files in a directory. The directory may be missing. */
export function jsonFilesIn(directory: string): string[] {
  const names = existsSync(directory) ? readdirSync(directory).filter(name => name.endsWith('.json')) : []
  return names.map(name => join(directory, name))
}

/** Reads the JSON files of a directory, and skips incomplete files. */
export const readJsonFiles = <T>(directory: string): T[] =>
  jsonFilesIn(directory).flatMap(file => readJsonFile<T>(file) ?? [])

/** Replaces the file atomically, so that no process reads an incomplete file. Only the owner can read the file. */
export function replaceJsonFile(file: string, value: unknown): void {
  writeFileSync(`${file}.new`, JSON.stringify(value), { mode: 0o600 })
  renameSync(`${file}.new`, file)
}
