import { expect, test } from 'vitest'
import { noGrowth } from '../growth.ts'
import { checkLimit } from './limits.ts'
import { addUse, type Cost, dollarsByService, dollarsOf, multiply, useOfLambda } from './use.ts'

const million = 1_000_000

test('a million requests cost what the price pages say', () => {
  const dollarsPerMillion = dollarsByService(
    multiply({ readUnits: 1, writeUnits: 2, gatewayRequests: 1, busEvents: 1 }, million),
  )
  expect(dollarsPerMillion.DynamoDB).toBeCloseTo(0.125 + 2 * 0.625)
  expect(dollarsPerMillion['API Gateway']).toBeCloseTo(3.5)
  expect(dollarsPerMillion.EventBridge).toBeCloseTo(1)
})

test('the dollars of a sum are the sum of the dollars', () => {
  const [one, other] = [
    { readUnits: 3, mails: 1 },
    { readUnits: 4, queueRequests: 2 },
  ]
  expect(dollarsOf(addUse(one, other))).toBeCloseTo(dollarsOf(one) + dollarsOf(other), 12)
})

test('a Lambda is billed for its memory and the time of its calls', () => {
  const run = { sequentialCalls: 2, logBytes: 0, memoryGigabytes: 1 }
  const { gigabyteSeconds = 0, invocations } = useOfLambda(run)
  const longer = useOfLambda({ ...run, sequentialCalls: 3 }).gigabyteSeconds ?? 0
  expect(invocations).toBe(1)
  expect(longer - gigabyteSeconds).toBeCloseTo(0.008)
  expect(useOfLambda({ ...run, memoryGigabytes: 2 }).gigabyteSeconds).toBeCloseTo(2 * gigabyteSeconds)
})

test('units of an endpoint and of the stream workers after it count for its limit', () => {
  const costOf = (readUnits: number, sequentialCalls = 0): Cost => ({
    use: { readUnits },
    calls: 0,
    sequentialCalls,
    growth: noGrowth,
    metrics: {},
  })
  const measurement = { name: 'orders.get', own: costOf(0.5, 1), failures: [] }
  expect(checkLimit({ ...measurement, workers: costOf(0.5) })).toEqual([])
  expect(checkLimit({ ...measurement, workers: costOf(1) })).toEqual(['1.5 read units, limit 1'])
  expect(checkLimit({ ...measurement, own: costOf(0.5, 2), workers: costOf(0) })).toEqual([
    '2 calls in sequence, limit 1',
  ])
})
