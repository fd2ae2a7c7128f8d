/** Tests secrets of stores in AWS. They are encrypted in the table, or in Secrets Manager until they are moved. */

import {
  DecryptCommand,
  DisabledException,
  EncryptCommand,
  KMSInternalException,
  KMSServiceException,
} from '@aws-sdk/client-kms'
import {
  DeleteSecretCommand,
  GetSecretValueCommand,
  InvalidRequestException,
  ResourceNotFoundException,
  SecretsManagerClient,
} from '@aws-sdk/client-secrets-manager'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { AccountId, Tenant } from '../../lib/core/tenant.ts'
import {
  loadGatewayKeys,
  moveKeysToTable,
  removeGatewayKeys,
  saveGatewayKeys,
} from '../../lib/payments/gateway-keys.ts'
import { SecretRow } from '../../lib/store/secret-rows.ts'
import { fakeKms, resetKms, testKey } from '../support/fake-kms.ts'
import { mockAws } from '../support/mock-aws.ts'
import { rawRowsOf } from '../support/raw-rows.ts'

const kms = fakeKms()
const secretsManager = mockAws(SecretsManagerClient)
const missing = new ResourceNotFoundException({ message: 'There is no secret.', $metadata: {} })

beforeEach(() => {
  resetKms(kms)
  secretsManager.resetHistory()
  secretsManager.on(GetSecretValueCommand).rejects(missing)
  secretsManager.on(DeleteSecretCommand).resolves({})
  vi.stubEnv('STAGE', 'prod')
  vi.stubEnv('GATEWAY_KEYS_DIR', undefined)
  vi.stubEnv('SECRETS_KEY', testKey)
})
afterEach(() => {
  vi.unstubAllEnvs()
  vi.useRealTimers()
})

const keys = { apiKey: 'sk_test_1', webhookSecret: 'whsec_1' }
const newKeys = { ...keys, apiKey: 'sk_test_2' }
let lastAccount = 3000
const newTenant = (): Tenant => ({ account: ++lastAccount as AccountId, mode: 'Test' })

const keyOf = ({ account, mode }: Tenant) => ({ kind: 'gateways', account, mode, id: 'stripe' }) as const
const rowOf = async (tenant: Tenant) => (await SecretRow.get(keyOf(tenant)).go()).data!
const inputsOf = (command: typeof DecryptCommand | typeof EncryptCommand) =>
  kms.commandCalls(command as typeof DecryptCommand).map(({ args }) => args[0].input)
const deletions = () => secretsManager.commandCalls(DeleteSecretCommand).map(({ args }) => args[0].input)
const nameOf = ({ account, mode }: Tenant) => `back-office/prod/gateways/${account}/${mode}`
const isManaged = (tenant: Tenant, value: object = keys) =>
  secretsManager
    .on(GetSecretValueCommand, { SecretId: nameOf(tenant) })
    .resolves({ SecretString: JSON.stringify(value) })

/** Sets the clock forward by five minutes and a second, so that the secret is no longer in the cache. */
function expireCache(): void {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 301_000 })
}

