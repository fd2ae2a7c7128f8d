import {
  CloudFormationClient,
  CloudFormationServiceException,
  ListStackResourcesCommand,
} from '@aws-sdk/client-cloudformation'
import {
  DescribeTableCommand,
  DynamoDBClient,
  ListTablesCommand,
  ListTagsOfResourceCommand,
  ResourceNotFoundException,
} from '@aws-sdk/client-dynamodb'
import { beforeEach, describe, expect, test } from 'vitest'
import { findTableFault } from '../../infra/deployment-table-check.ts'
import { findStage } from '../../infra/stages.ts'
import { mockAws } from '../support/mock-aws.ts'

const cloudFormation = mockAws(CloudFormationClient)
const dynamodb = mockAws(DynamoDBClient)
const stage = findStage('prod')
const streamOf = (table: string) => `arn:aws:dynamodb:eu-west-1:1:table/${table}/stream/1`

beforeEach(() => {
  cloudFormation.reset()
  dynamodb.reset()
  setStack()
  setTables({})
})

type Resource = [type: string, status: string]

/** Sets the resources of the stack. Without resources, there is no stack. */
function setStack(...resources: Resource[]): void {
  const noStack = new CloudFormationServiceException({
    name: 'ValidationError',
    message: 'Stack with id BackOffice-prod does not exist',
    $fault: 'client',
    $metadata: {},
  })
  const StackResourceSummaries = resources.map(([ResourceType, ResourceStatus], index) => ({
    ResourceType,
    ResourceStatus: ResourceStatus as 'CREATE_COMPLETE',
    LogicalResourceId: `r${index}`,
    LastUpdatedTimestamp: new Date(),
  }))
  if (resources.length > 0) cloudFormation.on(ListStackResourcesCommand).resolves({ StackResourceSummaries })
  else cloudFormation.on(ListStackResourcesCommand).rejects(noStack)
}

/** Sets the tables. `stages` maps the name of a table to the stage in its tags, or to null if it has no tags. */
function setTables(stages: Record<string, string | null>): void {
  dynamodb.on(ListTablesCommand).resolves({ TableNames: Object.keys(stages) })
  dynamodb.on(DescribeTableCommand).rejects(new ResourceNotFoundException({ message: 'No table.', $metadata: {} }))
  for (const [TableName, tag] of Object.entries(stages)) {
    const Table = { TableName, TableArn: TableName, LatestStreamArn: streamOf(TableName), ItemCount: 12 }
    const more = { CreationDateTime: new Date(0), StreamSpecification: { StreamEnabled: true } }
    dynamodb.on(DescribeTableCommand, { TableName }).resolves({ Table: { ...Table, ...more } })
    const tags = [
      { Key: 'service', Value: 'back-office' },
      { Key: 'stage', Value: tag ?? '' },
    ]
    dynamodb.on(ListTagsOfResourceCommand, { ResourceArn: TableName }).resolves({ Tags: tag ? tags : [] })
  }
}

/** Adds a table that has no stream, and never had one. */
function addTableWithoutStream(TableName: string): void {
  setTables({ 'BackOffice-prod-Table-1': 'prod', [TableName]: 'prod' })
  const Table = { TableName, TableArn: TableName, ItemCount: 12, CreationDateTime: new Date(0) }
  dynamodb.on(DescribeTableCommand, { TableName }).resolves({ Table })
}

const restoredTables = ['BackOffice-prod-20261122T101700Z', 'BackOffice-prod-backup-1EB3B5E7-9EB0']

