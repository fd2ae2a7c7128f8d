import { describe, expect, test } from 'vitest'
import { streamBatchSize } from '../../../infra/constants.ts'
import { statementsOf, template } from './template.ts'

const stack = template()
const { resources, ofType } = stack
const sources = ofType('Lambda::EventSourceMapping').filter(({ Properties }) => Properties.StartingPosition)
const [source] = sources
const destinationOf = (mapping: typeof source) =>
  mapping?.Properties.DestinationConfig.OnFailure.Destination['Fn::GetAtt'][0]
const destination = destinationOf(source)

describe('a stream worker', () => {
  test('gets large batches', () => {
    expect(source?.Properties.BatchSize).toBe(streamBatchSize)
  })

  test('splits a failed batch and retries only what failed', () => {
    expect(source?.Properties).toMatchObject({
      BisectBatchOnFunctionError: true,
      FunctionResponseTypes: ['ReportBatchItemFailures'],
    })
  })

  test('stops retrying and puts a dead letter into the queue of all stream workers', () => {
    expect(new Set(sources.map(destinationOf)).size).toBe(1)
    expect(source?.Properties.MaximumRetryAttempts).toBeLessThan(20)
    expect(resources[destination]?.Type).toBe('AWS::SQS::Queue')
    expect(resources[destination]?.Properties).toMatchObject({
      MessageRetentionPeriod: 14 * 24 * 3600,
      SqsManagedSseEnabled: true,
    })
  })

  test('starts at the oldest record of the stream', () => {
    expect(source?.Properties.StartingPosition).toBe('TRIM_HORIZON')
  })

  test('may read the stream but not the table', () => {
    const actions = statementsOf('AuditRecord', stack).flatMap(({ Action }) => Action)
    expect(actions.filter((action: string) => action.startsWith('dynamodb:')).sort()).toEqual([
      'dynamodb:DescribeStream',
      'dynamodb:GetRecords',
      'dynamodb:GetShardIterator',
      'dynamodb:ListStreams',
    ])
  })
})