describe('a secret', () => {
  test('is encrypted with the key of the stage and a context that names its store', async () => {
    const tenant = newTenant()
    await saveGatewayKeys(tenant, keys)
    const context = { stage: 'prod', kind: 'gateways', account: `${tenant.account}`, mode: 'Test', id: 'stripe' }
    expect(inputsOf(EncryptCommand)).toMatchObject([{ KeyId: testKey, EncryptionContext: context }])
    expect(await loadGatewayKeys(tenant)).toEqual(keys)
    expect(inputsOf(DecryptCommand)).toMatchObject([{ KeyId: testKey, EncryptionContext: context }])
  })

  test('is in the table only as ciphertext, in a partition that no pattern of stores matches', async () => {
    const tenant = newTenant()
    await saveGatewayKeys(tenant, keys)
    const [row, ...others] = await rawRowsOf(tenant.account)
    expect(others).toEqual([])
    expect(row).toMatchObject({ pk: `secret#gateways#${tenant.account}`, sk: 'Test#stripe' })
    const text = `${JSON.stringify(row)}${Buffer.from(String(row?.ciphertext), 'base64')}`
    expect(text).not.toMatch(/sk_test_1|whsec_1/)
  })

  test('is replaced, and is separate for each account and mode', async () => {
    const tenant = newTenant()
    await saveGatewayKeys(tenant, keys)
    await saveGatewayKeys(tenant, newKeys)
    expect(await loadGatewayKeys(tenant)).toEqual(newKeys)
    expect(await loadGatewayKeys({ ...tenant, mode: 'Live' })).toBeNull()
    expect(await loadGatewayKeys(newTenant())).toBeNull()
  })

  test('is decrypted again after five minutes, so that a new key is used', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    const tenant = newTenant()
    await saveGatewayKeys(tenant, keys)
    expect(await loadGatewayKeys(tenant)).toEqual(keys)
    await saveGatewayKeys(tenant, newKeys)
    vi.setSystemTime(Date.now() + 299_000)
    expect(await loadGatewayKeys(tenant)).toEqual(keys)
    vi.setSystemTime(Date.now() + 2_000)
    expect(await loadGatewayKeys(tenant)).toEqual(newKeys)
    expect(inputsOf(DecryptCommand)).toHaveLength(2)
  })

  test('is found as soon as it is saved, because a missing one is not cached', async () => {
    const tenant = newTenant()
    expect(await loadGatewayKeys(tenant)).toBeNull()
    await saveGatewayKeys(tenant, keys)
    expect(await loadGatewayKeys(tenant)).toEqual(keys)
  })

  test('is removed from the table, from Secrets Manager and from the cache', async () => {
    const tenant = newTenant()
    await saveGatewayKeys(tenant, keys)
    await loadGatewayKeys(tenant)
    await removeGatewayKeys(tenant)
    expect(await rawRowsOf(tenant.account)).toEqual([])
    expect(deletions()).toEqual([{ SecretId: nameOf(tenant), ForceDeleteWithoutRecovery: true }])
    expect(await loadGatewayKeys(tenant)).toBeNull()
  })

  test('of more than 4 KB, or of a stage without a key, is not saved', async () => {
    const tenant = newTenant()
    await expect(saveGatewayKeys(tenant, { ...keys, apiKey: 'x'.repeat(4096) })).rejects.toThrow(
      'A secret has at most 4096 bytes.',
    )
    vi.stubEnv('SECRETS_KEY', '')
    await expect(saveGatewayKeys(tenant, keys)).rejects.toThrow('The stack of prod has no key for secrets')
    expect(await rawRowsOf(tenant.account)).toEqual([])
  })
})

describe('a ciphertext', () => {
  const copyTo = async (tenant: Tenant, changes: Partial<Tenant> & { id?: string }) => {
    const row = { ...(await rowOf(tenant)), ...changes }
    await SecretRow.put(row).go()
    return row
  }
  const unreadable = /^A secret of gateways of \d+ (Test|Live) cannot be decrypted/

  test('that is copied to another account or mode cannot be decrypted', async () => {
    const [tenant, other] = [newTenant(), newTenant()]
    await saveGatewayKeys(tenant, keys)
    await copyTo(tenant, { account: other.account })
    await copyTo(tenant, { mode: 'Live' })
    await expect(loadGatewayKeys(other)).rejects.toThrow(unreadable)
    await expect(loadGatewayKeys({ ...tenant, mode: 'Live' })).rejects.toThrow(unreadable)
    expect(await loadGatewayKeys(tenant)).toEqual(keys)
  })

  test('of another stage or another key cannot be decrypted', async () => {
    const tenant = newTenant()
    await saveGatewayKeys(tenant, keys)
    vi.stubEnv('STAGE', 'staging')
    await expect(loadGatewayKeys(tenant)).rejects.toThrow(unreadable)
    vi.stubEnv('STAGE', 'prod')
    vi.stubEnv('SECRETS_KEY', testKey.replaceAll('5', '6'))
    await expect(loadGatewayKeys(tenant)).rejects.toThrow(unreadable)
  })

  test.each([
    ['changed', (text: string) => `${text.slice(0, -8)}AAAAAAAA`],
    ['cut', (text: string) => text.slice(0, 40)],
    ['not base64', () => '%'],
  ])('that was %s cannot be decrypted, and no error contains a part of it', async (_, damage) => {
    const tenant = newTenant()
    await saveGatewayKeys(tenant, keys)
    const { ciphertext } = await rowOf(tenant)
    await SecretRow.patch(keyOf(tenant))
      .set({ ciphertext: damage(ciphertext) })
      .go()
    const error = await loadGatewayKeys(tenant).catch((reason: Error) => reason)
    expect(error).toMatchObject({ message: expect.stringMatching(unreadable) })
    expect(String((error as Error).stack)).not.toContain(ciphertext.slice(0, 40))
  })

  test('is never replaced by what is in Secrets Manager', async () => {
    const tenant = newTenant()
    isManaged(tenant, newKeys)
    await saveGatewayKeys(tenant, keys)
    expect(await loadGatewayKeys(tenant)).toEqual(keys)
    await SecretRow.patch(keyOf(tenant)).set({ ciphertext: 'AAAA' }).go()
    expireCache()
    await expect(loadGatewayKeys(tenant)).rejects.toThrow(unreadable)
  })
})

