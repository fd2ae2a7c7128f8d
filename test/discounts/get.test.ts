import { expect, test } from 'vitest'
import { call, newTenant } from '../support/store.ts'
import { code } from './samples.ts'

test('finds a discount by its id in upper case', async () => {
  const tenant = await newTenant()
  const { body } = await call('discounts.create', tenant, { body: code('A') })
  expect(await call('discounts.get', tenant, { params: { id: body.id.toUpperCase() } })).toMatchObject({
    status: 200,
    body,
  })
})

test.each([
  '01980000-0000-7000-8000-00000000ffff',
  'SUMMER',
  '',
  ' ',
  '%',
  '../discounts',
  'x'.repeat(10_000),
  '\u0000',
])('returns 404 for the id %j', async id => {
  const reply = await call('discounts.get', await newTenant(), { params: { id } })
  expect(reply).toMatchObject({ status: 404, body: { code: 'not_found' } })
})
