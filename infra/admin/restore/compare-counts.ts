/** Counts the objects of each store in two tables, and compares the counts. */

import { mapConcurrent } from '../../../lib/core/map-concurrent.ts'
import type { Tenant } from '../../../lib/core/tenant.ts'
import type { ReportProgress } from '../progress.ts'
import { formatTable } from '../text-tables.ts'
import { readStoresOfTable } from './rebuild-all-stores.ts'
import { maxThreads, type RebuildAndCountPool } from './rebuild-and-count-pool.ts'

interface CountRow extends Tenant {
  kind: string
  /** The number of objects in the table in use; null if this table does not exist or does not have the account. */
  now: number | null
  restored: number | null
}

export interface CountsComparison {
  rows: CountRow[]
  /** The number of rows that are not in `rows`, because there are too many to print. */
  moreRows: number
  /** The number of stores in the restored table. */
  stores: number
}

/** Whenever there are more rows than this, the rows so far without a difference are left out. */
const maxRows = 1000

interface Tables {
  /** The table in use; null if it was deleted. */
  current: RebuildAndCountPool | null
  restored: RebuildAndCountPool
}

const nameOf = ({ account, mode }: Tenant) => `${account} ${mode}`

export async function compareCounts({ current, restored }: Tables, report: ReportProgress): Promise<CountsComparison> {
  const [now, later] = [current ? await readStoresOfTable(current) : [], await readStoresOfTable(restored)]
  const [inCurrent, inRestored] = [new Set(now.map(nameOf)), new Set(later.map(nameOf))]
  const all = [...new Map([...now, ...later].map(tenant => [nameOf(tenant), tenant])).values()]
  const comparison: CountsComparison = { rows: [], moreRows: 0, stores: later.length }
  let done = 0
  await mapConcurrent(all, maxThreads, async tenant => {
    const isIn = (stores: Set<string>) => stores.has(nameOf(tenant))
    const counts = {
      now: current && isIn(inCurrent) ? await current.run('count', tenant) : null,
      restored: isIn(inRestored) ? await restored.run('count', tenant) : null,
    }
    addRows(comparison, rowsOf(tenant, counts))
    report({ text: `${++done} of ${all.length} stores counted` })
  })
  const rows = comparison.rows.toSorted((one, other) => one.account - other.account || (one.mode < other.mode ? -1 : 1))
  return { ...comparison, rows }
}

type Counts = Record<'now' | 'restored', Record<string, number> | null>

/** Leaves out a kind if the store has no objects of the kind in either table. */
function rowsOf({ account, mode }: Tenant, { now, restored }: Counts): CountRow[] {
  const kinds = Object.keys(now ?? restored ?? {})
  const rows = kinds.map(kind => ({
    account,
    mode,
    kind,
    now: now?.[kind] ?? null,
    restored: restored?.[kind] ?? null,
  }))
  return rows.filter(row => row.now || row.restored)
}

const isSame = ({ now, restored }: CountRow) => now === restored

/**
 * Adds `rows` to the comparison. If there are then more than `maxRows` rows, only the first `maxRows` rows whose two
 * counts differ are kept.
 */
function addRows(comparison: CountsComparison, rows: readonly CountRow[]): void {
  comparison.rows.push(...rows)
  if (comparison.rows.length <= maxRows) return
  const different = comparison.rows.filter(row => !isSame(row)).slice(0, maxRows)
  comparison.moreRows += comparison.rows.length - different.length
  comparison.rows = different
}

const signed = new Intl.NumberFormat('en', { signDisplay: 'exceptZero', useGrouping: false })

export function formatCountsComparison({ rows, moreRows }: CountsComparison): string {
  const lines = rows.map(row => ({ ...row, difference: signed.format((row.restored ?? 0) - (row.now ?? 0)) }))
  const formatted = formatTable(['account', 'mode', 'kind', 'now', 'restored', 'difference'], lines)
  return moreRows > 0 ? `${formatted}\n${moreRows} more rows are not shown.` : formatted
}