describe('a stage without tableName', () => {
  test('can be deployed for the first time', async () => {
    expect(await findTableFault(stage)).toBeNull()
  })

  test('can be deployed again while its stack has the table', async () => {
    setStack(['AWS::SQS::Queue', 'CREATE_COMPLETE'], ['AWS::DynamoDB::Table', 'UPDATE_COMPLETE'])
    setTables({ 'BackOffice-prod-Table-1': 'prod' })
    expect(await findTableFault(stage)).toBeNull()
  })

  test('is refused after its stack was deleted, with the settings that use the kept table', async () => {
    setTables({ 'BackOffice-prod-Table-1': 'prod' })
    expect(await findTableFault(stage)).toBe(
      `Deploying prod would create an empty table, but AWS has kept its data. Set in the settings of prod in infra/stages.ts:

  /** Created 1970-01-01T00:00:00.000Z, about 12 items. */
  tableName: 'BackOffice-prod-Table-1',
  tableStreamArn: '${streamOf('BackOffice-prod-Table-1')}',`,
    )
  })

  test.each<Resource[]>([[['AWS::SQS::Queue', 'CREATE_COMPLETE']], [['AWS::DynamoDB::Table', 'DELETE_SKIPPED']]])(
    'is refused if the stack used a named table before: %j',
    async resource => {
      setStack(resource)
      setTables({ 'BackOffice-prod-Table-1': 'prod', 'BackOffice-prod-backup-2': 'prod' })
      const fault = await findTableFault(stage)
      expect(fault).toContain('Choose one of these tables.')
      expect(fault).toContain("tableName: 'BackOffice-prod-backup-2'")
    },
  )

  test.each(restoredTables)('is not advised to use %s, whose restore is not complete', async table => {
    addTableWithoutStream(table)
    const fault = await findTableFault(stage)
    expect(fault).toContain("tableName: 'BackOffice-prod-Table-1'")
    expect(fault).not.toContain(table)
  })

  test('gets no stream for a kept table that has none', async () => {
    addTableWithoutStream('BackOffice-prod-Table-2')
    expect(await findTableFault(stage)).toMatch(/\n {2}tableName: 'BackOffice-prod-Table-2',$/)
  })

  test('ignores tables of other stages and of other applications', async () => {
    setTables({ 'BackOffice-prod-eu-Table-1': 'prod-eu', 'BackOffice-prod-notes': null, Orders: 'prod' })
    expect(await findTableFault(stage)).toBeNull()
  })
})

describe('a stage with tableName', () => {
  const tableName = 'BackOffice-prod-Table-1'
  const named = { ...stage, tableName, tableStreamArn: streamOf(tableName) }

  test('can be deployed if the table has this stream', async () => {
    setTables({ [tableName]: 'prod' })
    expect(await findTableFault(named)).toBeNull()
  })

  test('is refused if there is no such table', async () => {
    expect(await findTableFault(named)).toBe(
      `infra/stages.ts names the table ${tableName} for prod, but this account and region have none.`,
    )
  })

  test('is refused if the table has another stream', async () => {
    setTables({ [tableName]: 'prod' })
    const fault = await findTableFault({ ...named, tableStreamArn: streamOf('other') })
    expect(fault).toContain(`tableStreamArn: '${streamOf(tableName)}'`)
  })

  test('is refused if the stream is disabled, with the command that enables it', async () => {
    dynamodb.on(DescribeTableCommand).resolves({ Table: { LatestStreamArn: streamOf(tableName) } })
    expect(await findTableFault(named)).toContain(`aws dynamodb update-table --table-name ${tableName}`)
  })

  test.each(restoredTables)(
    'is refused if the restore of %s is not complete, and is not advised to enable a stream',
    async table => {
      addTableWithoutStream(table)
      const fault = await findTableFault({ ...stage, tableName: table, tableStreamArn: streamOf('earlier') })
      expect(fault).toBe(
        `The restore of ${table} is not complete: its lists may be wrong. Repeat the command "store restore" that created the table, until it prints the settings of prod.`,
      )
    },
  )

  test('is refused if the stream of a complete restore was disabled, with the command that enables it', async () => {
    const [table = ''] = restoredTables
    dynamodb.on(DescribeTableCommand).resolves({ Table: { TableName: table, LatestStreamArn: streamOf(table) } })
    expect(await findTableFault({ ...named, tableName: table })).toContain('aws dynamodb update-table')
  })
})
