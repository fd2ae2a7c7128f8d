import { expect, test } from 'vitest'
import type { Tenant } from '../../lib/core/tenant.ts'
import { completeOrder, item } from '../support/checkout.ts'
import { newTenant } from '../support/store.ts'
import { products, storeIn } from './calls.ts'

const november = { from: '2026-11-01', to: '2026-11-30' }

const sell = (
  tenant: Tenant,
  completionDate: string,
  lines: [id: string, quantity: number, price: number][],
  currency = 'EUR',
) =>
  completeOrder(tenant, {
    completionDate,
    currency,
    items: lines.map(([id, quantity, price]) => item({ id, quantity, price, name: `The ${id}`, url: `/${id}` })),
  })

const shownIn = ({ items }: any) =>
  items.map((one: any) => [one.userDefinedId, one.units, one.gross, one.previousUnits, one.previousGross])

test('lists the best sellers of local days, beside those of as many days before', async () => {
  const tenant = await storeIn('Europe/Berlin')
  await sell(tenant, '2026-10-31T23:00:00.000Z', [
    ['TEE', 2, 10],
    ['CAP', 5, 3],
  ])
  await sell(tenant, '2026-11-30T22:59:59.999Z', [['TEE', 1, 10]])
  await sell(tenant, '2026-10-31T22:59:59.999Z', [
    ['TEE', 4, 10],
    ['HAT', 9, 9],
  ])
  await sell(tenant, '2026-11-30T23:00:00.000Z', [['HAT', 9, 9]])
  await sell(
    tenant,
    '2026-11-15T12:00:00.000Z',
    [
      ['MUG', 1, 99],
      ['CAP', 1, 99],
    ],
    'USD',
  )
  const { status, body } = await products(tenant, november)
  expect(status).toBe(200)
  expect(body).toMatchObject({
    ...november,
    previousFrom: '2026-10-02',
    previousTo: '2026-10-31',
    timeZone: 'Europe/Berlin',
    currency: 'eur',
  })
  expect(shownIn(body)).toEqual([
    ['TEE', 3, 30, 4, 40],
    ['CAP', 6, 15, 0, 0],
    ['MUG', 1, 0, 0, 0],
  ])
  expect(body.items[0]).toMatchObject({ name: 'The TEE', url: '/TEE', image: null })
})

test('sorts by units, and returns as many products as the limit says', async () => {
  const tenant = await newTenant()
  await sell(tenant, '2026-11-10T12:00:00.000Z', [
    ['TEE', 2, 10],
    ['CAP', 5, 3],
    ['HAT', 5, 4],
  ])
  expect(shownIn((await products(tenant, { ...november, orderBy: 'units', limit: '2' })).body)).toEqual([
    ['HAT', 5, 20, 0, 0],
    ['CAP', 5, 15, 0, 0],
  ])
})

test('a store without sales has no best sellers', async () => {
  expect((await products(await newTenant())).body).toMatchObject({ timeZone: 'UTC', currency: 'eur', items: [] })
})

test.each([
  [{ limit: '0' }, { limit: ['must be at least 1'] }],
  [{ limit: '101' }, { limit: ['must be at most 100'] }],
  [{ orderBy: 'name' }, { orderBy: ['must be one of gross, units'] }],
  [{ from: '2026-11-02', to: '2026-11-01' }, { from: ['must not be after 2026-11-01, the last day'] }],
  [{ from: '1970-01-01', to: '9998-12-31' }, { from: ['must be later: a report has at most 400000 days'] }],
] as const)('rejects the query %j', async (query, errors) => {
  const { status, body } = await products(await newTenant(), query as Record<string, string>)
  expect({ status, errors: body.errors }).toEqual({ status: 400, errors })
})
