/** Lists for tests, and what happens to them. */

import { EntryRow, type List, partitionOf } from '../../lib/store/entry.ts'
import { newTenant } from '../kit/store.ts'

export interface Standing {
  position: string
  measures: number[]
}

/** Ids that differ in their first digits, as those by which buckets divide do. */
export const idOf = (n: number) =>
  `${String((n * 7919 + 1) % 10_000).padStart(4, '0')}0198-0000-7000-8000-${String(n).padStart(12, '0')}`

export const newList = async (): Promise<List> => ({ ...(await newTenant()), list: 'orders' })

export async function put(list: List, standings: Standing[]): Promise<void> {
  const rows = standings.map(standing => ({ partition: partitionOf(list), ...standing }))
  if (rows.length > 0) await EntryRow.put(rows).go({ concurrent: 4 })
}

export async function remove(list: List, positions: string[]): Promise<void> {
  const keys = positions.map(position => ({ partition: partitionOf(list), position }))
  if (keys.length > 0) await EntryRow.delete(keys).go({ concurrent: 4 })
}
