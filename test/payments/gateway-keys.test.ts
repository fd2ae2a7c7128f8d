import { statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  CreateSecretCommand,
  GetSecretValueCommand,
  PutSecretValueCommand,
  ResourceNotFoundException,
  SecretsManagerClient,
} from '@aws-sdk/client-secrets-manager'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import * as accounts from '../../lib/accounts/index.ts'
import type { AccountId, GatewayName, Tenant } from '../../lib/core/tenant.ts'
import { loadGatewayKeys, saveGatewayKeys } from '../../lib/payments/gateway-keys.ts'
import { connectGateway } from '../../lib/payments/index.ts'
import { sandbox } from '../../lib/payments/sandbox.ts'
import { mockAws } from '../support/mock-aws.ts'
import { newTenant } from '../support/store.ts'
import { newDirectory } from '../support/temporary.ts'

const keys = { apiKey: 'sk_test_1', webhookSecret: 'whsec_1' }
let lastAccount = 2000
const tenantWithoutKeys = (): Tenant => ({ account: ++lastAccount as AccountId, mode: 'Test' })

describe('on one machine', () => {
  let directory: string
  beforeEach(() => {
    directory = join(newDirectory(), 'gateways')
    vi.stubEnv('GATEWAY_KEYS_DIR', directory)
  })
  afterEach(() => void vi.unstubAllEnvs())

  test('are stored for each account and mode, and replaced', async () => {
    const tenant = tenantWithoutKeys()
    expect(await loadGatewayKeys(tenant)).toBeNull()
    await saveGatewayKeys(tenant, { ...keys, webhookSecret: null })
    await saveGatewayKeys(tenant, keys)
    expect(await loadGatewayKeys(tenant)).toEqual(keys)
    expect(await loadGatewayKeys({ ...tenant, mode: 'Live' })).toBeNull()
  })

  test('are in a file that only its owner can read, even if another one was there', async () => {
    const tenant = tenantWithoutKeys()
    await saveGatewayKeys(tenant, keys)
    const file = join(directory, `${tenant.account}-Test.json`)
    expect(statSync(file).mode & 0o777).toBe(0o600)
    expect(statSync(directory).mode & 0o777).toBe(0o700)
    const open = { ...tenant, mode: 'Live' } as const
    const openFile = join(directory, `${open.account}-Live.json`)
    writeFileSync(openFile, '{}', { mode: 0o644 })
    await saveGatewayKeys(open, keys)
    expect(statSync(openFile).mode & 0o777).toBe(0o600)
  })

  test('that cannot be read are an error', async () => {
    const tenant = tenantWithoutKeys()
    await saveGatewayKeys(tenant, keys)
    writeFileSync(join(directory, `${tenant.account}-Test.json`), '{')
    await expect(loadGatewayKeys(tenant)).rejects.toThrow(SyntaxError)
  })
})

describe('in Secrets Manager', () => {
  const aws = mockAws(SecretsManagerClient)
  beforeEach(() => {
    aws.resetHistory()
    vi.stubEnv('STAGE', 'prod')
    vi.stubEnv('GATEWAY_KEYS_DIR', undefined)
  })
  afterEach(() => {
    vi.unstubAllEnvs()
    vi.useRealTimers()
  })
  const missing = new ResourceNotFoundException({ message: 'There is no secret.', $metadata: {} })

  test('are in a secret of the stage, the account and the mode', async () => {
    const tenant = tenantWithoutKeys()
    const name = `back-office/prod/gateways/${tenant.account}/Test`
    aws.on(GetSecretValueCommand, { SecretId: name }).resolves({ SecretString: JSON.stringify(keys) })
    expect(await loadGatewayKeys(tenant)).toEqual(keys)
  })

  test('are read again after five minutes, so that a new key arrives', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    const tenant = tenantWithoutKeys()
    const newKeys = { ...keys, apiKey: 'sk_test_2' }
    aws
      .on(GetSecretValueCommand)
      .resolvesOnce({ SecretString: JSON.stringify(keys) })
      .resolves({ SecretString: JSON.stringify(newKeys) })
    expect(await loadGatewayKeys(tenant)).toEqual(keys)
    vi.setSystemTime(Date.now() + 299_000)
    expect(await loadGatewayKeys(tenant)).toEqual(keys)
    vi.setSystemTime(Date.now() + 2_000)
    expect(await loadGatewayKeys(tenant)).toEqual(newKeys)
    expect(aws.commandCalls(GetSecretValueCommand)).toHaveLength(2)
  })

  test('are found as soon as they are set', async () => {
    const tenant = tenantWithoutKeys()
    aws
      .on(GetSecretValueCommand)
      .rejectsOnce(missing)
      .resolves({ SecretString: JSON.stringify(keys) })
    expect(await loadGatewayKeys(tenant)).toBeNull()
    expect(await loadGatewayKeys(tenant)).toEqual(keys)
  })

  test('are an error if they cannot be read', async () => {
    aws.on(GetSecretValueCommand).rejects(new Error('AccessDenied'))
    await expect(loadGatewayKeys(tenantWithoutKeys())).rejects.toThrow('AccessDenied')
  })

  test('are a new version of the secret, which is created if it does not exist', async () => {
    const tenant = tenantWithoutKeys()
    const name = `back-office/prod/gateways/${tenant.account}/Test`
    aws.on(PutSecretValueCommand).rejectsOnce(missing).resolves({})
    aws.on(CreateSecretCommand).resolves({})
    await saveGatewayKeys(tenant, keys)
    const SecretString = JSON.stringify(keys)
    expect(aws.commandCalls(CreateSecretCommand)[0]?.args[0].input).toEqual({ Name: name, SecretString })
    await saveGatewayKeys(tenant, keys)
    expect(aws.commandCalls(CreateSecretCommand)).toHaveLength(1)
    expect(aws.commandCalls(PutSecretValueCommand)[1]?.args[0].input).toEqual({ SecretId: name, SecretString })
  })
})

describe('a store', () => {
  const storeWith = async (gatewayTest: GatewayName) => {
    const { account } = await newTenant()
    return accounts.update(account, { gatewayTest })
  }

  test('has the sandbox, no gateway, or Stripe with its key', async () => {
    expect(await connectGateway(await storeWith('sandbox'), 'Test')).toBe(sandbox)
    expect(await connectGateway(await storeWith('none'), 'Test')).toBeNull()
    const store = await storeWith('stripe')
    await saveGatewayKeys({ account: store.account, mode: 'Test' }, keys)
    expect((await connectGateway(store, 'Test'))?.minAmount('EUR')).toBe(1)
    expect(await connectGateway(store, 'Live')).toBeNull()
  })

  test('has no gateway as long as it has no key', async () => {
    expect(await connectGateway(await storeWith('stripe'), 'Test')).toBeNull()
  })
})
