/**
 * Measures, on DynamoDB Local, the work of checkout events of one store, and the work of the stream worker that
 * processes the changes of these events.
 */

import type { DynamoDBRecord } from 'aws-lambda'
import { sqsRecordOf, toQueueMessage } from '../../../infra/local/deliver-checkout-messages.ts'
import { invokeFromSource } from '../../../infra/local/lambda.ts'
import { matchesFilter } from '../../../infra/local/stream/deliver-changes.ts'
import { openCartsListsByLane } from '../../../lib/carts/lanes.ts'
import type { CheckoutEvent } from '../../../lib/checkout/events.ts'
import type { Tenant } from '../../../lib/core/tenant.ts'
import { allSalesLists } from '../../../lib/orders/index.ts'
import { workers } from '../../../lib/workers.ts'
import { cpuMilliseconds } from '../../support/cpu-time.ts'
import { captureLog } from '../cost/capture-log.ts'
import { requireSuccess } from '../cost/lambda.ts'
import { changedCart, deliveredOrder, orderOfCart } from '../later-events.ts'
import { measure } from '../meter.ts'
import { startProgress } from '../progress.ts'
import { createWriteMeter, recordsOf, type Write } from '../write-meter.ts'
import { createKeyMeter } from './key-meter.ts'
import { type EventOfBuyer, eventOf } from './sample-events.ts'
import { addUnits, type KeyUnits, sumOfWork, type Work } from './work.ts'

const worker = 'maintenance.run'

/** The number of events in a batch: for the stream worker, and for `checkout.intake` while its CPU time is measured. */
export const eventsPerBatch = 10

export interface MeasuredEvent {
  name: string
  /** The work of `checkout.intake` for one event. */
  intake: Work
  /**
   * The work of `maintenance.run` for one event: `inBatch` if the worker gets many events in one batch, `alone` if it
   * gets only the changes of this event.
   */
  inBatch: Work
  alone: Work
}

/**
 * Returns the event of a buyer that a name in `eventMix` stands for. `cart.updated, again` is a change of the buyer's
 * cart, `order.completed, of a cart` the order that the cart becomes, and `order.status.changed, again` its delivery.
 */
function namedEvent(name: string, buyer: EventOfBuyer): CheckoutEvent {
  if (name === 'cart.updated, again') return changedCart(eventOf('cart.updated', buyer))
  if (name === 'order.status.changed, again') return deliveredOrder(eventOf('order.status.changed', buyer))
  if (name === 'order.completed, of a cart')
    return orderOfCart(eventOf('order.completed', buyer), eventOf('cart.updated', buyer))
  return eventOf(name, buyer)
}

export async function measureEvents(tenant: Tenant, names: readonly string[]): Promise<MeasuredEvent[]> {
  const bar = startProgress('measuring checkout events', names.length)
  const measured: MeasuredEvent[] = []
  for (const name of names) {
    measured.push(await measureEvent(tenant, name))
    bar.update(measured.length)
  }
  bar.end()
  return measured
}

async function measureEvent(tenant: Tenant, name: string): Promise<MeasuredEvent> {
  const eventsOf = (from: number, to: number) =>
    Array.from({ length: to - from }, (_, n) => namedEvent(name, { ...tenant, buyer: from + n }))
  const alone = await runWorker(tenant, 1, (await runEach(tenant, eventsOf(0, 1))).records)
  const runs = await runEach(tenant, eventsOf(1, 1 + eventsPerBatch))
  const inBatch = await runWorker(tenant, eventsPerBatch, runs.records)
  const batches = cpuBatches.map(([from, to]) => eventsOf(from, to))
  const [, cpu = 0] = await cpuOfEach(batches.map(events => () => intake(...events)))
  const [, workerCpu = 0] = await cpuOfEach([1, 2].map(() => () => deliver(runs.records)))
  return {
    name,
    intake: { ...runs.work, cpuMilliseconds: cpu / eventsPerBatch },
    inBatch: { ...inBatch, cpuMilliseconds: workerCpu / eventsPerBatch },
    alone: { ...alone, cpuMilliseconds: workerCpu / eventsPerBatch },
  }
}

/**
 * The buyers of two batches of events, which are sent without meters, because meters use CPU themselves. The first
 * batch only warms up the code.
 */
const cpuBatches = [1, 2].map(n => [1 + n * eventsPerBatch, 1 + (n + 1) * eventsPerBatch] as const)

async function cpuOfEach(functions: readonly (() => Promise<void>)[]): Promise<number[]> {
  const used: number[] = []
  const log = captureLog()
  for (const work of functions) {
    const before = cpuMilliseconds()
    await work()
    used.push(cpuMilliseconds() - before)
  }
  log.stop()
  return used
}

async function intake(...events: CheckoutEvent[]): Promise<void> {
  const Records = events.map(event => sqsRecordOf(toQueueMessage(event.eventName, event)))
  requireSuccess(`checkout.intake with ${events[0]?.eventName}`, await invokeFromSource('checkout.intake', { Records }))
}

