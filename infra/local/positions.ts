/** Remembers how far a worker has come in each shard, across restarts: a local stream survives them as its table does. */

import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** The last sequence number that is done with, by shard; `end` once there will be no more. */
type Positions = Record<string, string>

function read(file: string): Positions {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Positions
  } catch {
    return {}
  }
}

export function positionsIn(state: string, worker: string) {
  const file = join(state, `stream-${worker}.json`)
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
    /** Shards that the stream has dropped need no remembering. */
    keepOnly: (shards: Set<string>) =>
      write(Object.fromEntries(Object.entries(positions).filter(([shard]) => shards.has(shard)))),
  }
}

export type StreamPositions = ReturnType<typeof positionsIn>
