import { expect, test } from 'vitest'
import { newTenant } from '../support/store.ts'
import { createMethod, get } from './samples.ts'

test('finds a method by its id in upper case', async () => {
  const tenant = await newTenant()
  const { id } = await createMethod(tenant)
  expect(await get(tenant, id.toUpperCase())).toMatchObject({ status: 200, body: { Id: id } })
})
