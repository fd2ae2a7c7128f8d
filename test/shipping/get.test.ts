import { expect, test } from 'vitest'
import { newTenant, otherMode } from '../support/store.ts'
import { createMethod, full, get, unknownId } from './samples.ts'

test('returns 304 when If-None-Match has the current ETag', async () => {
  const tenant = await newTenant()
  const { id, etag } = await createMethod(tenant, full)
  expect(await get(tenant, id, { 'If-None-Match': etag })).toMatchObject({ status: 304, body: '' })
  expect(await get(tenant, id, { 'If-None-Match': '"another"' })).toMatchObject({
    status: 200,
    headers: { ETag: etag },
    body: { Id: id, ...full },
  })
})

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

test('does not find methods of the other mode or another account', async () => {
  const tenant = await newTenant()
  const { id } = await createMethod(tenant)
  for (const other of [otherMode(tenant), await newTenant()]) expect((await get(other, id)).status).toBe(404)
})
