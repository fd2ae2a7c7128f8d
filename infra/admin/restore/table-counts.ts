/** Counts the objects of a table in a separate thread, and compares the counts of two tables. */

import { Worker } from 'node:worker_threads'
import type { ReportProgress } from '../progress.ts'
import { formatTable } from '../text-tables.ts'
import type { CountMessage, ObjectCount, TableCounts } from './rebuild-and-count-thread.ts'

const program = new URL('./rebuild-and-count-thread.ts', import.meta.url)

export const countTable = (tableName: string, report: ReportProgress) =>
  runThread({ tableName, rebuildsLists: false, report })

/**
 * Rebuilds the lists of a restored table before it counts the objects, because the lists may differ from the objects.
 */
export const rebuildAndCountTable = (tableName: string, report: ReportProgress) =>
  runThread({ tableName, rebuildsLists: true, report })

interface Counting {
  tableName: string
  rebuildsLists: boolean
  report: ReportProgress
}

function runThread({ tableName, rebuildsLists, report }: Counting): Promise<TableCounts> {
  const env = { ...process.env, TABLE_NAME: tableName }
  /** The thread gets none of Node's options (`execArgv`), because these options may be meant only for this process. */
  const worker = new Worker(program, { workerData: rebuildsLists, env, execArgv: [] })
  return new Promise((resolve, reject) => {
    worker.on('message', (message: CountMessage) => {
      if ('counts' in message) resolve(message)
      else report({ text: `${tableName}: ${message.progress}` })
    })
    worker.on('error', reject)
    worker.on('exit', code => reject(new Error(`Counting ${tableName} ended with code ${code}.`)))
  })
}

export interface CountComparison extends Omit<ObjectCount, 'count'> {
  /** The number of objects in the table in use; null if this table does not exist or does not have the account. */
  now: number | null
  restored: number | null
}

/** Leaves out a kind if a store has no objects of the kind in either table. */
export function compareCounts(now: readonly ObjectCount[], restored: readonly ObjectCount[]): CountComparison[] {
  const rows = new Map<string, CountComparison>()
  for (const [side, counts] of Object.entries({ now, restored }))
    for (const { count, ...subject } of counts) {
      const key = Object.values(subject).join(' ')
      rows.set(key, { ...subject, now: null, restored: null, ...rows.get(key), [side]: count })
    }
  return [...rows.values()].filter(({ now, restored }) => now || restored)
}

const signed = new Intl.NumberFormat('en', { signDisplay: 'exceptZero', useGrouping: false })

export function formatComparisons(comparisons: readonly CountComparison[]): string {
  const rows = comparisons.map(row => ({ ...row, difference: signed.format((row.restored ?? 0) - (row.now ?? 0)) }))
  return formatTable(['account', 'mode', 'kind', 'now', 'restored', 'difference'], rows)
}
