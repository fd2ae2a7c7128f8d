import { expect, test } from 'vitest'
import { newTenant } from '../support/store.ts'
import { createMethod, get, unknownId } from './samples.ts'

test('finds a method by its id in upper case', async () => {
  const tenant = await newTenant()
  const { id } = await createMethod(tenant)
  expect(await get(tenant, id.toUpperCase())).toMatchObject({ status: 200, body: { Id: id } })
})

test.each([unknownId, 'letter', '', '%', '../discounts', `${unknownId}0`, 'x'.repeat(10_000), '\u0000'])(
  'returns 404 for the id %j',
  async id => {
    expect(await get(await newTenant(), id)).toMatchObject({ status: 404, body: { code: 'not_found' } })
  },
)
