import { expect, test } from 'vitest'
import { newTenant, otherMode } from '../support/store.ts'
import { full, get, made, nobodysId } from './samples.ts'

test('responds with 304 when If-None-Match has the current ETag', async () => {
  const tenant = await newTenant()
  const { id, etag } = await made(tenant, full)
  expect(await get(tenant, id, { 'If-None-Match': etag })).toMatchObject({ status: 304, body: '' })
  expect(await get(tenant, id, { 'If-None-Match': '"another"' })).toMatchObject({
    status: 200,
    headers: { ETag: etag },
    body: { Id: id, ...full },
  })
})

test('finds a method by its id in upper case', async () => {
  const tenant = await newTenant()
  const { id } = await made(tenant)
  expect(await get(tenant, id.toUpperCase())).toMatchObject({ status: 200, body: { Id: id } })
})

test.each([nobodysId, 'letter', '', '%', '../discounts', `${nobodysId}0`, 'x'.repeat(10_000), '\u0000'])(
  'responds with 404 to the id %j',
  async id => {
    expect(await get(await newTenant(), id)).toMatchObject({ status: 404, body: { code: 'not_found' } })
  },
)

test('does not find methods of the other mode or another account', async () => {
  const tenant = await newTenant()
  const { id } = await made(tenant)
  for (const stranger of [otherMode(tenant), await newTenant()])
    expect((await get(stranger, id)).status).toBe(404)
})
