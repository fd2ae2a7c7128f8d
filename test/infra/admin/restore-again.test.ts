/**
 * Tests restores that are interrupted or incomplete, and restores from a DynamoDB backup or from a recovery point of
 * AWS Backup.
 * @module-tag long
 */

import { expect, test, vi } from 'vitest'
import { createProgress } from '../../../infra/admin/progress.ts'
import { runStoreCommandLine } from '../../../infra/admin/store-command-line.ts'
import { AccountCounter } from '../../../lib/accounts/entity.ts'
import type { AccountId } from '../../../lib/core/tenant.ts'
import { orderDefinition } from '../../../lib/orders/stored-object.ts'
import { completeOrder } from '../../support/checkout.ts'
import { damageRow } from '../../support/damaged-rows.ts'
import { account, aws, awsError, dynamodbBackup, json, recoveryPoint, run, setUpStage } from './backed-up-stage.ts'
import { roleArn } from './fake-aws.ts'

const table = vi.hoisted(() => {
  process.env.TABLE_NAME = `restore-${crypto.randomUUID()}`
  return process.env.TABLE_NAME
})
setUpStage(table)

test('continues if it is repeated: waits for a restore under way, and completes it', async () => {
  const to = '--to 2026-11-22T10:16:00Z'
  aws.next.UpdateContinuousBackups = [awsError('InternalServerError', 'The service is down.')]
  expect(await run(to)).toMatchObject({ exitCode: 1, errors: expect.stringContaining('down') })
  const creating = { status: 200, body: { Table: { TableStatus: 'CREATING' } } }
  /** The first request asks whether the table exists. The second asks whether its restore is complete. */
  aws.next.DescribeTable = [null, creating]
  const { comparisons } = await json(to)
  expect(comparisons).toHaveLength(4)
  expect(aws.callsOf('RestoreTableToPointInTime')).toHaveLength(1)
  aws.calls.length = 0
  await json(to)
  expect(aws.calls.filter(({ name }) => /^(Restore|Update|Put|TransactWrite|Tag)/.test(name))).toEqual([])
})

test('waits while a restored table of the same name is being deleted, and restores it then', async () => {
  const deleting = { status: 200, body: { Table: { TableStatus: 'DELETING' } } }
  aws.calls.length = 0
  aws.next.DescribeTable = [deleting, deleting]
  const { comparisons } = await json('--to 2026-11-22T10:25:00Z')
  expect(comparisons).toHaveLength(4)
  expect(aws.callsOf('RestoreTableToPointInTime')).toHaveLength(1)
})

test('restores a recovery point of AWS Backup with the role of the stack, and waits for its job', async () => {
  aws.next.DescribeRestoreJob = [{ status: 200, body: { Status: 'RUNNING' } }]
  const id = '1EB3B5E7-9EB0-435A-A80B-108B488B0D45'
  const { tableName, comparisons } = await json(`--backup ${recoveryPoint(id)}`)
  expect(tableName).toBe(`BackOffice-prod-backup-${id}`)
  expect(comparisons).toHaveLength(4)
  expect(aws.callsOf('StartRestoreJob')).toEqual([
    {
      RecoveryPointArn: recoveryPoint(id),
      IamRoleArn: roleArn,
      ResourceType: 'DynamoDB',
      Metadata: { targetTableName: tableName, encryptionType: 'Default' },
      /** The SDK makes a new token for each job. */
      IdempotencyToken: expect.not.stringContaining(tableName),
    },
  ])
  expect(aws.callsOf('DescribeRestoreJob')).toHaveLength(2)
})

test('waits for the job of AWS Backup that an interrupted command has started', async () => {
  const RecoveryPointArn = recoveryPoint('7')
  const jobs = ['other-table', 'BackOffice-prod-backup-7'].map((targetTableName, n) => ({
    job: { RestoreJobId: `job-${n}`, RecoveryPointArn },
    metadata: { status: 200, body: { Metadata: { targetTableName } } },
  }))
  const list = [{ RecoveryPointArn: recoveryPoint('8') }, ...jobs.map(({ job }) => job)]
  aws.next.ListRestoreJobs = [null, { status: 200, body: { RestoreJobs: list } }]
  aws.next.GetRestoreJobMetadata = jobs.map(({ metadata }) => metadata)
  aws.next.DescribeRestoreJob = [{ status: 200, body: { Status: 'FAILED', StatusMessage: 'No permission.' } }]
  const { errors } = await run(`--backup ${RecoveryPointArn}`)
  expect(errors).toContain('No permission.')
  expect(aws.callsOf('StartRestoreJob')).toEqual([])
})

test('rows expire again once the stream exists, also if that was interrupted', async () => {
  const to = '--to 2026-11-22T10:18:00Z'
  aws.next.UpdateTimeToLive = [awsError('InternalServerError', 'The service is down.')]
  expect((await run(to)).errors).toContain('down')
  await json(to)
  const calls = aws.calls.map(({ name }) => name)
  expect(aws.callsOf('UpdateTimeToLive')).toHaveLength(2)
  expect(calls.lastIndexOf('UpdateTable')).toBeLessThan(calls.indexOf('UpdateTimeToLive'))
})

