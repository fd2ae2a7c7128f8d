/** Sets up a stage whose table has two orders and a revoked key. Its backup has one order, and the key is active. */

import { afterAll, beforeAll, beforeEach, expect, inject, vi } from 'vitest'
import { runStoreCommandLine } from '../../../infra/admin/store-command-line.ts'
import { createTable } from '../../../infra/local/database/create-table.ts'
import * as keys from '../../../lib/keys/index.ts'
import { completeOrder } from '../../support/checkout.ts'
import { newTenant } from '../../support/store.ts'
import { updateAllTallies } from '../../support/stream-worker.ts'
import { statementsOf, template } from '../aws/template.ts'
import { startFakeAws } from './fake-aws.ts'

/** The IAM actions that are allowed to the commands that run in AWS. */
const allowed = new Set(statementsOf('StoreCommands', template()).flatMap(({ Action }) => Action))

const services: Record<string, string> = {
  DescribeStacks: 'cloudformation',
  StartRestoreJob: 'backup',
  ListRestoreJobs: 'backup',
  DescribeRestoreJob: 'backup',
  GetRestoreJobMetadata: 'backup',
}

/**
 * Returns the IAM actions that the calls need. A transaction has no action of its own, because DynamoDB checks the
 * actions of its writes.
 */
const actionsOf = (calls: ReadonlySet<string>) =>
  [...calls].filter(name => !name.startsWith('Transact')).map(name => `${services[name] ?? 'dynamodb'}:${name}`)

export let aws: Awaited<ReturnType<typeof startFakeAws>>
export let account: number

/**
 * Sets up the stage for the tests of a file. The table must not have the stores of other files, because the commands
 * count all stores.
 */
export function setUpStage(table: string): void {
  beforeAll(async () => {
    await createTable(inject('dynamodbEndpoint'), table, false)
    aws = await startFakeAws(inject('dynamodbEndpoint'), table)
    for (const [name, value] of Object.entries(aws.environment)) vi.stubEnv(name, value)
    const tenant = await newTenant()
    account = tenant.account
    const { id } = await keys.issue(tenant)
    await completeOrder(tenant)
    /**
     * The stream worker has not counted the order in the snapshot yet. After a restore, only the restore command can
     * count the order, because the stream of the restored table does not contain it.
     */
    await aws.takeSnapshot()
    await completeOrder(tenant)
    await keys.revoke(tenant.account, id)
    await updateAllTallies(tenant)
  })
  beforeEach(() => {
    aws.calls.length = 0
  })
  afterAll(() => {
    expect(actionsOf(aws.names).filter(action => !allowed.has(action))).toEqual([])
    aws.close()
    vi.unstubAllEnvs()
  })
}

export const run = (line: string) => runStoreCommandLine(`restore --stage prod ${line}`.trim().split(' '))

/** Runs a command that must succeed, and returns its JSON document. */
export async function json(line: string) {
  const { output, errors } = await run(`${line} --json`)
  if (errors) throw new Error(errors)
  return JSON.parse(output)
}

export const dynamodbBackup = (id: string) => `arn:aws:dynamodb:eu-west-1:1:table/orders/backup/${id}`
export const recoveryPoint = (id: string) => `arn:aws:backup:eu-west-1:1:recovery-point:${id}`
export const awsError = (name: string, message: string) => ({
  status: 400,
  body: { __type: `com.amazonaws.dynamodb.v20120810#${name}`, message },
})
