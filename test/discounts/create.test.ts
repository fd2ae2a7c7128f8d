import { expect, test } from 'vitest'
import { call, newTenant } from '../kit/store.ts'

const tenOff = { name: 'Ten off', trigger: 'Total', type: 'FixedAmount', amount: 10 }

test('creates a discount that reads back the same', async () => {
  const tenant = await newTenant()
  const made = await call('discounts.create', tenant, { body: tenOff })
  expect(made.status).toBe(200)
  const got = await call('discounts.get', tenant, { params: { id: made.body.id } })
  expect(got).toMatchObject({ status: 200, body: made.body })
  expect(got.headers.ETag).toBe(made.headers.ETag)
})

test('gives one code to one of a hundred discounts that ask for it at once', async () => {
  const tenant = await newTenant()
  const body = { ...tenOff, trigger: 'Code', code: 'ONE' }
  const replies = await Promise.all(
    Array.from({ length: 100 }, () => call('discounts.create', tenant, { body })),
  )
  expect(replies.filter(reply => reply.status === 200)).toHaveLength(1)
  expect(replies.filter(reply => reply.body.code === 'code_in_use')).toHaveLength(99)
  const { body: all } = await call('discounts.list', tenant)
  expect(all).toHaveLength(1)
})
