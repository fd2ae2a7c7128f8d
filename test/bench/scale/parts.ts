/** Computes the rate of orders per second at which each part of a stage breaks, from the work of an order. */

import type { Stage } from '../../../infra/stages.ts'
import { limits, megabytesPerCpu } from './aws-limits.ts'
import type { Work } from './work.ts'

/** The work of one order with all of its events. */
export interface OrderWork {
  events: number
  intake: Work
  worker: Work
}

export interface Part {
  name: string
  /** The limit, such as `1,000 write units/s`. */
  limit: string
  ordersPerSecond: number
  /** The rate in the first minutes of traffic, after which DynamoDB has divided some partition keys. */
  ordersPerSecondAtFirst: number
}

export type PreparedStage = Pick<
  Stage,
  'intakeConcurrency' | 'streamBatchesPerShard' | 'quotas' | 'memoryMegabytes' | 'warmThroughput'
>

/** A call to DynamoDB takes this long in AWS. */
export const callMilliseconds = 8
/** Each event of the bus is delivered to the queue and to the archive. */
const deliveriesPerEvent = 2

function part(name: string, [value, unit]: readonly [value: number, unit: string], perOrder: number): Part {
  const rate = perOrder > 0 ? value / perOrder : Number.POSITIVE_INFINITY
  return { name, limit: `${value.toLocaleString('en')} ${unit}`, ordersPerSecond: rate, ordersPerSecondAtFirst: rate }
}

/** Returns how many seconds a Lambda takes for some work. With less memory, it also gets less CPU. */
const secondsOf = ({ sequentialCalls, cpuMilliseconds }: Work, { memoryMegabytes }: PreparedStage): number =>
  (sequentialCalls * callMilliseconds + cpuMilliseconds / Math.min(1, memoryMegabytes / megabytesPerCpu)) / 1000

/**
 * Returns how many seconds of `checkout.intake` an order takes. The events of a full batch are applied concurrently:
 * their calls overlap, but their CPU times add up.
 */
export function secondsOfIntake({ events, intake }: OrderWork, stage: PreparedStage, batchSize: number): number {
  const callsOfBatch = intake.sequentialCalls / events
  const cpuOfBatch = (intake.cpuMilliseconds / events) * batchSize
  return (
    (secondsOf({ ...intake, sequentialCalls: callsOfBatch, cpuMilliseconds: cpuOfBatch }, stage) / batchSize) * events
  )
}

/**
 * Returns the number of shards in the table's stream. There is one for each partition of the table, and a partition has
 * 1,000 write units per second.
 */
export const shardsOf = ({ warmThroughput }: PreparedStage): number => {
  const writeUnits = warmThroughput?.table.writeUnits ?? limits.newTableWriteUnits.value
  return Math.ceil(writeUnits / limits.partitionWriteUnits.value)
}

const batchSize = 10

export function sharedParts(order: OrderWork, stage: PreparedStage): Part[] {
  const { quotas, intakeConcurrency, streamBatchesPerShard, warmThroughput } = stage
  const readUnits = order.intake.readUnits + order.worker.readUnits
  const writeUnits = order.intake.writeUnits + order.worker.writeUnits
  const indexUnits = order.intake.indexUnits + order.worker.indexUnits
  const intakeSeconds = secondsOfIntake(order, stage, batchSize)
  const workerSeconds = secondsOf(order.worker, stage)
  const ofNewTable = limits.newTableWriteUnits.value
  const warmWrites = warmThroughput?.table.writeUnits ?? ofNewTable
  const warmReads = warmThroughput?.table.readUnits ?? limits.newTableReadUnits.value
  const warmIndex = warmThroughput?.index.writeUnits ?? ofNewTable
  const batches = shardsOf(stage) * streamBatchesPerShard
  return [
    part('quota of the table: writes', [quotas.tableWriteUnits, 'write units/s'], writeUnits),
    part('quota of the table: reads', [quotas.tableReadUnits, 'read units/s'], readUnits),
    part('table before it has grown: writes', [warmWrites, 'write units/s'], writeUnits - indexUnits),
    part('table before it has grown: reads', [warmReads, 'read units/s'], readUnits),
    part('index before it has grown', [warmIndex, 'write units/s'], indexUnits),
    part('checkout.intake', [intakeConcurrency, 'batches at once'], intakeSeconds),
    part('maintenance.run', [batches, 'batches at once'], workerSeconds),
    part('concurrency of the account', [quotas.concurrentExecutions, 'Lambdas at once'], intakeSeconds + workerSeconds),
    part('bus: events', [quotas.busRequestsPerSecond, 'requests/s'], order.events),
    part('bus: deliveries', [quotas.busDeliveriesPerSecond, 'deliveries/s'], order.events * deliveriesPerEvent),
  ]
}

/**
 * The partition keys that DynamoDB divides between two positions when they are busy, because they are not sorted by
 * time: the lists of customers by number and by value of their orders, and the words of searches.
 */
const dividedKeys = /^(list#customers\/(orders|value)\/|list#\w+\/search\/|words$)/
/** The assumed number of parts. It assumes that no word is in more than one name of eight. */
const dividedInto = 8

/** Returns the partition keys of one store, the hottest first. */
export function keyParts(
  { intake, worker }: Pick<OrderWork, 'intake' | 'worker'>,
  isCounted: (key: string) => boolean,
): Part[] {
  const names = [...new Set([...intake.keys.keys(), ...worker.keys.keys()])].filter(isCounted)
  return names.flatMap(name => partsOfKey(name, [intake, worker])).toSorted(bySmallestRate)
}

function partsOfKey(name: string, works: readonly Work[]): Part[] {
  const sumOf = (unit: 'readUnits' | 'writeUnits') =>
    works.reduce((sum, { keys }) => sum + (keys.get(name)?.[unit] ?? 0), 0)
  const writes = part(`key ${name}`, [limits.partitionWriteUnits.value, 'write units/s'], sumOf('writeUnits'))
  const reads = part(`key ${name}`, [limits.partitionReadUnits.value, 'read units/s'], sumOf('readUnits'))
  const parts = [writes, reads].filter(({ ordersPerSecond }) => Number.isFinite(ordersPerSecond))
  return dividedKeys.test(name) ? parts.map(divide) : parts
}

const divide = (part: Part): Part => ({ ...part, ordersPerSecond: part.ordersPerSecond * dividedInto })

export const bySmallestRate = (one: Part, other: Part) => one.ordersPerSecondAtFirst - other.ordersPerSecondAtFirst
