/** Reads the stream of the table, and delivers the changes to a worker, each at least once and in order. */

import { join } from 'node:path'
import type { DynamoDBRecord } from 'aws-lambda'
import type { ChangeFilter } from '../../../lib/workers.ts'
import {
  openLocalStream,
  readBatch,
  readChangesBetween,
  readShardIterator,
  readShards,
  type TableStream,
} from '../../table-stream.ts'
import { abortablePause, startBackgroundTask } from '../background-tasks.ts'
import { pathsIn } from '../data-directory.ts'
import { readJsonFile, replaceJsonFile } from '../json-files.ts'
import { deliverChanges, matchesFilter, type StreamWorker } from './deliver-changes.ts'
import { addFailedChange, readFailedChanges, removeFailedChange } from './failed-changes.ts'

/** The pause after an empty page of the stream, or if no shard can be read, in milliseconds. */
const pollInterval = 100
/** The pause after an error, in milliseconds. */
const retryInterval = 1000

/**
 * After a batch, the worker pauses `pauseFactor` times as long as the batch took. Changes that happen during the pause
 * form one batch, so that `maintenance.run` recounts the lists less often.
 */
const pauseFactor = 10
/** The longest pause after a batch, in milliseconds. */
const maxPause = 10_000

/** Stores the position of the worker in each shard, so that the worker continues at this position after a restart. */
function positionsIn(directory: string, worker: string) {
  const file = join(directory, `stream-${worker}.json`)
  /** The last processed sequence number of each shard; `end` for a shard that was read completely. */
  const positions = readJsonFile<Record<string, string>>(file) ?? {}
  return {
    of: (shard: string) => positions[shard],
    move: (shard: string, position: string) => {
      positions[shard] = position
      replaceJsonFile(file, positions)
    },
  }
}

interface Options {
  endpoint: string
  table: string
  /** The name of the worker in the format `module.verb`. */
  name: string
  worker: StreamWorker
  /** The worker receives changes that match one of these filters. Without filters, the worker receives every change. */
  filters?: readonly ChangeFilter[] | undefined
  /** The data directory, with the stored positions and the list of failed changes. */
  directory: string
  print: (line: string) => void
}

export const startConsumingChanges = (options: Options) => startBackgroundTask(signal => consume(options, signal))

/**
 * Reads the stream until the signal is aborted. After an error, opens the stream again and continues at the stored
 * positions.
 */
async function consume(options: Options, signal: AbortSignal): Promise<void> {
  const positions = positionsIn(options.directory, options.name)
  while (!signal.aborted) {
    try {
      const stream = await openLocalStream(options.endpoint, options.table)
      await redeliver(stream, options)
      while (!signal.aborted) await readReadyShards({ stream, positions, options, signal })
    } catch (error) {
      if (signal.aborted) return
      options.print(`${options.name} cannot read the stream of the table and tries again: ${error}`)
      await abortablePause(retryInterval, signal)
    }
  }
}

/**
 * Delivers the worker's failed changes again, before any new change. The cause of a failure, such as a slow machine,
 * may be gone.
 */
async function redeliver(stream: TableStream, { name, worker, directory }: Options): Promise<void> {
  for (const letter of readFailedChanges(directory).filter(one => one.worker === name)) {
    const { shard, sequenceNumber } = letter
    const records = await readChangesBetween(stream, { shard, from: sequenceNumber, to: sequenceNumber })
    if (!records) continue
    const failed: DynamoDBRecord[] = []
    await deliverChanges(records, { worker, onGiveUp: record => failed.push(record) })
    if (failed.length === 0) removeFailedChange(directory, letter)
  }
}

interface ReadContext {
  stream: TableStream
  positions: ReturnType<typeof positionsIn>
  options: Options
  signal: AbortSignal
}

/** Reads the shards whose parent shards are completely read, so that changes stay in order. */
async function readReadyShards(reader: ReadContext): Promise<void> {
  const { stream, positions, signal } = reader
  const shards = await readShards(stream)
  const known = new Set(shards.map(({ ShardId = '' }) => ShardId))
  const isUnfinished = (shard = '') => known.has(shard) && positions.of(shard) !== 'end'
  const open = shards.filter(shard => isUnfinished(shard.ShardId) && !isUnfinished(shard.ParentShardId))
  await Promise.all(open.map(({ ShardId = '' }) => readShard(ShardId, reader)))
  if (open.length === 0) await abortablePause(pollInterval, signal)
}

async function readShard(shard: string, { stream, positions, options, signal }: ReadContext): Promise<void> {
  const delivery = { worker: options.worker, onGiveUp: deadLetterWriter(shard, options) }
  let iterator = await readShardIterator(stream, shard, positions.of(shard))
  while (iterator && !signal.aborted) {
    const { records, next } = await readBatch(stream, iterator)
    const wanted = records.filter(record => matchesFilter(record, options.filters))
    const startedAt = performance.now()
    if (wanted.length > 0) await deliverChanges(wanted, delivery)
    const pauseInterval = Math.min(pauseFactor * (performance.now() - startedAt), maxPause)
    const last = next ? records.at(-1)?.dynamodb?.SequenceNumber : 'end'
    if (last) positions.move(shard, last)
    iterator = next
    await abortablePause(records.length === 0 ? pollInterval : pauseInterval, signal)
  }
}

/**
 * Returns a function that adds a record to the list of failed changes. In AWS, Lambda sends such a record to a
 * dead-letter queue instead.
 */
const deadLetterWriter =
  (shard: string, { name, directory, print }: Options) =>
  ({ dynamodb: { SequenceNumber: sequenceNumber = '' } = {} }: DynamoDBRecord, error: unknown) => {
    const reason = error instanceof Error ? (error.stack ?? error.message) : String(error)
    addFailedChange(directory, { worker: name, time: new Date().toISOString(), reason, shard, sequenceNumber })
    print(
      `${name} gave up on change ${sequenceNumber} until the next start; see ${pathsIn(directory).failedChanges}\n${reason}`,
    )
  }
