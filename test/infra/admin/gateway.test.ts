import { spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'
import { describe, expect, test, vi } from 'vitest'
import { enteredKeys } from '../../../infra/admin/gateway.ts'
import { loadGatewayKeys } from '../../../lib/payments/gateway-keys.ts'
import { newTenant } from '../../support/store.ts'
import { newDirectory } from '../../support/temporary.ts'

const options = { account: 1001 as never, mode: 'Test', keyStdin: true, webhookSecretStdin: true } as const

describe('standard input', () => {
  test('has the key, the secret, or both in this order', () => {
    const keys = { apiKey: 'rk_test_1', webhookSecret: 'whsec_1' }
    expect(enteredKeys(' rk_test_1 \r\nwhsec_1\n', options)).toEqual(keys)
    expect(enteredKeys('rk_test_1', { ...options, webhookSecretStdin: false })).toEqual({
      apiKey: 'rk_test_1',
    })
    expect(enteredKeys('whsec_1\n', { ...options, keyStdin: false })).toEqual({ webhookSecret: 'whsec_1' })
  })

  test.each([
    ['', 'Standard input must have two lines: the key and the secret.'],
    ['sk_test_secret', 'Standard input must have two lines: the key and the secret.'],
    ['sk_live_secret\nwhsec_1', 'for mode Test begins with sk_test_ or rk_test_.'],
    ['pk_test_secret\nwhsec_1', 'for mode Test begins with sk_test_ or rk_test_.'],
    ['whsec_1\nsk_test_secret', 'for mode Test begins with sk_test_ or rk_test_.'],
    ['sk_test_secret\nsk_test_secret', 'begins with whsec_.'],
  ])('%j is rejected without repeating it', (input, message) => {
    expect(() => enteredKeys(input, options)).toThrow(message)
    expect(() => enteredKeys(input, options)).not.toThrow('secret\n')
    expect(() => enteredKeys(input, options)).not.toThrow('_secret')
  })

  test('of Live mode has a live key', () => {
    const live = { ...options, mode: 'Live', webhookSecretStdin: false } as const
    expect(enteredKeys('sk_live_1', live)).toEqual({ apiKey: 'sk_live_1' })
    expect(() => enteredKeys('sk_test_1', live)).toThrow('sk_live_ or rk_live_.')
  })
})

/** Runs `store gateway set` in a process of its own, as it reads standard input. */
async function set(line: string, input: string) {
  const args = ['infra/admin/store.ts', 'gateway', 'set', ...line.split(' ')]
  const child = spawn(process.execPath, args, { env: { ...process.env, STAGE: undefined } })
  child.stdin.end(input)
  const exited = new Promise(resolve => child.on('close', resolve))
  const [output, errors] = await Promise.all([text(child.stdout), text(child.stderr)])
  return { exitCode: await exited, output, errors }
}

test('stores the key, then the secret of the webhook, and prints neither', { tags: ['long'] }, async () => {
  const directory = newDirectory()
  vi.stubEnv('GATEWAY_KEYS_DIR', `${directory}/gateway-keys`)
  const tenant = await newTenant()
  const command = `--account ${tenant.account} --mode test --data ${directory}`
  expect(await set(`${command} --webhook-secret-stdin`, 'whsec_1')).toMatchObject({
    exitCode: 1,
    errors: 'The store has no key in this mode yet: set it first, with --key-stdin.\n',
  })
  const first = await set(`${command} --key-stdin`, 'sk_test_1\n')
  expect(first).toMatchObject({ exitCode: 0, errors: '' })
  expect(first.output).toContain(`store account set --account ${tenant.account} --gateway-test stripe`)
  expect(first.output).toContain(`/payments/webhooks/stripe/${tenant.account}/Test`)
  expect(await loadGatewayKeys(tenant)).toEqual({ apiKey: 'sk_test_1', webhookSecret: null })
  const second = await set(`${command} --webhook-secret-stdin --json`, 'whsec_1\n')
  expect(JSON.parse(second.output)).toEqual({
    ...{ account: tenant.account, mode: 'Test', gateway: 'sandbox', hasWebhookSecret: true },
  })
  expect(await loadGatewayKeys(tenant)).toEqual({ apiKey: 'sk_test_1', webhookSecret: 'whsec_1' })
  expect(first.output + second.output).not.toMatch(/sk_test_1|whsec_1/)
  vi.unstubAllEnvs()
})
