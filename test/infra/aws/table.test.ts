import { AwsSolutionsChecks } from 'cdk-nag'
import { describe, expect, test } from 'vitest'
import { expiryAttribute, secondaryIndex, tableKeys } from '../../../lib/store/table.ts'
import { stackFor, statementsOf, template } from './template.ts'

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
    expect(table?.Properties.PointInTimeRecoverySpecification).toEqual({
      PointInTimeRecoveryEnabled: true,
      RecoveryPeriodInDays: 35,
    })
  })

  test('is encrypted and paid per request', () => {
    expect(table?.Properties).toMatchObject({ SSESpecification: { SSEEnabled: true }, BillingMode: 'PAY_PER_REQUEST' })
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
        { IndexName: secondaryIndex.name, KeySchema: keys(secondaryIndex), Projection: { ProjectionType: 'ALL' } },
      ],
      TimeToLiveSpecification: { AttributeName: expiryAttribute, Enabled: true },
    })
  })
})

describe('a table that the stage names', () => {
  const tableName = 'BackOffice-prod-20261122T101500Z'
  const tableStreamArn = `arn:aws:dynamodb:eu-west-1:1:table/${tableName}/stream/2026-11-22T10:40:00.000`
  const imported = template({ settings: { tableName, tableStreamArn } })

  test('is used, and the stack creates none', () => {
    expect(imported.ofType('DynamoDB::Table')).toEqual([])
    expect(imported.outputs.TableName.Value).toBe(tableName)
    const names = imported.ofType('Lambda::Function').map(({ Properties }) => Properties.Environment.Variables)
    expect(new Set(names.map(({ TABLE_NAME }) => TABLE_NAME).filter(Boolean))).toEqual(new Set([tableName]))
  })

  test('changes nothing else: the same resources with the same ids', () => {
    const { resources } = template()
    const created = Object.keys(resources).filter(id => resources[id]?.Type !== 'AWS::DynamoDB::Table')
    expect(Object.keys(imported.resources)).toEqual(created)
  })

  test('gets the same permissions and alarms, and its stream has the same workers', () => {
    const queries = statementsOf('RolesRead', imported).filter(({ Action }) => Action.includes('dynamodb:Query'))
    const resources = JSON.stringify(queries.map(({ Resource }) => Resource))
    expect(resources).toContain(`table/${tableName}"`)
    expect(resources).toContain(`table/${tableName}/index/${secondaryIndex.name}"`)
    const streams = imported
      .ofType('Lambda::EventSourceMapping')
      .filter(({ Properties }) => Properties.StartingPosition === 'TRIM_HORIZON')
    expect(streams.map(({ Properties }) => Properties.EventSourceArn)).toEqual([tableStreamArn, tableStreamArn])
    const dimensions = JSON.stringify(imported.ofType('CloudWatch::Alarm').map(({ Properties }) => Properties))
    expect(dimensions).toContain(`{"Name":"TableName","Value":"${tableName}"}`)
  })

  test('breaks no rule of cdk-nag', () => {
    const { app } = stackFor({ settings: { tableName, tableStreamArn } })
    expect(new AwsSolutionsChecks().validateScope(app).violations).toEqual([])
  })

  test('needs its stream', () => {
    expect(() => stackFor({ settings: { tableName } })).toThrow(
      'infra/stages.ts sets tableName of prod without tableStreamArn.',
    )
  })
})
