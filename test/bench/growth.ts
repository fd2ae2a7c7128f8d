/** Computes by how many bytes the table and its index grow, as AWS bills their storage. */

/**
 * The bytes by which the table and its index grow. Expiring rows have separate fields, because they stay in the table
 * only for their lifetime. Rows that expire within a day are not included.
 */
export type Growth = Record<'table' | 'index' | 'expiringTable' | 'expiringIndex', number>

export const noGrowth: Growth = { table: 0, index: 0, expiringTable: 0, expiringIndex: 0 }

/** Adds the growth of `other`, multiplied by `factor`, to that of `one`, and returns the sums. */
export const addGrowth = (one: Growth, other: Growth, factor = 1): Growth => ({
  table: one.table + factor * other.table,
  index: one.index + factor * other.index,
  expiringTable: one.expiringTable + factor * other.expiringTable,
  expiringIndex: one.expiringIndex + factor * other.expiringIndex,
})

/** DynamoDB bills the storage of this many additional bytes for each row. */
const overheadBytes = 100
const secondsPerDay = 24 * 60 * 60

interface Row {
  bytes: number
  isInIndex: boolean
  /** The time in seconds at which the row expires. */
  expiresAt: number | undefined
}

/** Returns the growth that a new row causes. */
export function storedRow({ bytes, isInIndex, expiresAt }: Row): Growth {
  const table = bytes + overheadBytes
  const index = isInIndex ? table : 0
  if (expiresAt === undefined) return { ...noGrowth, table, index }
  const isShort = expiresAt < Date.now() / 1000 + secondsPerDay
  return isShort ? noGrowth : { ...noGrowth, expiringTable: table, expiringIndex: index }
}
