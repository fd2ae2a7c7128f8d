/** Lists that the contract answers whole are cut all the same: no reply grows without bound. */

/** What one reply holds, and the query that gives what follows it. */
export interface Stretch<T> {
  items: T[]
  next: Record<string, string> | null
}

/** Well within what a reply may weigh for the settings-like objects that are answered this way. */
export const stretchLength = 1000

/** Cuts rows that were read one past the end, which tells whether more follow. */
export function cut<R extends { id: string }, T>(rows: R[], present: (row: R) => T): Stretch<T> {
  const kept = rows.slice(0, stretchLength)
  const last = kept.at(-1)
  const next = last && rows.length > stretchLength ? { after: last.id } : null
  return { items: kept.map(present), next }
}