test('keeps the table without a stream while lists are incomplete, so that a repeated command rebuilds them', async () => {
  const to = '--to 2026-11-22T10:17:00Z'
  const denied = awsError('AccessDeniedException', 'Not allowed.')
  /**
   * The relist of each of the two stores puts one item, the version of the store's lists. The third item, which a
   * recount puts, is denied.
   */
  aws.next.PutItem = [null, null, denied]
  const { exitCode, output, errors } = await run(to)
  expect(exitCode).toBe(1)
  expect(errors).toMatch(/^The list .+ could not be rebuilt: .*Not allowed/)
  expect(errors).toMatch(/^To go on, add --resume recount:\d+:\w+:1 to the same command\.$/m)
  expect(output).toContain('The table is not ready')
  expect((await json(to)).tableStreamArn).toMatch(/^arn:/)
})

test('a store that cannot be rebuilt does not stop the others, and is where a repeated command goes on', async () => {
  const to = '--to 2026-11-22T10:20:00Z'
  aws.next.PutItem = [awsError('AccessDeniedException', 'Not allowed.')]
  const { exitCode, errors } = await run(to)
  expect(exitCode).toBe(1)
  expect(errors).toMatch(/^The relist of account \d+, \w+, failed: .*Not allowed/)
  const [resume] = /--resume relist:\S+/.exec(errors) ?? []
  expect((await json(`${to} ${resume}`)).tableStreamArn).toMatch(/^arn:/)
})

test('continues a rebuild from the position that an interrupted command has printed', async () => {
  const to = '--to 2026-11-22T10:19:00Z'
  expect(await run(`${to} --resume relist:1:Live:1`)).toMatchObject({
    exitCode: 1,
    errors: 'The value of --resume is not a position that the same command has printed.',
  })
  aws.calls.length = 0
  const { comparisons } = await json(`${to} --resume recount:${account}:Test:1`)
  expect(comparisons[0]).toMatchObject({ kind: 'order', now: 2, restored: 1 })
  /**
   * The command only recounts. Relisting would write the row of the order, but recounting writes only tallies and rows
   * that have counters, such as those of customers.
   */
  expect(JSON.stringify(aws.callsOf('TransactWriteItems'))).not.toContain('#Test#orders#')
  expect(aws.callsOf('PutItem').length).toBeGreaterThan(0)
})

test('says at any time of the rebuild from where an interrupted command can go on', async () => {
  const advice: string[] = []
  let written = ''
  const { report, interrupt } = createProgress({ write: text => (written = text) })
  const args = ['restore', '--stage', 'prod', '--to', '2026-11-22T10:23:00Z']
  await runStoreCommandLine(args, progress => {
    report(progress)
    interrupt()
    advice.push(written)
  })
  expect(advice[1]).toMatch(/ parts to rebuild\. To go on, add --resume relist:\d+:\w+:1 to the same command\.\n$/)
  expect(advice.slice(1).filter(text => !/--resume re|Run the same command again/.test(text))).toEqual([])
  expect(advice.slice(1).some(text => /: \w+: \d+ .*--resume re/.test(text))).toBe(true)
})

test('restores a backup if the table was deleted', async () => {
  aws.stack.TableName = 'deleted-table'
  const { comparisons } = await json(`--backup ${dynamodbBackup('3')}`)
  aws.stack.TableName = table
  expect(comparisons[0]).toMatchObject({ kind: 'order', now: null, restored: 1 })
})

test('names an order that was damaged in the backup, and completes the table', async () => {
  const tenant = { account: account as AccountId, mode: 'Test' } as const
  const name = await damageRow(orderDefinition, tenant, await completeOrder(tenant))
  await aws.takeSnapshot()
  const { exitCode, output, errors } = await run('--to 2026-11-22T10:21:00Z')
  expect({ exitCode, errors }).toEqual({ exitCode: 0, errors: '' })
  expect(output.split(`The ${name} of account ${account}, Test, cannot be read: `)).toHaveLength(2)
  expect(output).toMatch(
    /To use the restored table:.*events of Stripe.*check --stage prod --all-stores --repair.*maintenance off.*stock/s,
  )
  const { tableStreamArn, unreadable } = await json('--to 2026-11-22T10:22:00Z')
  expect(tableStreamArn).toMatch(/^arn:/)
  expect(unreadable).toEqual([expect.stringContaining(name)])
})

test('gives the numbers of restored accounts to no others, even if the table in use has counted fewer', async () => {
  await AccountCounter.put({ last: 40 }).go()
  await aws.takeSnapshot()
  await AccountCounter.put({ last: 1 }).go()
  const { tableName } = await json('--to 2026-11-22T10:24:00Z')
  const { data } = await AccountCounter.get({}).go({ table: tableName })
  expect(data?.last).toBe(40)
})
