import { expect, test } from 'vitest'
import { call, newTenant } from '../support/store.ts'
import { allow, allowed, http, https, put } from './calls.ts'

test('returns an empty array for a new store', async () => {
  expect(await call('domains.list', await newTenant())).toMatchObject({ status: 200, body: [] })
})

test('lists the allowed domains in the order they were added, without the default domain', async () => {
  const tenant = await newTenant()
  await put(tenant, { Domain: 'shop.example.com' })
  await allow(tenant, [https('z.example'), http('m.example')])
  await allow(tenant, [https('a.example')])
  expect(await allowed(tenant)).toEqual([https('z.example'), http('m.example'), https('a.example')])
})
