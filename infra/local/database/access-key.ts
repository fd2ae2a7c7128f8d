/**
 * The access key of a local database. DynamoDB Local gives each access key tables of its own: other users of this
 * machine cannot read or change the data.
 */

import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Created once for each directory: the data in it can be opened with this key only. */
export function accessKeyIn(directory: string): string {
  const file = join(directory, 'access-key')
  const stored = existsSync(file) ? readFileSync(file, 'utf8').trim() : ''
  /** Empty if the disk was full. */
  if (stored !== '') return stored
  const created = randomBytes(20).toString('hex')
  writeFileSync(file, created, { mode: 0o600 })
  return created
}
