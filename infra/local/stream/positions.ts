/** Stores how far a worker has read each shard, so that it continues there after a restart. */

import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** The last processed sequence number of each shard; `end` for a shard that is read to its end. */
type Positions = Record<string, string>

function read(file: string): Positions {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Positions
  } catch {
    return {}
  }
}

export function positionsIn(directory: string, worker: string) {
  const file = join(directory, `stream-${worker}.json`)
  let positions = read(file)
  const write = (changed: Positions) => {
    positions = changed
    writeFileSync(`${file}.new`, JSON.stringify(positions))
    renameSync(`${file}.new`, file)
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
