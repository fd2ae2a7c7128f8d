/** Hashes list entries, so that many can be compared by the sum of their hashes. */

import { hash } from 'node:crypto'
import type { EntryRow } from '../store/list-entry.ts'

export const hashOf = (text: string): bigint => hash('sha1', text, 'buffer').readBigUInt64LE()

export const entryHash = ({ partition, position, facets, measures, expiresAt }: EntryRow): bigint =>
  hashOf(JSON.stringify([partition, position, facets ?? [], (measures ?? []).map(String), expiresAt ?? 0]))
