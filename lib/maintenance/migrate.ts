/** Saves the rows that are still stored in an older form in their current one, while the store is in use. */

import { mapConcurrent } from '../core/map-concurrent.ts'
import type { Tenant } from '../core/tenant.ts'
import { entities } from './entities.ts'
import type { Failure } from './rebuild.ts'

export interface MigratedCounts {
  read: number
  migrated: number
}

interface Migration {
  /** By entity; only those whose form has ever changed. */
  counts: Record<string, MigratedCounts>
  failed: Failure[]
}

const maxConcurrent = 10

/**
 * May be interrupted and repeated: rows in their current form are only read. Each is read again and saved on condition of
 * its version, so that no change by another writer is lost.
 */
export async function migrate(
  { account, mode }: Tenant,
  onProgress: (entity: string, counts: MigratedCounts) => void = () => {},
): Promise<Migration> {
  const result: Migration = { counts: {}, failed: [] }
  for (const { name, form, batches } of entities.filter(entity => entity.form !== undefined)) {
    const counts: MigratedCounts = { read: 0, migrated: 0 }
    result.counts[name] = counts
    for await (const rows of batches({ account, mode })) {
      const older = rows.filter(({ row }) => row.form !== form)
      const saved = await mapConcurrent(older, maxConcurrent, ({ reference }) =>
        reference.saveAgain().catch(fault => {
          result.failed.push({ target: reference.name, fault })
          return false
        }),
      )
      counts.read += rows.length
      counts.migrated += saved.filter(Boolean).length
      onProgress(name, counts)
    }
  }
  return result
}
