import { hash } from 'node:crypto'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { handler } from '../../functions/authorizer.ts'
import * as accounts from '../../lib/accounts/index.ts'
import type { AccountId, Tenant } from '../../lib/core/tenant.ts'
import { features } from '../../lib/core/tenant.ts'
import { KeyRow } from '../../lib/keys/entity.ts'
import * as keys from '../../lib/keys/index.ts'
import { client } from '../../lib/store/client.ts'
import { around, throttled } from '../support/fault-injection.ts'
import { kindOf, rawRowsOf } from '../support/raw-rows.ts'
import { call, contextFor, newTenant } from '../support/store.ts'

const methodArn = 'arn:aws:execute-api:eu-west-1:123456789012:abc123/prod/PUT/discounts/x%2Fy'
const wholeApi = 'arn:aws:execute-api:eu-west-1:123456789012:abc123/prod/*'

const authorize = (authorizationToken: string) =>
  handler({ type: 'TOKEN', authorizationToken, methodArn }, contextFor())
const base64 = (text: string | Buffer) => Buffer.from(text).toString('base64')

/** Expects that the header is rejected. API Gateway replies 401 only to an error with this message. */
const requireRejection = (header: string) => expect(authorize(header)).rejects.toThrow(/^Unauthorized$/)

test('allows a valid key to call the whole API, and returns its account, mode, currency, features and scope', async () => {
  const tenant = await newTenant('Live')
  const { secret, id } = await keys.issue(tenant)
  expect(await authorize(`Basic ${base64(`${secret}:`)}`)).toEqual({
    principalId: id,
    policyDocument: {
      Version: '2012-10-17',
      Statement: [{ Action: 'execute-api:Invoke', Effect: 'Allow', Resource: [wholeApi] }],
    },
    context: { ...tenant, enabled: true, currency: 'EUR', features: features.join(), scope: 'all' },
  })
})

test('allows a key with a scope all requests of the scope, as the policy is cached, and no others', async () => {
  const { secret } = await keys.issue({ ...(await newTenant()), scope: 'read' })
  const { policyDocument } = await authorize(`Basic ${base64(secret)}`)
  expect(policyDocument.Statement).toEqual([
    { Action: 'execute-api:Invoke', Effect: 'Allow', Resource: [wholeApi.replace('*', 'GET/*')] },
  ])
})

test('allows a key without a stored scope to call the whole API, as keys had none before', async () => {
  const tenant = await newTenant()
  const { secret } = await keys.issue(tenant)
  await KeyRow.patch({ hash: hash('sha256', secret) })
    .remove(['scope'])
    .go()
  const { policyDocument } = await authorize(`Basic ${base64(secret)}`)
  expect(policyDocument.Statement).toMatchObject([{ Effect: 'Allow', Resource: [wholeApi] }])
  expect(await keys.list(tenant.account)).toMatchObject([{ scope: 'all' }])
})

test.each<[string, (secret: string) => string]>([
  ['the user name', secret => `Basic ${base64(`${secret}:`)}`],
  ['the user name, with a password', secret => `Basic ${base64(`${secret}:pass:word`)}`],
  ['the credentials, without a colon', secret => `Basic ${base64(secret)}`],
  ['the password of an empty user name', secret => `Basic ${base64(`:${secret}`)}`],
  ['a line of a file', secret => `Basic ${base64(`${secret}\n`)}`],
  ['a user name without padding', secret => `Basic ${base64(`${secret}:`).replace(/=+$/, '')}`],
  ['a user name under BASIC', secret => `BASIC ${base64(`${secret}:`)}`],
  ['a user name under basic', secret => `basic ${base64(`${secret}:`)}`],
  ['a user name between spaces', secret => ` Basic   ${base64(`${secret}:`)} `],
])('accepts a key as %s', async (_, header) => {
  const tenant = await newTenant()
  const { secret } = await keys.issue(tenant)
  expect(await authorize(header(secret))).toMatchObject({ context: tenant })
})

const withoutLastCharacter = (secret: string) => secret.slice(0, -1)
const withOtherLastCharacter = (secret: string) => withoutLastCharacter(secret) + (secret.endsWith('0') ? '1' : '0')

test.each<[string, (secret: string) => string]>([
  ['another scheme', secret => `Bearer ${secret}`],
  ['another scheme, in base64', secret => `Bearer ${base64(`${secret}:`)}`],
  ['no scheme', secret => base64(`${secret}:`)],
  ['not base64', secret => `Basic ${secret}`],
  ['random characters', () => 'Basic !!!%%%===='],
  ['nothing', () => ''],
  ['the scheme alone', () => 'Basic'],
  ['the scheme and a space', () => 'Basic '],
  ['an empty user name and password', () => `Basic ${base64(':')}`],
  ['bytes that are not UTF-8', () => `Basic ${base64(Buffer.from([0xff, 0xfe, 0xc3, 0x28, 0x00]))}`],
  [
    'a key after bytes that are not UTF-8',
    secret => `Basic ${base64(Buffer.concat([Buffer.from([0xff]), Buffer.from(secret)]))}`,
  ],
  ['a key as the password of another user name', secret => `Basic ${base64(`user:${secret}`)}`],
  ['two values', secret => `Basic ${base64(`${secret}:`)} ${base64(`${secret}:`)}`],
  ['a very long header', () => `Basic ${base64('x'.repeat(100_000))}`],
  ['a very long header of spaces', () => `Basic ${' '.repeat(100_000)}x y`],
  ['a key with a wrong checksum', secret => `Basic ${base64(withOtherLastCharacter(secret))}`],
  ['a truncated key', secret => `Basic ${base64(withoutLastCharacter(secret))}`],
  ['a key in upper case', secret => `Basic ${base64(secret.toUpperCase())}`],
  ['the hash of a key', () => `Basic ${base64('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad')}`],
])('rejects %s', async (_, header) => {
  const { secret } = await keys.issue(await newTenant())
  await requireRejection(header(secret))
})

