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
