import { describe, expect, test } from 'vitest'
import type { Stage } from '../../../infra/stages.ts'
import { template } from './template.ts'

const { resources, ofType } = template()
const [vault] = ofType('Backup::BackupVault')

const copyActionsOf = (resourcesOf: typeof ofType) =>
  resourcesOf('Backup::BackupPlan')[0]?.Properties.BackupPlan.BackupPlanRule[0].CopyActions

describe('the backup plan', () => {
  test.each([
    ['dev', { DeleteAfterDays: 14 }],
    ['prod', { MoveToColdStorageAfterDays: 7, DeleteAfterDays: 97 }],
  ])('of %s makes a backup each Sunday, with the lifecycle %j', (stage, Lifecycle) => {
    const [plan] = template({ stage }).ofType('Backup::BackupPlan')
    expect(plan?.Properties.BackupPlan.BackupPlanRule).toEqual([
      expect.objectContaining({ ScheduleExpression: 'cron(0 3 ? * SUN *)', Lifecycle }),
    ])
  })

  test('moves a backup to cold storage only if it stays there for the 90 days that AWS demands', () => {
    const [plan] = template({ settings: { backupDays: 96 } }).ofType('Backup::BackupPlan')
    expect(plan?.Properties.BackupPlan.BackupPlanRule[0].Lifecycle).toEqual({ DeleteAfterDays: 96 })
  })

  test('covers the table, and no other', () => {
    const [selection] = ofType('Backup::BackupSelection')
    const [table] = Object.keys(resources).filter(id => resources[id]?.Type === 'AWS::DynamoDB::Table')
    expect(selection?.Properties.BackupSelection.Resources).toEqual([{ 'Fn::GetAtt': [table, 'Arn'] }])
  })

  test('covers the table that the stage names', () => {
    const settings = { tableName: 'restored', tableStreamArn: 'arn:aws:dynamodb:eu-west-1:1:table/restored/stream/1' }
    const [selection] = template({ settings }).ofType('Backup::BackupSelection')
    expect(JSON.stringify(selection?.Properties.BackupSelection.Resources)).toContain('table/restored')
  })

  test('has a role that may also restore', () => {
    const role = Object.values(resources).find(
      ({ Type, Properties }) =>
        Type === 'AWS::IAM::Role' && JSON.stringify(Properties).includes('backup.amazonaws.com'),
    )
    expect(JSON.stringify(role?.Properties.ManagedPolicyArns)).toMatch(/ForBackup.*ForRestores/)
  })

  test('makes no copies and has no lock by default', () => {
    expect(copyActionsOf(ofType) ?? []).toEqual([])
    expect(vault?.Properties).not.toHaveProperty('LockConfiguration')
  })

  test('has a vault that is kept when the stack is deleted, with another name when it is created again', () => {
    expect(vault).toMatchObject({ DeletionPolicy: 'Retain', UpdateReplacePolicy: 'Retain' })
    expect(JSON.stringify(vault?.Properties.BackupVaultName)).toContain('AWS::StackId')
  })
})

describe('copies of backups in another account', () => {
  const vaultArn = 'arn:aws:backup:eu-west-1:1:backup-vault:store-copies'
  const { ofType } = template({ settings: { backupCopies: { vaultArn, days: 30 } } })
  const alarms = ofType('CloudWatch::Alarm').map(({ Properties }) => JSON.stringify(Properties))

  test('are made of each backup, into the vault that the stage names', () => {
    expect(copyActionsOf(ofType)).toEqual([{ DestinationBackupVaultArn: vaultArn, Lifecycle: { DeleteAfterDays: 30 } }])
  })

  test('have no vault in this stack', () => {
    expect(ofType('Backup::BackupVault')).toHaveLength(1)
  })

  test('start the alarm about failed backups if they fail', () => {
    const failures = alarms.filter(alarm => alarm.includes('NumberOfCopyJobsFailed'))
    expect(failures).toEqual([expect.stringMatching(/NumberOfBackupJobsFailed/)])
    expect(failures).toEqual([expect.stringMatching(/did not start, or was not copied\./)])
  })

  test('start the alarm about silence in a week without a copy', () => {
    const [silence, ...others] = ofType('CloudWatch::Alarm')
      .map(({ Properties }) => Properties)
      .filter(alarm => JSON.stringify(alarm).includes('NumberOfCopyJobsCompleted'))
    expect(others).toEqual([])
    expect(silence).toMatchObject({
      AlarmDescription: expect.stringMatching(/no backup of the table was completed and copied\./),
      ComparisonOperator: 'LessThanThreshold',
      EvaluationWindow: { WallClockWindow: {} },
      Metrics: [
        { Expression: 'IF(backups > 0 AND copies > 0, 1, 0)' },
        { MetricStat: { Metric: { MetricName: 'NumberOfBackupJobsCompleted' }, Period: 604_800, Stat: 'Sum' } },
        { MetricStat: { Metric: { MetricName: 'NumberOfCopyJobsCompleted' }, Period: 604_800, Stat: 'Sum' } },
      ],
    })
  })
})

describe('the lock of the vault', () => {
  const lockOf = (backupLock: Stage['backupLock']) =>
    template({ settings: { backupDays: 90, backupLock } }).ofType('Backup::BackupVault')[0]?.Properties
      .LockConfiguration

  test('can be removed by whoever has the permission (governance mode)', () => {
    expect(lockOf({ minDays: 30 })).toEqual({ MinRetentionDays: 30 })
  })

  test('can be removed by nobody after the days that the stage sets (compliance mode)', () => {
    expect(lockOf({ minDays: 90, changeableDays: 3 })).toEqual({ MinRetentionDays: 90, ChangeableForDays: 3 })
  })

  test('cannot be for longer than backups are kept, as each backup would fail', () => {
    expect(() => lockOf({ minDays: 91 })).toThrow(
      'infra/stages.ts locks the backups of prod for 91 days (backupLock.minDays), but keeps them for 90 days (backupDays).',
    )
  })

  test('needs three days in which it can be changed', () => {
    expect(() => lockOf({ minDays: 30, changeableDays: 2 })).toThrow(/72-hour/)
  })
})
