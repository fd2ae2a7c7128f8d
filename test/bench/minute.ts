/** Sends orders to one store as fast as DynamoDB Local can, then checks that all of them are listed and counted. */

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { DynamoDBRecord } from 'aws-lambda'
import { consumeChanges } from '../../infra/local/streams.ts'
import * as accounts from '../../lib/accounts/index.ts'
import { applyEvent } from '../../lib/checkout/index.ts'
import { env } from '../../lib/core/env.ts'
import type { Tenant } from '../../lib/core/tenant.ts'
import { run } from '../../lib/maintenance/index.ts'
import { listOfPartition } from '../../lib/store/list-entry.ts'
import { faultsOf, ordersTotal } from './audit.ts'
import { type MadeOrder, madeOrders } from './orders.ts'
import { eachOf } from './progress.ts'
import { table } from './table.ts'
import { eventOf } from './write-units.ts'

interface Wish {
  endpoint: string
  seconds: number
  /** Concurrent events. */
  atOnce: number
}

/** Never reached; it only determines the number of customers. */
const mostOrders = 20_000
const goalSeconds = 2
/** After so long without records the worker is done. */
const restMilliseconds = 2000
/** How long the worker may take to catch up, as a multiple of the run. */
const patience = 20

/** The stream worker: the shards of the table's stream are read concurrently. */
interface Worked {
  underWay: number
  lastAt: number
}

export async function busyMinute({ endpoint, seconds, atOnce }: Wish): Promise<number> {
  const { account } = await accounts.create({ name: 'A busy store', currency: 'EUR', features: [] })
  const tenant: Tenant = { account, mode: 'Live' }
  const state = mkdtempSync(join(tmpdir(), 'bench-'))
  const worked: Worked = { underWay: 0, lastAt: 0 }
  const follower = consumeChanges({
    endpoint,
    table: env.tableName,
    name: 'maintenance.run',
    worker: records => watched(records, worked),
    directory: state,
    print: console.error,
  })
  try {
    const { made, lags, endedAt } = await takeFor({ seconds, atOnce }, tenant)
    await settled(worked, endedAt, seconds)
    const faults = await faultsOf(tenant, made)
    print({ made, lags, seconds, settledAfter: Math.max(0, worked.lastAt - endedAt) / 1000, faults })
    return faults.length > 0 ? 1 : 0
  } finally {
    await follower.stop()
    rmSync(state, { recursive: true })
  }
}

async function watched(records: DynamoDBRecord[], worked: Worked) {
  const isOfEntries = records.some(({ dynamodb }) => listOfPartition(dynamodb?.Keys?.pk?.S ?? ''))
  if (!isOfEntries) return run(records)
  worked.underWay++
  try {
    return await run(records)
  } finally {
    worked.underWay--
    worked.lastAt = Date.now()
  }
}

async function takeFor({ seconds, atOnce }: Omit<Wish, 'endpoint'>, tenant: Tenant) {
  const [warming, ...rest] = madeOrders(mostOrders, 2)
  const first = madeNow(warming!)
  /** Warms up before the measurement. */
  await applyEvent(eventOf(tenant, first))
  const made: MadeOrder[] = [first]
  const takenAt = [Date.now()]
  const deadline = Date.now() + seconds * 1000
  const watching = lagsUntil(deadline, tenant, takenAt)
  await eachOf(until(deadline, rest), atOnce, async some => {
    const order = madeNow(some)
    await applyEvent(eventOf(tenant, order))
    made.push(order)
    takenAt.push(Date.now())
  })
  return { made, lags: await watching, endedAt: Date.now() }
}

function madeNow(order: MadeOrder): MadeOrder {
  const moment = new Date().toISOString()
  return { ...order, creationDate: moment, modificationDate: moment, completionDate: moment }
}

function* until(deadline: number, orders: readonly MadeOrder[]): Generator<MadeOrder> {
  for (const order of orders) {
    if (Date.now() > deadline) return
    yield order
  }
}

/** The age of the newest counted order in seconds, measured once a second. */
async function lagsUntil(deadline: number, tenant: Tenant, takenAt: readonly number[]): Promise<number[]> {
  const lags: number[] = []
  while (Date.now() < deadline) {
    await pause(1000)
    const counted = await ordersTotal(tenant)
    const next = takenAt[counted]
    lags.push(next === undefined ? 0 : (Date.now() - next) / 1000)
    process.stderr.write(`${takenAt.length} orders taken, ${counted} counted\n`)
  }
  return lags
}

/** The worker is done after a while without records. */
async function settled(worked: Worked, endedAt: number, seconds: number): Promise<void> {
  const isAtRest = () =>
    worked.underWay === 0 && Date.now() - Math.max(worked.lastAt, endedAt) > restMilliseconds
  const deadline = Date.now() + seconds * patience * 1000
  while (!isAtRest()) {
    if (Date.now() > deadline) throw new Error('The stream worker does not catch up.')
    await pause(100)
  }
}

interface Outcome {
  made: readonly MadeOrder[]
  lags: readonly number[]
  seconds: number
  settledAfter: number
  faults: readonly string[]
}

function print({ made, lags, seconds, settledAfter, faults }: Outcome): void {
  const sorted = lags.toSorted((one, other) => one - other)
  const rows = [
    ['orders taken', made.length],
    ['orders a second', made.length / seconds],
    ['lag of the total in between, median in seconds', sorted[Math.floor(sorted.length / 2)] ?? 0],
    ['lag of the total in between, longest in seconds', sorted.at(-1) ?? 0],
    ['settled after the last event, in seconds', settledAfter],
    ['goal, in seconds', goalSeconds],
  ]
  console.log(`\nOrders into one store for ${seconds} seconds\n\n${table(['what', 'measured'], rows)}`)
  const verdict = `Wrong:\n  ${faults.slice(0, 20).join('\n  ')}`
  console.log(`\n${faults.length > 0 ? verdict : 'Nothing is lost, lists and totals are right.'}`)
}
