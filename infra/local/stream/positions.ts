/** Stores how far a worker has read each shard, so that it continues there after a restart. */

import { join } from 'node:path'
import { readJson, replaceJson } from '../directories.ts'

/** The last processed sequence number of each shard; `end` for a shard that is read to its end. */
type Positions = Record<string, string>

export function positionsIn(directory: string, worker: string) {
  const file = join(directory, `stream-${worker}.json`)
  let positions = readJson<Positions>(file) ?? {}
  const write = (changed: Positions) => {
    positions = changed
    replaceJson(file, positions)
  }
  return {
    of: (shard: string) => (positions[shard] === 'end' ? undefined : positions[shard]),
    isAtEnd: (shard: string) => positions[shard] === 'end',
    move: (shard: string, position: string) => write({ ...positions, [shard]: position }),
    /** Drops the shards that the stream has dropped. */
    keepOnly: (shards: Set<string>) =>
      write(Object.fromEntries(Object.entries(positions).filter(([shard]) => shards.has(shard)))),
  }
}

export type StreamPositions = ReturnType<typeof positionsIn>
