import { expect, test } from 'vitest'
import * as discounts from '../../lib/discounts/index.ts'
import { call, newTenant } from '../support/store.ts'
import { code } from './samples.ts'

test('returns an empty array for a new store', async () => {
  expect(await call('discounts.list', await newTenant())).toMatchObject({ status: 200, body: [] })
})

test('lists discounts in the order they were created, including archived ones', async () => {
  const tenant = await newTenant()
  for (const name of ['A', 'B', 'C']) await call('discounts.create', tenant, { body: code(name) })
  const [first] = (await call('discounts.list', tenant)).body
  await call('discounts.update', tenant, { params: { id: first.id }, body: { ...code('A'), archived: true } })
  const { body } = await call('discounts.list', tenant)
  expect(body.map((discount: { code: string }) => discount.code)).toEqual(['A', 'B', 'C'])
})

test('returns a thousand entries and a link to the rest', { tags: ['long'] }, async () => {
  const tenant = await newTenant()
  const ids = Array.from({ length: 1003 }, (_, n) => `01980000-0000-7000-8000-${String(n).padStart(12, '0')}`)
  const body = { name: 'One of many', trigger: 'Total', type: 'FixedAmount', amount: 1 } as const
  for (let n = 0; n < ids.length; n += 50)
    await Promise.all(ids.slice(n, n + 50).map(id => discounts.create(tenant, { id, body, currency: 'EUR' })))
  const first = await call('discounts.list', tenant, { query: { unknown: 'ignored' } })
  expect(first.body).toHaveLength(1000)
  const link = /^<([^>]+)>; rel="next"$/.exec(first.headers.Link!)![1]!
  const { pathname, searchParams } = new URL(link, 'http://api.example')
  expect(pathname).toBe('/test/discounts')
  const rest = await call('discounts.list', tenant, { query: Object.fromEntries(searchParams) })
  expect(rest.headers.Link).toBeUndefined()
  expect([...first.body, ...rest.body].map((discount: { id: string }) => discount.id)).toEqual(ids)
})
