import { CloudFormationClient, DescribeStacksCommand } from '@aws-sdk/client-cloudformation'
import {
  DeleteSecretCommand,
  GetSecretValueCommand,
  ResourceNotFoundException,
  SecretsManagerClient,
} from '@aws-sdk/client-secrets-manager'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { runStoreCommandLine } from '../../../infra/admin/store-command-line.ts'
import * as accounts from '../../../lib/accounts/index.ts'
import { env } from '../../../lib/core/env.ts'
import type { Tenant } from '../../../lib/core/tenant.ts'
import type { EventSource } from '../../../lib/events/entity.ts'
import { addSource } from '../../../lib/events/index.ts'
import { loadSourceSecrets } from '../../../lib/events/sources.ts'
import { loadGatewayKeys } from '../../../lib/payments/gateway-keys.ts'
import { SecretRow } from '../../../lib/store/secret-rows.ts'
import { StripeModel } from '../../payments/stripe-model.ts'
import { fakeKms, resetKms, testKey } from '../../support/fake-kms.ts'
import { mockAws, stackWithOutputs } from '../../support/mock-aws.ts'
import { rawRowsOf } from '../../support/raw-rows.ts'
import { type } from '../../support/standard-input.ts'
import { newTenant, otherMode } from '../../support/store.ts'

const kms = fakeKms()
const stacks = mockAws(CloudFormationClient)
const secretsManager = mockAws(SecretsManagerClient)
/** The secrets in the fake Secrets Manager, by name. It contains no deleted secrets. */
const managed = new Map<string, object>()
const missing = new ResourceNotFoundException({ message: 'There is no secret.', $metadata: {} })

const setOutputs = (outputs: Record<string, string>) =>
  stacks.on(DescribeStacksCommand).resolves(stackWithOutputs(outputs))

secretsManager.on(GetSecretValueCommand).callsFake(async ({ SecretId }) => {
  const value = managed.get(SecretId)
  if (!value) throw missing
  return { SecretString: JSON.stringify(value) }
})
secretsManager.on(DeleteSecretCommand).callsFake(async ({ SecretId }) => {
  if (!managed.delete(SecretId)) throw missing
  return {}
})

const table = env.tableName
/**
 * The environment variables that a command with `--stage prod` sets and does not reset. The tests read and store
 * secrets with the same variables.
 */
const stage = { STAGE: 'prod', SECRETS_KEY: testKey, GATEWAY_KEYS_DIR: '', EVENT_SECRETS_DIR: '' }
beforeEach(() => {
  Object.assign(process.env, stage)
  managed.clear()
  resetKms(kms)
  setOutputs({ TableName: table, SecretsKeyArn: testKey })
})
afterEach(() => void vi.restoreAllMocks())

const run = (line: string) => runStoreCommandLine([...line.split(' '), '--stage', 'prod'])

const keys = { apiKey: 'sk_test_1', webhookSecret: null }
const addManagedKeys = ({ account, mode }: Tenant) => managed.set(`back-office/prod/gateways/${account}/${mode}`, keys)

/** Adds an event source as an earlier release did: its secret is in Secrets Manager only. */
async function addManagedSource(tenant: Tenant): Promise<EventSource> {
  const { source, secret } = await addSource(tenant)
  await SecretRow.delete({ ...tenant, kind: 'event-sources', id: source.id }).go()
  managed.set(`back-office/prod/event-sources/${tenant.account}/${source.id}`, { current: secret })
  return source
}

const kindsOf = async ({ account }: Tenant) => {
  const rows = await rawRowsOf(account)
  return rows.map(({ pk }) => String(pk)).filter(pk => pk.startsWith('secret#'))
}

describe('secrets move', () => {
  test('moves the secrets of all stores, and then finds none', async () => {
    const [one, other] = [await newTenant(), await newTenant('Live')]
    for (const tenant of [one, otherMode(one), other]) addManagedKeys(tenant)
    const source = await addManagedSource(other)
    const [secret] = await loadSourceSecrets(source)
    const { exitCode, output, errors } = await run('secrets move --json')
    expect({ exitCode, errors }).toEqual({ exitCode: 0, errors: '' })
    expect(JSON.parse(output)).toMatchObject({ moved: 4 })
    expect(managed.size).toBe(0)
    expect(await kindsOf(one)).toEqual(Array(2).fill(`secret#gateways#${one.account}`))
    expect((await kindsOf(other)).toSorted()).toEqual([
      `secret#event-sources#${other.account}`,
      `secret#gateways#${other.account}`,
    ])
    expect(await loadGatewayKeys(one)).toEqual(keys)
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 301_000 })
    expect(await loadSourceSecrets(source)).toEqual([secret])
    vi.useRealTimers()
    expect((await run('secrets move')).output).toMatch(/^accounts\s+\d+\nmoved secrets\s+0$/)
  })

  test('moves those of one account, and none of another', async () => {
    const [one, other] = [await newTenant(), await newTenant()]
    for (const tenant of [one, other]) addManagedKeys(tenant)
    expect((await run(`secrets move --account ${one.account}`)).output).toMatch(/^accounts\s+1\nmoved secrets\s+1$/)
    expect(managed.size).toBe(1)
    expect((await run('secrets move --account 99999')).errors).toContain('99999')
  })

  test('leaves an account that is being deleted, because its deletion removes the secrets', async () => {
    const tenant = await newTenant()
    addManagedKeys(tenant)
    await accounts.startDeletion(tenant.account)
    expect(JSON.parse((await run('secrets move --json')).output)).toMatchObject({ moved: 0 })
    expect(managed.size).toBe(1)
  })

  test('names each account that failed, moves the others, and prints no secret', async () => {
    const [one, other] = [await newTenant(), await newTenant()]
    for (const tenant of [one, other]) addManagedKeys(tenant)
    managed.set(`back-office/prod/gateways/${one.account}/Test`, { ...keys, apiKey: `sk_test_${'1'.repeat(5000)}` })
    const { exitCode, output, errors } = await run('secrets move')
    expect(exitCode).toBe(1)
    expect(output).toMatch(/moved secrets\s+1$/)
    expect(errors).toBe(`The secrets of account ${one.account} were not moved: A secret has at most 4096 bytes.`)
    expect([...managed.keys()]).toEqual([`back-office/prod/gateways/${one.account}/Test`])
  })
})

describe('on a stage', () => {
  test('a key is stored in the table only, and shown without the key', async () => {
    const tenant = await newTenant()
    const stripe = await new StripeModel().start()
    type('sk_test_A1')
    const store = `--account ${tenant.account} --mode Test`
    const { exitCode, output } = await run(`gateway set ${store} --key-stdin`)
    stripe.close()
    expect({ exitCode, output }).toEqual({
      exitCode: 0,
      output: expect.stringContaining('The keys of acct_A are stored.'),
    })
    expect(await kindsOf(tenant)).toEqual([`secret#gateways#${tenant.account}`])
    expect((await run(`gateway show ${store}`)).output).toContain('…t_A1')
  })

  test('without a key, only commands that store secrets fail', async () => {
    const tenant = await newTenant()
    setOutputs({ TableName: table })
    expect((await run(`account show --account ${tenant.account}`)).exitCode).toBe(0)
    const { exitCode, errors } = await run(`event-source add --account ${tenant.account} --mode Test --signed`)
    expect(exitCode).toBe(1)
    expect(errors).toBe('The stack of prod has no key for secrets: deploy it first.')
  })
})
