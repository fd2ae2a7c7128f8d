import { expect, test } from 'vitest'
import { newTenant } from '../support/store.ts'
import { allow, get, https, put } from './calls.ts'

const { domain, protocol } = https('shop.example.com')

test('returns the default domain', async () => {
  const tenant = await newTenant()
  await put(tenant, { domain, protocol })
  const reply = await get(tenant)
  expect(reply).toMatchObject({ status: 200, body: { domain, protocol } })
  expect(Object.keys(reply.body)).toEqual(['domain', 'protocol'])
})

test('returns 404 with a message while no default domain is set', async () => {
  const tenant = await newTenant()
  await allow(tenant, [https('shop.example.net')])
  expect(await get(tenant)).toMatchObject({
    status: 404,
    body: { code: 'not_found', message: 'This store has no default domain yet. Set it with `PUT /settings/domain`.' },
  })
})
