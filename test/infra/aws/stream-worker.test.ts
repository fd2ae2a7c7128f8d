import { describe, expect, test } from 'vitest'
import { streamBatchSize } from '../../../infra/constants.ts'
import { rightsOf, template } from './template.ts'

const stack = template()
const { resources, ofType } = stack
const [source] = ofType('Lambda::EventSourceMapping').filter(({ Properties }) => Properties.StartingPosition)
const destination = source?.Properties.DestinationConfig.OnFailure.Destination['Fn::GetAtt'][0]

describe('a stream worker', () => {
  test('sees many changes at once, as one recount is enough for all of them', () => {
    expect(source?.Properties.BatchSize).toBe(streamBatchSize)
  })

  test('halves a batch that fails and repeats only what failed', () => {
    expect(source?.Properties).toMatchObject({
      BisectBatchOnFunctionError: true,
      FunctionResponseTypes: ['ReportBatchItemFailures'],
    })
  })

  test('gives up in the end, and leaves word in a queue of its own', () => {
    expect(source?.Properties.MaximumRetryAttempts).toBeLessThan(20)
    expect(resources[destination]?.Type).toBe('AWS::SQS::Queue')
    expect(resources[destination]?.Properties).toMatchObject({
      MessageRetentionPeriod: 14 * 24 * 3600,
      SqsManagedSseEnabled: true,
    })
  })

  test('loses nothing that happened before it was first asked', () => {
    expect(source?.Properties.StartingPosition).toBe('TRIM_HORIZON')
  })

  test('may read the stream and nothing in the table', () => {
    const actions = rightsOf('AuditRecord', stack).flatMap(({ Action }) => Action)
    expect(actions.filter((action: string) => action.startsWith('dynamodb:')).sort()).toEqual([
      'dynamodb:DescribeStream',
      'dynamodb:GetRecords',
      'dynamodb:GetShardIterator',
      'dynamodb:ListStreams',
    ])
  })
})
