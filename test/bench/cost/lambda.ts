/**
 * Runs Lambdas on the database of the benchmark, and measures their cost. Also runs and measures the stream workers
 * that process the resulting changes.
 */

import type { DynamoDBRecord } from 'aws-lambda'
import { invokeFromSource } from '../../../infra/local/lambda.ts'
import { matchesFilter } from '../../../infra/local/stream/deliver-changes.ts'
import { findStage } from '../../../infra/stages.ts'
import { workers } from '../../../lib/workers.ts'
import { addGrowth, noGrowth } from '../growth.ts'
import { measure } from '../meter.ts'
import { createWriteMeter, recordsOf } from '../write-meter.ts'
import { assumptions } from './assumptions.ts'
import { captureLog } from './capture-log.ts'
import { addCosts, addUse, type Cost, noCost, useOfLambda } from './use.ts'

const memoryGigabytes = findStage('prod').memoryMegabytes / 1024

export interface Run {
  result: unknown
  cost: Cost
  /** The changes of the table, as records of its stream. */
  records: DynamoDBRecord[]
}

/** Runs a Lambda once and measures its cost. In AWS, the work of this run is divided among `count` invocations. */
export async function runLambda(name: string, event: unknown, count = 1): Promise<Run> {
  const meter = createWriteMeter()
  try {
    const log = captureLog()
    const { result, cost } = await measure(() => invokeFromSource(name, event)).finally(log.stop)
    const { calls, sequentialCalls, units: readUnits } = cost
    const writes = meter.takeWrites()
    const writeUnits = writes.reduce((sum, { units }) => sum + units, 0)
    const growth = writes.reduce((sum, write) => addGrowth(sum, write.growth), noGrowth)
    const ofLambda = useOfLambda({ sequentialCalls, logBytes: log.bytes(), memoryGigabytes, count })
    const use = addUse({ readUnits, writeUnits }, ofLambda)
    const metrics = log.metrics()
    return { result, cost: { use, calls, sequentialCalls, growth, metrics }, records: recordsOf(writes) }
  } finally {
    meter.stop()
  }
}

const streamWorkers = workers.filter(({ source }) => source === 'changes')

/** Delivers changes to the stream workers, then the changes that the workers make, until nothing changes any more. */
export async function runStreamWorkers(records: readonly DynamoDBRecord[]): Promise<Cost> {
  let cost = noCost
  const written: DynamoDBRecord[] = []
  for (const { name, filters } of streamWorkers) {
    const Records = records.filter(record => matchesFilter(record, filters))
    if (Records.length === 0) continue
    const run = await runLambda(name, { Records }, invocationsOf(Records))
    requireSuccess(name, run.result)
    cost = addCosts(cost, run.cost)
    written.push(...run.records)
  }
  return written.length > 0 ? addCosts(cost, await runStreamWorkers(written)) : cost
}

const { streamBatchesPerShard } = findStage('prod')

/**
 * Returns the number of invocations among which AWS would divide the records. Rows with the same partition key are in
 * the same shard. Lambda divides the records of a shard among several batches.
 */
function invocationsOf(records: readonly DynamoDBRecord[]): number {
  const partitions = new Set(records.map(({ dynamodb }) => dynamodb?.Keys?.pk?.S))
  const shards = Math.min(partitions.size, assumptions.streamShards)
  return Math.min(records.length, shards * streamBatchesPerShard)
}

export function requireSuccess(name: string, result: unknown): void {
  const { batchItemFailures } = result as { batchItemFailures: unknown[] }
  if (batchItemFailures.length > 0) throw new Error(`${name} failed.`)
}