describe('while KMS fails', () => {
  const failure = (name: string) =>
    new KMSServiceException({ name, message: `${name}.`, $fault: 'client', $metadata: { httpStatusCode: 400 } })

  test.each([
    ['is throttled', failure('ThrottlingException')],
    ['has an internal error', new KMSInternalException({ message: 'KMSInternalException.', $metadata: {} })],
    ['denies access', failure('AccessDeniedException')],
    ['has disabled the key', new DisabledException({ message: 'DisabledException.', $metadata: {} })],
    ['does not answer', Object.assign(new Error('TimeoutError.'), { name: 'TimeoutError' })],
  ])('or %s, a secret is an error instead of missing, and is read again by the next request', async (_, fault) => {
    const tenant = newTenant()
    isManaged(tenant, newKeys)
    await saveGatewayKeys(tenant, keys)
    kms.on(DecryptCommand).rejects(fault)
    await expect(loadGatewayKeys(tenant)).rejects.toThrow(fault)
    resetKms(kms)
    expect(await loadGatewayKeys(tenant)).toEqual(keys)
  })

  test('a cached secret is still used', async () => {
    const tenant = newTenant()
    await saveGatewayKeys(tenant, keys)
    await loadGatewayKeys(tenant)
    kms.on(DecryptCommand).rejects(failure('ThrottlingException'))
    expect(await loadGatewayKeys(tenant)).toEqual(keys)
  })

  test('nothing is saved, and the earlier secret stays', async () => {
    const tenant = newTenant()
    await saveGatewayKeys(tenant, keys)
    kms.on(EncryptCommand).rejects(failure('AccessDeniedException'))
    await expect(saveGatewayKeys(tenant, newKeys)).rejects.toThrow('AccessDeniedException')
    resetKms(kms)
    expect(await loadGatewayKeys(tenant)).toEqual(keys)
  })
})

describe('a secret in Secrets Manager', () => {
  const deletedSecret = new InvalidRequestException({
    message: "You can't perform this operation on the secret because it was marked for deletion.",
    $metadata: {},
  })

  test('is used until it is moved', async () => {
    const tenant = newTenant()
    isManaged(tenant)
    expect(await loadGatewayKeys(tenant)).toEqual(keys)
    expect(await rawRowsOf(tenant.account)).toEqual([])
  })

  test('is moved to the table, and can be restored for 30 days', async () => {
    const tenant = newTenant()
    isManaged(tenant)
    expect(await moveKeysToTable(tenant)).toBe(true)
    expect(deletions()).toEqual([{ SecretId: nameOf(tenant), RecoveryWindowInDays: 30 }])
    secretsManager.on(GetSecretValueCommand, { SecretId: nameOf(tenant) }).rejects(deletedSecret)
    expect(await loadGatewayKeys(tenant)).toEqual(keys)
    expect(await moveKeysToTable(tenant)).toBe(false)
  })

  test('does not replace a row that was saved since the deployment', async () => {
    const tenant = newTenant()
    isManaged(tenant)
    await saveGatewayKeys(tenant, newKeys)
    expect(await moveKeysToTable(tenant)).toBe(true)
    expect(await loadGatewayKeys(tenant)).toEqual(newKeys)
  })

  test('stays if it cannot be encrypted', async () => {
    const tenant = newTenant()
    isManaged(tenant)
    kms.on(EncryptCommand).rejects(new Error('AccessDenied'))
    await expect(moveKeysToTable(tenant)).rejects.toThrow('AccessDenied')
    expect(deletions()).toEqual([])
  })

  test('is found by a request that reads while the secret is moved', async () => {
    const tenant = newTenant()
    secretsManager.on(GetSecretValueCommand, { SecretId: nameOf(tenant) }).callsFake(async () => {
      await saveGatewayKeys(tenant, keys)
      throw deletedSecret
    })
    expect(await loadGatewayKeys(tenant)).toEqual(keys)
  })

  test('is an error if it cannot be read', async () => {
    secretsManager.on(GetSecretValueCommand).rejects(new Error('AccessDenied'))
    await expect(loadGatewayKeys(newTenant())).rejects.toThrow('AccessDenied')
    secretsManager
      .on(GetSecretValueCommand)
      .rejects(new InvalidRequestException({ message: 'A parameter is invalid.', $metadata: {} }))
    await expect(loadGatewayKeys(newTenant())).rejects.toThrow('A parameter is invalid.')
  })

  test('of another stage, or of another store, is not used', async () => {
    const tenant = newTenant()
    isManaged(tenant)
    expect(await loadGatewayKeys(newTenant())).toBeNull()
    vi.stubEnv('STAGE', 'staging')
    expect(await loadGatewayKeys(tenant)).toBeNull()
  })
})
