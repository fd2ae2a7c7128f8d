/**
 * Defines daily lists, which reports use for figures by day. A daily list contains the entries of one month of local
 * time. Its tally has a part for each day, and is so small that one query reads the tallies of many months.
 */

import type { Tenant } from '../core/tenant.ts'
import type { ListEntry } from '../store/list-entry.ts'
import { decodeListValues, encodeListValues } from './list-name-values.ts'
import { localTimePosition } from './position.ts'
import { type CountedList, readCountedListsBetween } from './tally.ts'

export const dailyListPrefix = 'daily/'

/**
 * Returns the beginning of the names of all lists of one kind, such as `daily/sales/`. One query can therefore read the
 * tallies of these lists.
 */
const prefixOf = (kind: string) => `${dailyListPrefix}${kind}/`

interface DailyEntry {
  kind: string
  /**
   * The values that the entries of one list have in common, such as a currency. Each combination of values has its own
   * lists.
   */
  key: readonly string[]
  /** The local time, such as `2026-11-01T09:30:00.000`. */
  at: string
  id: string
  measures: bigint[]
}

export const dailyEntry = ({ kind, key, at, id, measures }: DailyEntry): ListEntry => ({
  list: `${prefixOf(kind)}${monthOf(at)}/${encodeListValues(key)}`,
  position: localTimePosition(at, id),
  measures,
})

const monthOf = (local: string) => local.slice(0, '2026-11'.length)

export interface DailyTally extends CountedList {
  key: string[]
}

/** Reads the tallies of all lists of a kind, for each month that contains a day between `from` and `to`. */
export async function readDailyTallies(
  tenant: Tenant,
  kind: string,
  { from, to }: { from: string; to: string },
): Promise<DailyTally[]> {
  const prefix = prefixOf(kind)
  const tallies = await readCountedListsBetween(tenant, prefix + monthOf(from), prefix + monthOf(to))
  const keyAt = prefix.length + '2026-11/'.length
  return tallies.map(({ list, parts }) => ({ list, parts, key: decodeListValues(list.slice(keyAt)) }))
}
