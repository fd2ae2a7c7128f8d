/** Restores the table of a stage, as far as an emulator can: a fake AWS restores a snapshot of a local table. */

import { DescribeTableCommand, DescribeTimeToLiveCommand, DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { expect, inject, test, vi } from 'vitest'
import { runStoreCommandLine } from '../../../infra/admin/store-command-line.ts'
import { localClientConfig } from '../../../infra/local/database/create-table.ts'
import { AccountCounter } from '../../../lib/accounts/entity.ts'
import * as maintenanceMode from '../../../lib/maintenance-mode/index.ts'
import { newTenant } from '../../support/store.ts'
import { account, aws, awsError, dynamodbBackup, json, recoveryPoint, run, setUpStage } from './backed-up-stage.ts'

const table = vi.hoisted(() => {
  process.env.TABLE_NAME = `restore-${crypto.randomUUID()}`
  return process.env.TABLE_NAME
})
setUpStage(table)

const client = new DynamoDBClient(localClientConfig(inject('dynamodbEndpoint')))
const describeTable = async (TableName: string) => (await client.send(new DescribeTableCommand({ TableName }))).Table

test('restores into a new table, counts its lists again, and compares it with the table in use', {
  tags: ['long'],
}, async () => {
  const result = await json('--to 2026-11-22T10:15:00Z')
  const tableName = 'BackOffice-prod-20261122T101500Z'
  expect(aws.callsOf('RestoreTableToPointInTime')).toEqual([
    { SourceTableName: table, TargetTableName: tableName, RestoreDateTime: Date.UTC(2026, 10, 22, 10, 15) / 1000 },
  ])
  expect(result).toMatchObject({ current: table, tableName, restoredTo: '2026-11-22T10:15:00.000Z' })
  const row = (kind: string, now: number, restored: number) => ({ account, mode: 'Test', kind, now, restored })
  expect(result.comparisons).toEqual([
    row('order', 2, 1),
    row('customer', 1, 1),
    row('product', 1, 1),
    row('active key', 0, 1),
  ])
  expect(await maintenanceMode.find({ table: tableName })).toMatchObject({ appliesEvents: false })
  expect(await maintenanceMode.find()).toBeNull()
  const restored = await describeTable(tableName)
  expect(result.tableStreamArn).toBe(restored?.LatestStreamArn)
  expectSettings(restored)
  const expiry = await client.send(new DescribeTimeToLiveCommand({ TableName: tableName }))
  expect(expiry.TimeToLiveDescription).toMatchObject({ TimeToLiveStatus: 'ENABLED', AttributeName: 'expiresAt' })
})

/**
 * Expects the settings that a restore does not copy. The stream is turned on after all other settings except expiry.
 */
function expectSettings(restored: object | undefined): void {
  expect(restored).toMatchObject({
    DeletionProtectionEnabled: true,
    StreamSpecification: { StreamEnabled: true, StreamViewType: 'NEW_AND_OLD_IMAGES' },
  })
  expect(aws.callsOf('UpdateContinuousBackups')).toMatchObject([
    { PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true } },
  ])
  expect(aws.callsOf('TagResource')[0]?.Tags).toEqual([
    { Key: 'service', Value: 'back-office' },
    { Key: 'stage', Value: 'prod' },
  ])
  const changes = aws.calls.filter(({ name }) => /^(Update|Put|TransactWrite)/.test(name))
  expect(changes.at(-2)?.body).toMatchObject({ StreamSpecification: { StreamEnabled: true } })
  expect(changes.at(-1)).toMatchObject({ name: 'UpdateTimeToLive' })
  expect(aws.callsOf('UpdateTable')[0]).toMatchObject({ SSESpecification: { Enabled: true } })
}

test('gives the number of an account that was created after the restored time to no other account', {
  tags: ['long'],
}, async () => {
  const created = await newTenant()
  const { tableName } = await json('--to 2026-11-22T10:15:00Z')
  const { data } = await AccountCounter.get({}).go({ table: tableName })
  expect(1000 + data!.last).toBe(created.account)
})

test('prints the settings and the commands that put the table to use', { tags: ['long'] }, async () => {
  const { output, exitCode } = await run('--to 2026-11-22T10:15:00Z')
  expect(exitCode).toBe(0)
  expect(output).toContain(`account  mode  kind        now  restored  difference
${account}     Test  order       2    1         -1`)
  expect(output).toContain(
    "     tableName: 'BackOffice-prod-20261122T101500Z',\n     tableStreamArn: 'arn:aws:dynamodb:",
  )
  expect(output).toContain('     npm run deploy -- -c stage=prod --no-rollback-alarms\n')
  expect(output).toContain('     npm run store -- replay --stage prod --from 2026-11-22T09:15:00.000Z\n')
})

test('reports in one sentence why AWS Backup did not restore', async () => {
  aws.next.StartRestoreJob = [{ status: 200, body: { RestoreJobId: 'job-1' } }]
  aws.next.DescribeRestoreJob = [{ status: 200, body: { Status: 'FAILED', StatusMessage: 'No permission.' } }]
  expect(await run(`--backup ${recoveryPoint('2')}`)).toEqual({
    exitCode: 1,
    output: '',
    errors: `AWS Backup did not restore ${recoveryPoint('2')}: No permission.`,
  })
})

test('names the times to which the table can be restored', async () => {
  aws.next.RestoreTableToPointInTime = [awsError('InvalidRestoreTimeException', 'Invalid.')]
  const times = { EarliestRestorableDateTime: 1_760_000_000, LatestRestorableDateTime: 1_763_000_000 }
  aws.next.DescribeContinuousBackups = [
    { status: 200, body: { ContinuousBackupsDescription: { PointInTimeRecoveryDescription: times } } },
  ]
  const { exitCode, errors } = await run('--to 2025-01-01')
  expect(exitCode).toBe(1)
  expect(errors).toBe(
    `${table} can be restored to any time from 2025-10-09T08:53:20.000Z to 2025-11-13T02:13:20.000Z. For earlier times, use --backup.`,
  )
})

test('refuses to restore into the table in use', async () => {
  aws.stack.TableName = 'BackOffice-prod-20261122T101500Z'
  const { errors } = await run('--to 2026-11-22T10:15:00Z')
  aws.stack.TableName = table
  expect(errors).toBe('prod already uses BackOffice-prod-20261122T101500Z.')
})

test('needs a stage, as one machine has no backups', async () => {
  vi.stubEnv('DYNAMODB_ENDPOINT', inject('dynamodbEndpoint'))
  expect(await runStoreCommandLine(['restore', '--to', '2026-11-22'])).toEqual({
    exitCode: 1,
    output: '',
    errors: 'Only a stage in AWS has backups: give --stage.',
  })
})

test.each([
  ['', '--to or --backup must be given, and not both.'],
  [`--to 2026-11-22 --backup ${dynamodbBackup('1')}`, '--to or --backup must be given, and not both.'],
  ['--backup 1', '--backup must be the ARN of a backup'],
  ['--to yesterday', '--to must be an ISO 8601 date'],
])('rejects %j', async (line, message) => {
  const { exitCode, errors } = await run(line)
  expect({ exitCode, errors }).toEqual({ exitCode: 2, errors: expect.stringContaining(message) })
})