const filters = workers.find(({ name }) => name === worker)?.filters ?? []

async function deliver(records: readonly DynamoDBRecord[]): Promise<void> {
  const Records = records.filter(record => matchesFilter(record, filters))
  requireSuccess(worker, await invokeFromSource(worker, { Records }))
}

interface Run {
  work: Work
  records: DynamoDBRecord[]
}

/** Applies events one after the other. Returns the average work of an event, and the changes of all events. */
async function runEach(tenant: Tenant, events: readonly CheckoutEvent[]): Promise<Run> {
  const runs: Run[] = []
  for (const event of events) runs.push(await run(tenant, 1, () => intake(event)))
  return { work: average(runs), records: runs.flatMap(({ records }) => records) }
}

/**
 * Returns the average work. `keys` has only the partition keys that at least half of the runs use, because a key that
 * only one order uses is never hot.
 */
function average(runs: readonly Run[]): Work {
  const { keys, ...sums } = sumOfWork(runs.map(({ work }) => ({ work, count: 1 / runs.length })))
  const isShared = (key: string) => 2 * runs.filter(({ work }) => work.keys.has(key)).length >= runs.length
  return { ...sums, keys: new Map([...keys].filter(([key]) => isShared(key))) }
}

const divided = ({ readUnits, writeUnits }: KeyUnits, count: number): KeyUnits => ({
  readUnits: readUnits / count,
  writeUnits: writeUnits / count,
})

/**
 * Runs the worker until nothing changes any more. The records are the changes of `count` events, and the result is the
 * work for one of them.
 */
async function runWorker(tenant: Tenant, count: number, records: readonly DynamoDBRecord[]): Promise<Work> {
  const runs: Run[] = []
  for (let changed = records; changed.length > 0; changed = runs.at(-1)?.records ?? []) {
    const batch = changed
    runs.push(await run(tenant, count, () => deliver(batch)))
  }
  return sumOfWork(runs.map(({ work }) => ({ work, count: 1 })))
}

/** Measures `work`, which processes `count` events. Returns the work for one event, and the changes of all events. */
async function run({ account, mode }: Tenant, count: number, work: () => Promise<void>): Promise<Run> {
  const [writeMeter, keyMeter, log] = [createWriteMeter(), createKeyMeter(), captureLog()]
  try {
    const { cost } = await measure(work)
    const writes = writeMeter.takeWrites()
    const keys = unitsByKey(`${account}#${mode}#`, keyMeter.takeReads(), writes)
    const sumOf = (of: (write: Write) => number) => writes.reduce((sum, write) => sum + of(write), 0)
    return {
      records: recordsOf(writes),
      work: {
        readUnits: cost.units / count,
        writeUnits: sumOf(({ units }) => units) / count,
        indexUnits: sumOf(({ indexUnits }) => indexUnits) / count,
        sequentialCalls: cost.sequentialCalls / count,
        cpuMilliseconds: 0,
        keys: new Map([...keys].map(([key, units]) => [key, divided(units, count)])),
      },
    }
  } finally {
    log.stop()
    keyMeter.stop()
    writeMeter.stop()
  }
}

/**
 * The keys of lists that are spread evenly over several lanes, and the number of these lanes. All lanes of a list are
 * shown as one key with the average units of a lane.
 */
const lanedLists: readonly [key: RegExp, lanes: number][] = [
  [/^(list#sales\/lane=)\d$/, allSalesLists.filter(list => list.includes('/lane=')).length],
  [/^(list#carts)(?:\/lane=\d)?$/, openCartsListsByLane.length],
  [/^(list#daily\/open-carts\/[\d-]+\/\w+)(?:\/\d)?$/, openCartsListsByLane.length],
]

function addKeyUnits(keys: Map<string, KeyUnits>, name: string, units: KeyUnits): void {
  const laned = lanedLists.find(([key]) => key.test(name))
  if (laned) addUnits(keys, name.replace(laned[0], '$1*'), divided(units, laned[1]))
  else addUnits(keys, name, units)
}

/**
 * Adds up the units of each partition key. The account and the mode are removed from the keys, because they are the
 * same in all keys of a store.
 */
function unitsByKey(
  prefix: string,
  reads: readonly { pk: string; units: number }[],
  writes: readonly Write[],
): Map<string, KeyUnits> {
  const keys = new Map<string, KeyUnits>()
  const nameOf = (pk: string) => (pk.startsWith(prefix) ? pk.slice(prefix.length) : pk)
  for (const { pk, units } of reads) addKeyUnits(keys, nameOf(pk), { readUnits: units, writeUnits: 0 })
  for (const { pk, units, indexUnits } of writes)
    addKeyUnits(keys, nameOf(pk), { readUnits: 0, writeUnits: units - indexUnits })
  return keys
}
