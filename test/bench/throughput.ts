/** Sends orders to one store as fast as DynamoDB Local can, then checks that all of them are listed and counted. */

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { DynamoDBRecord } from 'aws-lambda'
import { startConsumingChanges } from '../../infra/local/stream/consume-changes.ts'
import * as accounts from '../../lib/accounts/index.ts'
import { applyEvent } from '../../lib/checkout/index.ts'
import { env } from '../../lib/core/env.ts'
import type { Tenant } from '../../lib/core/tenant.ts'
import { updateDerivedData } from '../../lib/maintenance/index.ts'
import { listOfPartition } from '../../lib/store/list-entry.ts'
import { auditStore, ordersTotal } from './audit.ts'
import { type GeneratedOrder, generateOrders } from './orders.ts'
import { forEachConcurrent } from './progress.ts'
import { printThroughput } from './throughput-report.ts'
import { eventOf } from './write-units.ts'

interface Options {
  endpoint: string
  seconds: number
  /** The number of concurrent events. */
  concurrency: number
}

/** The number of generated orders, which determines the number of customers. A run of a minute sends fewer orders. */
const maxOrders = 20_000
/** The worker has caught up if it receives no list entries for this long. */
const idleMilliseconds = 2000
/** The time limit for the worker to catch up after the run, as a multiple of the duration of the run. */
const catchUpFactor = 20

/**
 * The state of the stream worker. Its batches overlap, because the shards of the table's stream are read concurrently.
 */
interface WorkerState {
  activeBatches: number
  lastFinishedAt: number
}

export async function measureThroughput({ endpoint, seconds, concurrency }: Options): Promise<number> {
  const { account } = await accounts.create({ name: 'A benchmark store', currency: 'EUR', features: [] })
  const tenant: Tenant = { account, mode: 'Live' }
  const directory = mkdtempSync(join(tmpdir(), 'bench-'))
  const worker: WorkerState = { activeBatches: 0, lastFinishedAt: 0 }
  const consumer = startConsumingChanges({
    endpoint,
    table: env.tableName,
    name: 'maintenance.run',
    worker: records => runBatch(records, worker),
    directory,
    print: console.error,
  })
  try {
    const { orders, lags, endedAt } = await sendOrders(tenant, seconds, concurrency)
    await waitForWorker(worker, endedAt, seconds)
    const differences = await auditStore(tenant, orders)
    const finalLag = Math.max(0, worker.lastFinishedAt - endedAt) / 1000
    printThroughput({ orderCount: orders.length, lags, seconds, finalLag, differences })
    return differences.length > 0 ? 1 : 0
  } finally {
    await consumer.stop()
    rmSync(directory, { recursive: true })
  }
}

async function runBatch(records: DynamoDBRecord[], worker: WorkerState) {
  const hasEntries = records.some(({ dynamodb }) => listOfPartition(dynamodb?.Keys?.pk?.S ?? ''))
  if (!hasEntries) return updateDerivedData(records)
  worker.activeBatches++
  try {
    return await updateDerivedData(records)
  } finally {
    worker.activeBatches--
    worker.lastFinishedAt = Date.now()
  }
}

async function sendOrders(tenant: Tenant, seconds: number, concurrency: number) {
  const [warmUpOrder, ...others] = generateOrders(maxOrders, 2)
  const first = withCurrentDate(warmUpOrder!)
  // The first order is sent before the measurement, to warm up.
  await applyEvent(eventOf(tenant, first))
  const orders: GeneratedOrder[] = [first]
  const processedAt = [Date.now()]
  const deadline = Date.now() + seconds * 1000
  const lags = measureLags(deadline, tenant, processedAt)
  await forEachConcurrent(takeUntil(deadline, others), concurrency, async next => {
    const order = withCurrentDate(next)
    await applyEvent(eventOf(tenant, order))
    orders.push(order)
    processedAt.push(Date.now())
  })
  return { orders, lags: await lags, endedAt: Date.now() }
}

function withCurrentDate(order: GeneratedOrder): GeneratedOrder {
  const now = new Date().toISOString()
  return { ...order, creationDate: now, modificationDate: now, completionDate: now }
}

function* takeUntil(deadline: number, orders: readonly GeneratedOrder[]): Generator<GeneratedOrder> {
  for (const order of orders) {
    if (Date.now() > deadline) return
    yield order
  }
}

/**
 * Measures once per second how much time has passed since the oldest uncounted order was processed. Returns these times
 * in seconds.
 */
async function measureLags(deadline: number, tenant: Tenant, processedAt: readonly number[]) {
  const lags: number[] = []
  while (Date.now() < deadline) {
    await sleep(1000)
    const count = await ordersTotal(tenant)
    const oldest = processedAt[count]
    lags.push(oldest === undefined ? 0 : (Date.now() - oldest) / 1000)
    process.stderr.write(`${processedAt.length} orders processed, ${count} counted\n`)
  }
  return lags
}

async function waitForWorker(worker: WorkerState, endedAt: number, seconds: number): Promise<void> {
  const isIdle = () =>
    worker.activeBatches === 0 && Date.now() - Math.max(worker.lastFinishedAt, endedAt) > idleMilliseconds
  const deadline = Date.now() + seconds * catchUpFactor * 1000
  while (!isIdle()) {
    if (Date.now() > deadline) throw new Error('The stream worker does not catch up.')
    await sleep(100)
  }
}
