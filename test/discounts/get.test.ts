import { expect, test } from 'vitest'
import { call, newTenant, otherMode } from '../support/store.ts'
import { code } from './samples.ts'

test('responds with 304 when If-None-Match has the current ETag', async () => {
  const tenant = await newTenant()
  const { body, headers } = await call('discounts.create', tenant, { body: code('A') })
  const getWith = (tag: string) =>
    call('discounts.get', tenant, { params: { id: body.id }, headers: { 'if-none-match': tag } })
  expect(await getWith(headers.ETag!)).toMatchObject({ status: 304, body: '' })
  expect(await getWith(`"other", W/${headers.ETag}`)).toMatchObject({ status: 304 })
  expect(await getWith('*')).toMatchObject({ status: 304 })
  expect(await getWith('"other"')).toMatchObject({ status: 200, body })
})

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

test('does not find discounts of the other mode or another account', async () => {
  const tenant = await newTenant()
  const { body } = await call('discounts.create', tenant, { body: code('A') })
  for (const other of [otherMode(tenant), await newTenant()])
    expect((await call('discounts.get', other, { params: { id: body.id } })).status).toBe(404)
})
