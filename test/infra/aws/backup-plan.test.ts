import { describe, expect, test } from 'vitest'
import { template } from './template.ts'

const { resources, ofType } = template()
const [vault] = ofType('Backup::BackupVault')

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

  test('has a vault that is kept when the stack is deleted, with another name when it is created again', () => {
    expect(vault).toMatchObject({ DeletionPolicy: 'Retain', UpdateReplacePolicy: 'Retain' })
    expect(JSON.stringify(vault?.Properties.BackupVaultName)).toContain('AWS::StackId')
  })
})
