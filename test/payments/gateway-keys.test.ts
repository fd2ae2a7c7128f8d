import { statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import * as accounts from '../../lib/accounts/index.ts'
import type { AccountId, GatewayName, Tenant } from '../../lib/core/tenant.ts'
import { loadGatewayKeys, saveGatewayKeys } from '../../lib/payments/gateway-keys.ts'
import { connectGateway } from '../../lib/payments/index.ts'
import { sandbox } from '../../lib/payments/sandbox.ts'
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