test('allows the key of a disabled account, for which endpoints return 403', async () => {
  const tenant = await newTenant()
  const { secret } = await keys.issue(tenant)
  await accounts.update(tenant.account, { enabled: false })
  const { context } = await authorize(`Basic ${base64(secret)}`)
  expect(context).toEqual({ ...tenant, enabled: false, currency: 'EUR', features: features.join(), scope: 'all' })
  const reply = await call('discounts.list', { ...tenant, enabled: Boolean(context?.enabled) })
  expect(reply).toMatchObject({ status: 403, body: { code: 'account_disabled' } })
  await accounts.update(tenant.account, { enabled: true })
  expect(await authorize(`Basic ${base64(secret)}`)).toMatchObject({ context: { enabled: true } })
})

const commands: string[] = []

beforeEach(() => {
  client.middlewareStack.add(
    (next, { commandName }) =>
      async args => {
        commands.push(String(commandName))
        return next(args)
      },
    { step: 'initialize', name: 'record-commands' },
  )
})
afterEach(() => {
  vi.useRealTimers()
  client.middlewareStack.remove('record-commands')
})

/** Returns the last use that the list of keys shows for the key of the store. */
const lastUseOf = async ({ account }: Tenant) => (await keys.list(account as AccountId))[0]?.lastUsedOn

test('records the last use of a key once an hour, and of a revoked one never', async () => {
  const tenant = await newTenant()
  const { secret, id } = await keys.issue(tenant)
  expect(await lastUseOf(tenant)).toBeNull()
  const first = new Date('2026-11-22T10:00:00.000Z')
  const uses = [0, 59.9, 60.1, 90, 121].map(minutes => new Date(first.getTime() + minutes * 60_000))
  const recorded = []
  for (const now of uses) {
    vi.useFakeTimers({ toFake: ['Date'], now })
    commands.length = 0
    await authorize(`Basic ${base64(secret)}`)
    recorded.push([await lastUseOf(tenant), commands.includes('UpdateItemCommand')])
  }
  expect(recorded).toEqual([
    ['2026-11-22T10:00:00.000Z', true],
    ['2026-11-22T10:00:00.000Z', false],
    ['2026-11-22T11:00:06.000Z', true],
    ['2026-11-22T11:00:06.000Z', false],
    ['2026-11-22T12:01:00.000Z', true],
  ])
  await keys.revoke(tenant.account, id)
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-23T10:00:00.000Z') })
  await requireRejection(`Basic ${base64(secret)}`)
  expect(await lastUseOf(tenant)).toBe('2026-11-22T12:01:00.000Z')
})

test('writes no other attribute of the key than its last use, and accepts a key if that fails', async () => {
  const tenant = await newTenant()
  const { secret } = await keys.issue(tenant)
  const [before] = (await rawRowsOf(tenant.account)).filter(row => kindOf(row) === 'key')
  const restore = around((command, request) =>
    command === 'UpdateItemCommand' ? Promise.reject(throttled()) : request(),
  )
  expect(await authorize(`Basic ${base64(secret)}`)).toMatchObject({ context: tenant })
  restore()
  await authorize(`Basic ${base64(secret)}`)
  const [after] = (await rawRowsOf(tenant.account)).filter(row => kindOf(row) === 'key')
  expect(after).toEqual({ ...before, lastUsedOn: expect.any(String) })
})

async function commandsFor(header: string): Promise<string[]> {
  commands.length = 0
  await authorize(header).catch(() => {})
  return [...commands]
}

test('reads the same number of rows for valid and invalid keys', async () => {
  const tenant = await newTenant()
  const [good, revoked] = [await keys.issue(tenant), await keys.issue(tenant)]
  await keys.revoke(tenant.account, revoked.id)
  const expired = await keys.issue({ ...tenant, expires: new Date(Date.now() + 50).toISOString() })
  await new Promise(resolve => setTimeout(resolve, 60))
  await authorize(`Basic ${base64(good.secret)}`)
  const secrets = [good.secret, revoked.secret, expired.secret, withOtherLastCharacter(good.secret), 'no key']
  /** The authorizer reads three rows: the key, its account, and the maintenance. */
  const reads = ['GetItemCommand', 'GetItemCommand', 'GetItemCommand']
  for (const secret of secrets) expect(await commandsFor(`Basic ${base64(secret)}`)).toEqual(reads)
  expect(await commandsFor(`Bearer ${good.secret}`)).toEqual(reads)
})
