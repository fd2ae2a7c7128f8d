/** Tests the settings of a stage that decide how many orders it can process. */

import { describe, expect, test } from 'vitest'
import { template } from './template.ts'

type Stack = ReturnType<typeof template>

const tableOf = ({ ofType }: Stack) => ofType('DynamoDB::Table')[0]?.Properties
const streamSourcesOf = ({ ofType }: Stack) =>
  ofType('Lambda::EventSourceMapping').filter(({ Properties }) => Properties.StartingPosition)
const reservationsOf = ({ resources }: Stack) =>
  Object.fromEntries(
    Object.entries(resources).flatMap(([id, { Type, Properties }]) =>
      Type === 'AWS::Lambda::Function' && Properties.ReservedConcurrentExecutions !== undefined
        ? [[id, Properties.ReservedConcurrentExecutions]]
        : [],
    ),
  )

const prod = template()

describe('the stream workers', () => {
  test.each([
    ['prod', 10],
    ['dev', 1],
  ])('of %s process %i batches of a shard at once', (stage, count) => {
    const sources = streamSourcesOf(template({ stage }))
    expect(sources.map(({ Properties }) => Properties.ParallelizationFactor)).toEqual([count, count])
  })
})

describe('the throughput that the table serves at once', () => {
  test('grows with the traffic by default', () => {
    expect(tableOf(prod)).not.toHaveProperty('WarmThroughput')
    expect(tableOf(prod).GlobalSecondaryIndexes[0]).not.toHaveProperty('WarmThroughput')
  })

  test('can be set for the table and its index', () => {
    const warmThroughput = {
      table: { readUnits: 100_000, writeUnits: 80_000 },
      index: { readUnits: 12_000, writeUnits: 9000 },
    }
    const table = tableOf(template({ settings: { warmThroughput } }))
    expect(table.WarmThroughput).toEqual({ ReadUnitsPerSecond: 100_000, WriteUnitsPerSecond: 80_000 })
    expect(table.GlobalSecondaryIndexes[0].WarmThroughput).toEqual({
      ReadUnitsPerSecond: 12_000,
      WriteUnitsPerSecond: 9000,
    })
  })
})

describe('the concurrency of Lambdas', () => {
  test('is reserved for none by default', () => {
    expect(reservationsOf(prod)).toEqual({})
  })

  test('can be reserved for the authorizer and the workers', () => {
    const reservedConcurrency = { authorizer: 50, 'checkout.intake': 200, 'maintenance.run': 400, 'recovery.run': 2 }
    const reservations = reservationsOf(template({ settings: { reservedConcurrency } }))
    expect(Object.values(reservations).sort()).toEqual([2, 200, 400, 50])
    expect(Object.keys(reservations).find(id => reservations[id] === 400)).toMatch(/^MaintenanceRun/)
    expect(Object.keys(reservations).find(id => reservations[id] === 50)).toMatch(/Authorizer/)
  })

  test('cannot be reserved beyond the quota, of which Lambda keeps a hundred', () => {
    const settings = { reservedConcurrency: { 'maintenance.run': 1950 } }
    expect(() => template({ settings })).toThrow('reserves 1950 of 2000 concurrent executions for prod')
  })

  test('cannot be reserved so that events wait', () => {
    const settings = { reservedConcurrency: { 'checkout.intake': 10 } }
    expect(() => template({ settings })).toThrow('less than intakeConcurrency')
  })
})
