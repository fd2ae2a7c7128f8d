/**
 * Defines the work that an event causes in AWS: read and write units (also by partition key), calls in sequence, and
 * CPU time.
 */

export interface KeyUnits {
  readUnits: number
  writeUnits: number
}

export interface Work extends KeyUnits {
  /** The write units of the secondary index, which `writeUnits` includes. */
  indexUnits: number
  sequentialCalls: number
  cpuMilliseconds: number
  /** The units by partition key. Keys that only a few events use may be missing. */
  keys: ReadonlyMap<string, KeyUnits>
}

export const noWork: Work = {
  readUnits: 0,
  writeUnits: 0,
  indexUnits: 0,
  sequentialCalls: 0,
  cpuMilliseconds: 0,
  keys: new Map(),
}

const numbers = ['readUnits', 'writeUnits', 'indexUnits', 'sequentialCalls', 'cpuMilliseconds'] as const

/** Returns the work of several events, each of which happens `count` times. */
export function sumOfWork(parts: readonly { work: Work; count: number }[]): Work {
  const sumOf = (name: (typeof numbers)[number]) => parts.reduce((sum, { work, count }) => sum + count * work[name], 0)
  const sums = Object.fromEntries(numbers.map(name => [name, sumOf(name)])) as Record<(typeof numbers)[number], number>
  const keys = new Map<string, KeyUnits>()
  for (const { work, count } of parts)
    for (const [key, units] of work.keys) addUnits(keys, key, multiplied(units, count))
  return { ...sums, keys }
}

const multiplied = ({ readUnits, writeUnits }: KeyUnits, count: number): KeyUnits => ({
  readUnits: readUnits * count,
  writeUnits: writeUnits * count,
})

export function addUnits(keys: Map<string, KeyUnits>, key: string, { readUnits, writeUnits }: KeyUnits): void {
  const known = keys.get(key) ?? { readUnits: 0, writeUnits: 0 }
  keys.set(key, { readUnits: known.readUnits + readUnits, writeUnits: known.writeUnits + writeUnits })
}
