/** Follows the table's stream and hands every change to a worker, at least once and in order, from where it was the last time. */

import { appendFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { DynamoDBRecord } from 'aws-lambda'
import { type Delivery, deliver, type Worker } from './deliver.ts'
import { positionsIn, type StreamPositions } from './positions.ts'
import { iteratorIn, openStream, read, shardsOf, type TableStream } from './table-stream.ts'

const idle = 100
/** The database may need a while. */
const recovery = 1000

interface Wish {
  endpoint: string
  table: string
  /** The worker's, `room.verb`. */
  name: string
  worker: Worker
  /** Where positions and dead letters are written down. */
  state: string
  print: (line: string) => void
}

interface Follower {
  /** Waits for the batch at hand. */
  stop: () => Promise<void>
}

export const deadLettersIn = (state: string) => join(state, 'dead-letters.jsonl')

export function followChanges(wish: Wish): Follower {
  let wanted = true
  const isWanted = () => wanted
  const running = follow(wish, isWanted)
  return {
    stop: () => {
      wanted = false
      return running
    },
  }
}

/** A fault of the database starts the reading anew; the positions are kept, so nothing is lost. */
async function follow(wish: Wish, isWanted: () => boolean): Promise<void> {
  const positions = positionsIn(wish.state, wish.name)
  const delivery: Delivery = { worker: wish.worker, bury: burialOf(wish) }
  while (isWanted()) {
    try {
      const stream = await openStream(wish.endpoint, wish.table)
      while (isWanted()) await generation({ stream, positions, delivery, isWanted })
    } catch (fault) {
      if (!isWanted()) return
      wish.print(`${wish.name} lost the table's stream and tries again: ${fault}`)
      await pause(recovery)
    }
  }
}

interface Reading {
  stream: TableStream
  positions: StreamPositions
  delivery: Delivery
  isWanted: () => boolean
}

/** The shards whose parents are done with, read side by side until they end: so children come after their parents. */
async function generation(reading: Reading): Promise<void> {
  const { stream, positions, isWanted } = reading
  const shards = await shardsOf(stream)
  const known = new Set(shards.map(({ ShardId = '' }) => ShardId))
  positions.keepOnly(known)
  const isBehind = (shard = '') => known.has(shard) && !positions.isAtEnd(shard)
  const open = shards.filter(shard => isBehind(shard.ShardId) && !isBehind(shard.ParentShardId))
  await Promise.all(open.map(({ ShardId = '' }) => readShard(ShardId, reading)))
  if (open.length === 0 && isWanted()) await pause(idle)
}

async function readShard(shard: string, { stream, positions, delivery, isWanted }: Reading): Promise<void> {
  let iterator = await iteratorIn(stream, shard, positions.of(shard))
  while (iterator && isWanted()) {
    const { records, next } = await read(stream, iterator)
    if (records.length > 0) await deliver(records, delivery)
    else await pause(idle)
    const last = next ? records.at(-1)?.dynamodb?.SequenceNumber : 'end'
    if (last) positions.move(shard, last)
    iterator = next
  }
}

/** In AWS these go to the dead letter queue. */
const burialOf =
  ({ name, state, print }: Wish) =>
  (record: DynamoDBRecord, fault: unknown) => {
    const reason = fault instanceof Error ? (fault.stack ?? fault.message) : String(fault)
    const letter = { worker: name, time: new Date().toISOString(), reason, record }
    appendFileSync(deadLettersIn(state), `${JSON.stringify(letter)}\n`)
    print(
      `${name} gave up on change ${record.dynamodb?.SequenceNumber}; see ${deadLettersIn(state)}\n${reason}`,
    )
  }
