import { statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DecryptCommand, KMSServiceException } from '@aws-sdk/client-kms'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import * as accounts from '../../lib/accounts/index.ts'
import { log } from '../../lib/core/log.ts'
import type { AccountId, GatewayName, Tenant } from '../../lib/core/tenant.ts'
import { loadGatewayKeys, saveGatewayKeys } from '../../lib/payments/gateway-keys.ts'
import { connectGateway } from '../../lib/payments/index.ts'
import { readOperations } from '../../lib/payments/operations.ts'
import { sandbox } from '../../lib/payments/sandbox.ts'
import { fakeKms, resetKms, testKey } from '../support/fake-kms.ts'
import { paidOrder, refund } from '../support/payments.ts'
import { signatureOf } from '../support/samples.ts'
import { call, newTenant } from '../support/store.ts'
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

describe('while KMS decrypts no key', () => {
  const kms = fakeKms()
  const denied = new KMSServiceException({
    name: 'AccessDeniedException',
    message: 'Not authorized to perform kms:Decrypt.',
    $fault: 'client',
    $metadata: {},
  })
  beforeEach(() => {
    resetKms(kms)
    for (const [name, value] of Object.entries({ GATEWAY_KEYS_DIR: '', SECRETS_KEY: testKey })) vi.stubEnv(name, value)
  })
  afterEach(() => {
    vi.unstubAllEnvs()
    vi.restoreAllMocks()
  })

  async function storeWithStripe() {
    const tenant = await newTenant()
    await accounts.update(tenant.account, { gatewayTest: 'stripe' })
    await saveGatewayKeys(tenant, { apiKey: 'sk_test_hidden', webhookSecret: 'whsec_hidden' })
    return tenant
  }

  test('a refund gets 500 and reserves nothing, and no log has a part of the key', async () => {
    const tenant = await storeWithStripe()
    const token = await paidOrder(tenant)
    kms.on(DecryptCommand).rejects(denied)
    const logged = vi.spyOn(log, 'error').mockImplementation(() => {})
    expect((await refund(tenant, token, { amount: 1 })).status).toBe(500)
    expect(await readOperations(tenant)).toEqual([])
    const lines = JSON.stringify(logged.mock.calls)
    expect(lines).toContain('Not authorized to perform kms:Decrypt.')
    expect(lines).not.toMatch(/hidden|ciphertext/)
  })

  test('a webhook of Stripe gets 500, and is accepted when Stripe sends it again', async () => {
    vi.spyOn(log, 'error').mockImplementation(() => {})
    const tenant = await storeWithStripe()
    const body = JSON.stringify({
      id: 'evt_1',
      object: 'event',
      type: 'customer.created',
      livemode: false,
      created: 1,
      data: { object: {} },
    })
    const params = { account: String(tenant.account), mode: tenant.mode }
    const headers = { 'Stripe-Signature': signatureOf(body, 'whsec_hidden') }
    const send = () => call('webhooks.stripe', tenant, { params, body, headers })
    kms.on(DecryptCommand).rejects(denied)
    expect((await send()).status).toBe(500)
    resetKms(kms)
    expect((await send()).status).toBe(200)
  })
})
