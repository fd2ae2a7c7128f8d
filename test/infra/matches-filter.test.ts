/** Tests which changes of the table each stream worker gets with the filter patterns of its event source. */

import type { DynamoDBRecord } from 'aws-lambda'
import { describe, expect, test } from 'vitest'
import { matchesFilter } from '../../infra/local/stream/deliver-changes.ts'
import { workers } from '../../lib/workers.ts'
import { template } from './aws/template.ts'

const filtersOf = (name: string) => workers.find(worker => worker.name === name)?.filters ?? []
const gets = (name: string, dynamodb: object) => matchesFilter({ dynamodb } as DynamoDBRecord, filtersOf(name))

const row = (entity: string, fields: object = {}) => ({ __edb_e__: { S: entity }, ...fields })
const entry = { e: { S: 'entry' }, pk: { S: '1001#Test#list#orders' } }

describe('audit.record', () => {
  test.each([
    ['a created product', { NewImage: row('product') }, true],
    ['a removed discount', { OldImage: row('discount') }, true],
    ['a list entry', { NewImage: entry, OldImage: entry }, false],
    ['a removed list entry', { OldImage: entry }, false],
    ['a tally', { NewImage: row('tally'), OldImage: row('tally') }, false],
    ['a rate limit', { NewImage: row('rate-limit') }, false],
    ['a record without images', {}, false],
  ])('%s', (_, record, expected) => expect(gets('audit.record', record)).toBe(expected))
})

describe('maintenance.run', () => {
  test.each([
    ['a list entry', { NewImage: entry }, true],
    ['a removed list entry', { OldImage: entry }, true],
    ['an order', { NewImage: row('order') }, true],
    ['another id of a customer', { NewImage: row('customer-id') }, true],
    ['an interrupted save', { NewImage: row('customer', { unfinished: { S: 'H4sI' } }) }, true],
    ['a finished one', { NewImage: row('customer'), OldImage: row('customer', { unfinished: { S: 'H4sI' } }) }, false],
    ['a tally', { NewImage: row('tally') }, false],
    ['a rate limit', { NewImage: row('rate-limit') }, false],
  ])('%s', (_, record, expected) => expect(gets('maintenance.run', record)).toBe(expected))

  test('a customer only when created', () => {
    const record = (eventName: string) => ({ eventName, dynamodb: { NewImage: row('customer') } })
    const filters = filtersOf('maintenance.run')
    expect(matchesFilter(record('INSERT') as DynamoDBRecord, filters)).toBe(true)
    expect(matchesFilter(record('MODIFY') as DynamoDBRecord, filters)).toBe(false)
  })
})

test('a worker without filters gets everything', () => {
  expect(matchesFilter({} as DynamoDBRecord)).toBe(true)
})

test('the event sources have these filters, at most five each, and collect records for a while', () => {
  const sources = template()
    .ofType('Lambda::EventSourceMapping')
    .filter(({ Properties }) => Properties.StartingPosition)
  const deployed = sources.map(({ Properties }) =>
    Properties.FilterCriteria.Filters.map(({ Pattern }: { Pattern: string }) => JSON.parse(Pattern)),
  )
  const streamWorkers = workers.filter(({ source }) => source === 'changes')
  expect(deployed).toEqual(expect.arrayContaining(streamWorkers.map(({ filters }) => filters)))
  for (const filters of deployed) expect(filters.length).toBeLessThanOrEqual(5)
  expect(sources.map(({ Properties }) => Properties.MaximumBatchingWindowInSeconds).toSorted()).toEqual([1, 30])
})
