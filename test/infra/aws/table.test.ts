import { describe, expect, test } from 'vitest'
import { expiryAttribute, secondaryIndex, tableKeys } from '../../../lib/store/table.ts'
import { template } from './template.ts'

const [table] = template().ofType('DynamoDB::Table')

describe('the table', () => {
  test('is kept when the stack is deleted', () => {
    expect(table).toMatchObject({
      DeletionPolicy: 'Retain',
      UpdateReplacePolicy: 'Retain',
      Properties: { DeletionProtectionEnabled: true },
    })
  })

  test('has point-in-time recovery', () => {
    expect(table?.Properties.PointInTimeRecoverySpecification).toEqual({ PointInTimeRecoveryEnabled: true })
  })

  test('is encrypted and paid per request', () => {
    expect(table?.Properties).toMatchObject({
      SSESpecification: { SSEEnabled: true },
      BillingMode: 'PAY_PER_REQUEST',
    })
  })

  test('has a stream with the old and the new state of each change', () => {
    expect(table?.Properties.StreamSpecification).toEqual({ StreamViewType: 'NEW_AND_OLD_IMAGES' })
  })

  test('has the keys, the index and the expiry that the entities use', () => {
    const keys = ({ partition, sort }: { partition: string; sort: string }) => [
      { AttributeName: partition, KeyType: 'HASH' },
      { AttributeName: sort, KeyType: 'RANGE' },
    ]
    expect(table?.Properties).toMatchObject({
      KeySchema: keys(tableKeys),
      GlobalSecondaryIndexes: [
        {
          IndexName: secondaryIndex.name,
          KeySchema: keys(secondaryIndex),
          Projection: { ProjectionType: 'ALL' },
        },
      ],
      TimeToLiveSpecification: { AttributeName: expiryAttribute, Enabled: true },
    })
  })
})
