import { hash } from 'node:crypto'
import { afterEach, expect, test, vi } from 'vitest'
import type { AccountId } from '../../lib/core/tenant.ts'
import { KeyRow } from '../../lib/keys/entity.ts'
import * as keys from '../../lib/keys/index.ts'
import { Key } from '../../lib/keys/schemas.ts'
import { newTenant } from '../support/store.ts'

afterEach(() => {
  vi.useRealTimers()
})

/** Sets only the clock. Timers stay real, because the connection to the table needs them. */
const setClock = (time: string) => vi.useFakeTimers({ toFake: ['Date'], now: new Date(time) })

const expiryDate = '2027-08-30T23:59:59.999Z'

test('authenticates a key for its account and mode', async () => {
  const tenant = await newTenant('Live')
  const { secret, id } = await keys.issue(tenant)
  const result = await keys.authenticate(secret)
  expect(result?.key).toMatchObject({ ...tenant, id })
  expect(result?.account).toMatchObject({ account: tenant.account, enabled: true })
})

test('stores the SHA-256 of a key only', async () => {
  const tenant = await newTenant()
  const { secret } = await keys.issue({ ...tenant, name: 'ERP', expires: expiryDate })
  const raw = await KeyRow.get({ hash: hash('sha256', secret) }).go({ data: 'raw' })
  const row: Record<string, unknown> = (raw.data as any).Item
  expect(row).toMatchObject({ pk: `key#${hash('sha256', secret)}`, name: 'ERP', ending: secret.slice(-4) })
  expect(JSON.stringify(row)).not.toContain(secret.slice(8, 51))
})

test('lists keys in the order they were issued, without secrets and hashes', async () => {
  const tenant = await newTenant()
  const issued = []
  for (const name of ['first', 'second', 'third']) issued.push(await keys.issue({ ...tenant, name }))
  const list = await keys.list(tenant.account)
  expect(list).toEqual(issued.map(({ secret: _secret, ...key }) => key))
  for (const key of list) expect(Key.strict().parse(key)).toEqual(key)
})

test('does not list keys of another account', async () => {
  const [own, other] = [await newTenant(), await newTenant()]
  await keys.issue(other)
  expect(await keys.list(own.account)).toEqual([])
})

test('accepts an old and a new key until the old one is revoked', async () => {
  const tenant = await newTenant()
  const [oldKey, newKey] = [await keys.issue(tenant), await keys.issue(tenant)]
  expect(await keys.authenticate(oldKey.secret)).not.toBeNull()
  expect(await keys.authenticate(newKey.secret)).not.toBeNull()
  await keys.revoke(tenant.account, oldKey.id)
  expect(await keys.authenticate(oldKey.secret)).toBeNull()
  expect(await keys.authenticate(newKey.secret)).not.toBeNull()
})

test('accepts a key until it expires', async () => {
  const tenant = await newTenant()
  setClock('2026-08-30T12:00:00.000Z')
  const { secret, state } = await keys.issue({ ...tenant, expires: expiryDate })
  expect(state).toBe('active')
  setClock(expiryDate)
  expect(await keys.authenticate(secret)).not.toBeNull()
  setClock('2027-08-31T00:00:00.000Z')
  expect(await keys.authenticate(secret)).toBeNull()
  expect(await keys.list(tenant.account)).toMatchObject([{ state: 'expired', expires: expiryDate }])
})

test('rejects an expiry date in the past', async () => {
  const tenant = await newTenant()
  setClock('2027-08-31T00:00:00.000Z')
  const pending = keys.issue({ ...tenant, expires: expiryDate })
  await expect(pending).rejects.toMatchObject({ errors: { expires: ['has already passed'] } })
  expect(await keys.list(tenant.account)).toEqual([])
})

test('keeps the date of the first revocation', async () => {
  const tenant = await newTenant()
  const { id } = await keys.issue(tenant)
  const revoked = await Promise.all(Array.from({ length: 10 }, () => keys.revoke(tenant.account, id)))
  const first = revoked[0]?.revokedOn
  expect(first).toEqual(expect.any(String))
  setClock('2090-01-01T00:00:00.000Z')
  const again = await keys.revoke(tenant.account, id)
  expect([...revoked, again].map(key => key.revokedOn)).toEqual(Array(11).fill(first))
  expect(again.state).toBe('revoked')
})

test('revokes a key by its account and full id only', async () => {
  const [own, other] = [await newTenant(), await newTenant()]
  const { id, secret } = await keys.issue(other)
  await expect(keys.revoke(own.account, id)).rejects.toMatchObject({ code: 'not_found' })
  await expect(keys.revoke(other.account, id.slice(0, -1))).rejects.toMatchObject({ code: 'not_found' })
  expect(await keys.authenticate(secret)).not.toBeNull()
})

test('reports an unknown account', async () => {
  await expect(keys.list(1 as AccountId)).rejects.toThrow('There is no account 1.')
  await expect(keys.issue({ account: 1 as AccountId, mode: 'Live' })).rejects.toThrow('There is no account 1.')
})
