import { spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { parseEnteredStripeKeys } from '../../../infra/admin/payment-keys.ts'
import { runStoreCommandLine } from '../../../infra/admin/store-command-line.ts'
import { log } from '../../../lib/core/log.ts'
import type { Tenant } from '../../../lib/core/tenant.ts'
import { OperationRow } from '../../../lib/payments/entity.ts'
import { loadGatewayKeys } from '../../../lib/payments/gateway-keys.ts'
import { type Operation, readOperations } from '../../../lib/payments/operations.ts'
import { StripeModel } from '../../payments/stripe-model.ts'
import { paidOrder, refund } from '../../support/payments.ts'
import { type } from '../../support/standard-input.ts'
import { newTenant } from '../../support/store.ts'
import { newDirectory } from '../../support/temporary.ts'

const options = { account: 1001 as never, mode: 'Test', keyStdin: true, webhookSecretStdin: true } as const

describe('standard input', () => {
  test('has the key, the secret, or both in this order', () => {
    const keys = { apiKey: 'rk_test_1', webhookSecret: 'whsec_1' }
    expect(parseEnteredStripeKeys(' rk_test_1 \r\nwhsec_1\n', options)).toEqual(keys)
    expect(parseEnteredStripeKeys('rk_test_1', { ...options, webhookSecretStdin: false })).toEqual({
      apiKey: 'rk_test_1',
    })
    expect(parseEnteredStripeKeys('whsec_1\n', { ...options, keyStdin: false })).toEqual({ webhookSecret: 'whsec_1' })
  })

  test.each([
    ['', 'Standard input must have two lines: the key and the secret.'],
    ['sk_test_secret', 'Standard input must have two lines: the key and the secret.'],
    ['sk_live_secret\nwhsec_1', 'for mode Test begins with sk_test_ or rk_test_.'],
    ['pk_test_secret\nwhsec_1', 'for mode Test begins with sk_test_ or rk_test_.'],
    ['whsec_1\nsk_test_secret', 'for mode Test begins with sk_test_ or rk_test_.'],
    ['sk_test_secret\nsk_test_secret', 'begins with whsec_.'],
  ])('%j is rejected without repeating it', (input, message) => {
    expect(() => parseEnteredStripeKeys(input, options)).toThrow(message)
    expect(() => parseEnteredStripeKeys(input, options)).not.toThrow('secret\n')
    expect(() => parseEnteredStripeKeys(input, options)).not.toThrow('_secret')
  })

  test('of Live mode has a live key', () => {
    const live = { ...options, mode: 'Live', webhookSecretStdin: false } as const
    expect(parseEnteredStripeKeys('sk_live_1', live)).toEqual({ apiKey: 'sk_live_1' })
    expect(() => parseEnteredStripeKeys('sk_test_1', live)).toThrow('sk_live_ or rk_live_.')
  })
})

/** Runs `store gateway set` in a process of its own, because the command reads standard input. */
async function set(line: string, input: string) {
  const args = ['infra/admin/store-command-line.ts', 'gateway', 'set', ...line.split(' ')]
  const child = spawn(process.execPath, args, { env: { ...process.env, STAGE: undefined } })
  child.stdin.end(input)
  const exited = new Promise(resolve => child.on('close', resolve))
  const [output, errors] = await Promise.all([text(child.stdout), text(child.stderr)])
  return { exitCode: await exited, output, errors }
}

let stripe: StripeModel
beforeEach(async () => {
  stripe = await new StripeModel().start()
})
afterEach(() => {
  stripe.close()
  vi.restoreAllMocks()
})

test('stores the key, then the secret of the webhook, and prints neither', { tags: ['long'] }, async () => {
  const directory = newDirectory()
  vi.stubEnv('GATEWAY_KEYS_DIR', `${directory}/gateway-keys`)
  const tenant = await newTenant()
  const command = `--account ${tenant.account} --mode test --data ${directory}`
  expect(await set(`${command} --webhook-secret-stdin`, 'whsec_1')).toMatchObject({
    exitCode: 1,
    errors: 'The store has no key in this mode yet: set it first, with --key-stdin.\n',
  })
  const first = await set(`${command} --key-stdin`, 'sk_test_A1\n')
  expect(first).toMatchObject({ exitCode: 0, errors: '' })
  expect(first.output).toContain(
    `Next: npm run store -- account set --account ${tenant.account} --gateway-test stripe --data ${directory}`,
  )
  expect(first.output).toContain(`/payments/webhooks/stripe/${tenant.account}/Test`)
  const stored = { apiKey: 'sk_test_A1', stripeAccount: 'acct_A' }
  expect(await loadGatewayKeys(tenant)).toEqual({ ...stored, webhookSecret: null })
  const second = await set(`${command} --webhook-secret-stdin --json`, 'whsec_1\n')
  expect(JSON.parse(second.output)).toEqual({
    account: tenant.account,
    mode: 'Test',
    gateway: 'sandbox',
    hasWebhookSecret: true,
    stripeAccount: 'acct_A',
    operationsElsewhere: 0,
  })
  expect(await loadGatewayKeys(tenant)).toEqual({ ...stored, webhookSecret: 'whsec_1' })
  expect(first.output + second.output).not.toMatch(/sk_test_A1|whsec_1/)
  const line = `gateway show --account ${tenant.account} --mode test --data ${directory}`
  const shown = await runStoreCommandLine([...line.split(' '), '--json'])
  expect(JSON.parse(shown.output)).toEqual({
    account: tenant.account,
    mode: 'Test',
    gateway: 'sandbox',
    key: '…t_A1',
    hasWebhookSecret: true,
  })
})

describe('a key', () => {
  /** Runs `store` in this process, with the key as standard input. */
  async function setKey({ account, mode }: Tenant, directory: string, apiKey: string) {
    type(apiKey)
    const options = `--account ${account} --mode ${mode} --data ${directory} --key-stdin`
    return runStoreCommandLine(['gateway', 'set', ...options.split(' ')])
  }

  async function newStore() {
    const directory = newDirectory()
    vi.stubEnv('GATEWAY_KEYS_DIR', `${directory}/gateway-keys`)
    return { tenant: await newTenant(), directory }
  }

  test('is stored with its account, also without one if it may not read it', async () => {
    const { tenant, directory } = await newStore()
    expect((await setKey(tenant, directory, 'sk_test_A1')).output).toContain('The keys of acct_A are stored.')
    expect((await setKey(tenant, directory, 'rk_test_A2')).output).toContain('Stripe did not say which account')
    const keys = { apiKey: 'rk_test_A2', stripeAccount: null, webhookSecret: null }
    expect(await loadGatewayKeys(tenant)).toEqual(keys)
  })

  test('that Stripe rejects is not stored', async () => {
    const { tenant, directory } = await newStore()
    stripe.revokedKeys.add('sk_test_A1')
    expect(await setKey(tenant, directory, 'sk_test_A1')).toEqual({
      exitCode: 1,
      output: '',
      errors: 'Stripe rejects this key. Nothing was stored.',
    })
    expect(await loadGatewayKeys(tenant)).toBeNull()
  })

  test('of another account, and another gateway, are set with the number of operations that are under way', async () => {
    vi.spyOn(log, 'warn').mockImplementation(() => {})
    const { tenant, directory } = await newStore()
    const { account } = tenant
    const setGateway = (name: string) => runStoreCommandLine(`account set ${account} --gateway-test ${name}`.split(' '))
    await setKey(tenant, directory, 'sk_test_A1')
    await setGateway(`stripe --data ${directory}`)
    const token = await paidOrder(tenant, { paymentTransactionId: 'pi_A_timeout' })
    for (const amount of [10, 20]) expect((await refund(tenant, token, { amount })).status).toBe(504)
    const [{ request }] = (await readOperations(tenant)) as [Operation]
    await OperationRow.patch({ ...tenant, id: request.id })
      .remove(['gateway'])
      .go()
    const notice = (gateway: string) =>
      `Under way at another gateway (${gateway}): 2. They are completed there, which needs a key of it. To see them: npm run store -- operations list --account ${account} --mode Test --data ${directory}`
    const sameAccount = await setKey(tenant, directory, 'sk_test_A2')
    expect(sameAccount.output).not.toContain('Under way')
    const otherAccount = await setKey(tenant, directory, 'sk_test_B1')
    expect(otherAccount.output).toContain(notice('stripe, acct_A'))
    const inSandbox = await setGateway(`sandbox --data ${directory}`)
    expect(inSandbox.output).toContain(notice('stripe, acct_A'))
  })
})

test('shows that no key is stored', async () => {
  const { account } = await newTenant()
  const { exitCode, output } = await runStoreCommandLine([
    'gateway',
    'show',
    '--account',
    `${account}`,
    '--mode',
    'live',
  ])
  expect(exitCode).toBe(0)
  expect(output).toContain('secret key      - (none is stored)\nwebhook secret  - (none is stored)')
})
