/**
 * Tests the rates of orders at which the parts of a stage break, with work and settings that are easy to calculate
 * with.
 */

import { describe, expect, test } from 'vitest'
import { defaultQuotas } from '../../../infra/stages.ts'
import { megabytesPerCpu } from './aws-limits.ts'
import { keyParts, type OrderWork, type PreparedStage, secondsOfIntake, shardsOf, sharedParts } from './parts.ts'
import { sumOfWork, type Work } from './work.ts'

const workOf = (work: Partial<Work>): Work => ({
  readUnits: 0,
  writeUnits: 0,
  indexUnits: 0,
  sequentialCalls: 0,
  cpuMilliseconds: 0,
  keys: new Map(),
  ...work,
})

const stage: PreparedStage = {
  intakeConcurrency: 20,
  streamBatchesPerShard: 10,
  quotas: defaultQuotas,
  memoryMegabytes: megabytesPerCpu,
}

/** An order with one event. Its intake makes ten calls of 8 ms in sequence, and uses 12 ms of CPU. */
const order: OrderWork = {
  events: 1,
  intake: workOf({ readUnits: 10, writeUnits: 60, indexUnits: 4, sequentialCalls: 10, cpuMilliseconds: 12 }),
  worker: workOf({ readUnits: 30, writeUnits: 40, sequentialCalls: 5, cpuMilliseconds: 10 }),
}

const rateOf = (name: string, of: PreparedStage = stage, work = order) =>
  sharedParts(work, of).find(part => part.name === name)?.ordersPerSecond

describe('parts that all stores share', () => {
  test.each([
    ['quota of the table: writes', 400],
    ['quota of the table: reads', 1000],
    ['table before it has grown: writes', 4000 / 96],
    ['table before it has grown: reads', 300],
    ['index before it has grown', 1000],
    ['bus: events', 10_000],
    ['bus: deliveries', 9375],
  ])('%s', (name, rate) => {
    expect(rateOf(name)).toBeCloseTo(rate)
  })

  test('a table with warm throughput takes more, in more shards', () => {
    const warm = { table: { readUnits: 20_000, writeUnits: 9600 }, index: { readUnits: 1, writeUnits: 8000 } }
    const prepared = { ...stage, warmThroughput: warm }
    expect(rateOf('table before it has grown: writes', prepared)).toBe(100)
    expect(rateOf('index before it has grown', prepared)).toBe(2000)
    expect([shardsOf(stage), shardsOf(prepared)]).toEqual([4, 10])
  })

  test('the events of a batch share their time for calls, and each has its own CPU', () => {
    expect(secondsOfIntake(order, stage, 1)).toBeCloseTo(0.092)
    expect(secondsOfIntake(order, stage, 10)).toBeCloseTo((0.08 + 0.12) / 10)
    expect(rateOf('checkout.intake')).toBeCloseTo(1000)
  })

  test('half the memory takes twice the time for CPU', () => {
    const half = { ...stage, memoryMegabytes: megabytesPerCpu / 2 }
    expect(secondsOfIntake(order, half, 10)).toBeCloseTo((0.08 + 0.24) / 10)
  })

  test('the stream worker has a number of batches in each shard', () => {
    expect(rateOf('maintenance.run')).toBeCloseTo(40 / 0.05)
    expect(rateOf('maintenance.run', { ...stage, streamBatchesPerShard: 1 })).toBeCloseTo(4 / 0.05)
  })

  test('all Lambdas share the concurrency of the account', () => {
    expect(rateOf('concurrency of the account')).toBeCloseTo(1000 / 0.07)
  })
})

test('a key breaks by its writes and by its reads, and the hottest key comes first', () => {
  const intake = workOf({
    keys: new Map([
      ['list#orders', { readUnits: 0, writeUnits: 2 }],
      ['account', { readUnits: 10, writeUnits: 0 }],
      ['products#1', { readUnits: 1, writeUnits: 20 }],
    ]),
  })
  const worker = workOf({ keys: new Map([['list#orders', { readUnits: 1, writeUnits: 2 }]]) })
  const parts = keyParts({ intake, worker }, key => !key.startsWith('products'))
  expect(parts.map(({ name, ordersPerSecond }) => [name, ordersPerSecond])).toEqual([
    ['key list#orders', 250],
    ['key account', 300],
    ['key list#orders', 3000],
  ])
})

test('DynamoDB divides busy keys that are not sorted by time', () => {
  const names = ['list#orders', 'list#orders/search/placedBy', 'list#customers/orders/status=confirmed', 'words']
  const keys = new Map(names.map(name => [name, { readUnits: 0, writeUnits: 10 }]))
  const parts = keyParts({ intake: workOf({ keys }), worker: workOf({}) }, () => true)
  expect(parts.map(({ ordersPerSecondAtFirst }) => ordersPerSecondAtFirst)).toEqual([100, 100, 100, 100])
  expect(parts.map(({ ordersPerSecond }) => ordersPerSecond)).toEqual([100, 800, 800, 800])
})

test('the work of several events is added up, also by key', () => {
  const cart = workOf({ writeUnits: 3, keys: new Map([['carts', { readUnits: 1, writeUnits: 2 }]]) })
  const sum = sumOfWork([
    { work: cart, count: 3 },
    { work: workOf({ writeUnits: 1, keys: new Map([['carts', { readUnits: 0, writeUnits: 1 }]]) }), count: 1 },
  ])
  expect(sum.writeUnits).toBe(10)
  expect(sum.keys.get('carts')).toEqual({ readUnits: 3, writeUnits: 7 })
})
