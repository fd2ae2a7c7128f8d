import { expect, test } from 'vitest'
import * as shipping from '../../lib/shipping/index.ts'
import { NewShippingMethod } from '../../lib/shipping/schemas.ts'
import { call, newTenant } from '../support/store.ts'
import { create, flat, full, get, list } from './samples.ts'

test('returns an empty array for a new store', async () => {
  expect(await list(await newTenant())).toMatchObject({ status: 200, body: [] })
})

test('lists methods in the order they were created, in the form of GET', async () => {
  const tenant = await newTenant()
  for (const name of ['C', 'A', 'B']) await create(tenant, { ...full, name })
  const { body } = await list(tenant)
  expect(body.map((method: { name: string }) => method.name)).toEqual(['C', 'A', 'B'])
  for (const method of body) expect((await get(tenant, method.Id)).body).toEqual(method)
})

test('returns a thousand entries and a link to the rest', { tags: ['long'] }, async () => {
  const tenant = await newTenant()
  const ids = Array.from({ length: 1003 }, (_, n) => `01980000-0000-7000-8000-${String(n).padStart(12, '0')}`)
  const method = NewShippingMethod.parse(flat)
  for (let n = 0; n < ids.length; n += 50)
    await Promise.all(ids.slice(n, n + 50).map(id => shipping.create(tenant, { id, body: method, currency: 'EUR' })))
  const first = await list(tenant)
  expect(first.body).toHaveLength(1000)
  const link = /^<([^>]+)>; rel="next"$/.exec(first.headers.Link!)![1]!
  const { pathname, searchParams } = new URL(link, 'http://api.example')
  expect(pathname).toBe('/test/shipping_methods')
  const rest = await call('shipping.list', tenant, { query: Object.fromEntries(searchParams) })
  expect(rest.headers.Link).toBeUndefined()
  expect([...first.body, ...rest.body].map((method: { Id: string }) => method.Id)).toEqual(ids)
})
