import { expect, test } from 'vitest'
import { newTenant, otherMode } from '../support/store.ts'
import { full, get, made, nobodysId } from './samples.ts'

test('answers 304 to a caller that has the state already', async () => {
  const tenant = await newTenant()
  const { id, etag } = await made(tenant, full)
  expect(await get(tenant, id, { 'If-None-Match': etag })).toMatchObject({ status: 304, body: '' })
  expect(await get(tenant, id, { 'If-None-Match': '"another"' })).toMatchObject({
    status: 200,
    headers: { ETag: etag },
    body: { Id: id, ...full },
  })
})

test('finds a method by its id in capital letters', async () => {
  const tenant = await newTenant()
  const { id } = await made(tenant)
  expect(await get(tenant, id.toUpperCase())).toMatchObject({ status: 200, body: { Id: id } })
})

test.each([nobodysId, 'letter', '', '%', '../discounts', `${nobodysId}0`, 'x'.repeat(10_000), '\u0000'])(
  'answers 404 to the id %j',
  async id => {
    expect(await get(await newTenant(), id)).toMatchObject({ status: 404, body: { code: 'not_found' } })
  },
)

test("knows neither the other mode's methods nor another account's", async () => {
  const tenant = await newTenant()
  const { id } = await made(tenant)
  for (const stranger of [otherMode(tenant), await newTenant()])
    expect((await get(stranger, id)).status).toBe(404)
})
