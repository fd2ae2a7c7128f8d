/** Reads text and JSON files that may be missing or incomplete, and replaces JSON files. */

import { existsSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Returns the text of a file; null if the file cannot be read. */
export function readTextFile(file: string): string | null {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return null
  }
}

/**
 * Returns the value in a JSON file; null if the file is missing, or if it is incomplete after a crash or because the
 * disk was full.
 */
export function readJsonFile<T>(file: string): T | null {
  try {
    return JSON.parse(readTextFile(file) ?? 'null')
  } catch {
    return null
  }
}

/** Reads all JSON files of a directory, except incomplete ones. */
export function readJsonFiles<T>(directory: string): T[] {
  const names = existsSync(directory) ? readdirSync(directory).filter(name => name.endsWith('.json')) : []
  return names.flatMap(name => readJsonFile<T>(join(directory, name)) ?? [])
}

/** Replaces a file in one step, so that no process reads an incomplete text. Only the owner of the file can read it. */
export function replaceJsonFile(file: string, value: unknown): void {
  writeFileSync(`${file}.new`, JSON.stringify(value), { mode: 0o600 })
  renameSync(`${file}.new`, file)
}
