/** Computes what stored data costs in a month: the table and its backups, logs, and archived events. */

import { findStage } from '../../../infra/stages.ts'
import type { Growth } from '../growth.ts'
import { assumptions } from './assumptions.ts'
import { backups } from './fixed.ts'
import { monthly, restoredGigabyte } from './prices.ts'
import type { Use } from './use.ts'

const { daysPerMonth, storedDays, expiringDays } = assumptions
const { logRetention, eventArchiveDays } = findStage('prod')
const gigabyte = 1024 ** 3

/** The sizes are in gigabytes. */
interface TableSize {
  table: number
  index: number
}

/**
 * Returns the size of the table after `days` days. Each day adds `growth`, but expiring rows stay only for
 * `expiringDays`.
 */
export const sizeAfter = ({ table, index, expiringTable, expiringIndex }: Growth, days: number): TableSize => ({
  table: (table * days + expiringTable * Math.min(days, expiringDays)) / gigabyte,
  index: (index * days + expiringIndex * Math.min(days, expiringDays)) / gigabyte,
})

/** Returns the monthly cost of the table. Backups and point-in-time recovery do not contain the index. */
function tableDollars(growth: Growth): Record<string, number> {
  const { table, index } = sizeAfter(growth, storedDays)
  const ofBackups = backups.map(({ storage, copies, from, to }) => {
    /** Older copies are smaller. The copy of medium age has the average size. */
    const average = sizeAfter(growth, storedDays - (from + to) / 2).table
    const price = storage === 'warm' ? monthly.backupGigabyte : monthly.coldBackupGigabyte
    return [`backups in ${storage} storage, ${copies.toFixed(1)} at once`, copies * average * price] as const
  })
  return {
    'storage of the table and its index': (table + index) * monthly.tableGigabyte,
    'point-in-time recovery': table * monthly.recoveryGigabyte,
    ...Object.fromEntries(ofBackups),
  }
}

/**
 * Returns the monthly cost of stored data, by name. `logGigabytes` and `archivedGigabytes` are written in one month.
 * The stage sets for how many days they are kept.
 */
export const storageDollars = (
  growth: Growth,
  { logGigabytes = 0, archivedGigabytes = 0 }: Use,
): Record<string, number> => ({
  ...tableDollars(growth),
  'storage of logs': logGigabytes * (logRetention / daysPerMonth) * monthly.logGigabyte,
  'storage of archived events': archivedGigabytes * (eventArchiveDays / daysPerMonth) * monthly.archivedGigabyte,
})

/**
 * Returns the size and the price of a restore, which creates the table with its index again. A restore from cold
 * storage costs more.
 */
export function restoreOf(growth: Growth) {
  const { table, index } = sizeAfter(growth, storedDays)
  const gigabytes = table + index
  return { gigabytes, warm: gigabytes * restoredGigabyte.warm, cold: gigabytes * restoredGigabyte.cold }
}
