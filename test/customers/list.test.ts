import { beforeAll, describe, expect, test } from 'vitest'
import type { Tenant } from '../../lib/core/tenant.ts'
import { address, event, order, send } from '../support/checkout.ts'
import {
  compareList,
  containsText,
  dateFilters,
  isSameText,
  type ListModel,
  normalized,
  type Query,
  queriesOf,
} from '../support/lists.ts'
import { newTenant } from '../support/store.ts'
import { updateTallies } from '../support/stream-worker.ts'
import { list, register, remove, update } from './calls.ts'

/** A customer in the model. */
interface Model {
  id: string
  email: string
  status: string
  creationDate: string
  firstName: string | null
  name: string | null
  orders: number[]
}

const pick = <T>(values: readonly T[], n: number): T => values[n % values.length]!
const names = ['Müller', 'MÜLLER', 'Mu\u0308ller', 'Doe', 'van der Berg', null] as const
const firstNames = ['Jürgen', 'Jane', null, '李'] as const
const emails = ['Buyer', 'käufer', 'a+b'] as const
const times = Array.from({ length: 7 }, (_, n) => new Date(Date.UTC(2026, 0, 1 + 20 * n)).toISOString())

const modelAt = (n: number): Model => ({
  id: crypto.randomUUID(),
  email: `${pick(emails, n)}${n}@Example.com`,
  status: n % 3 ? 'Unconfirmed' : 'Confirmed',
  creationDate: n === 20 ? '2026-01-21T23:59:59.999Z' : pick(times, n),
  firstName: pick(firstNames, n),
  name: pick(names, n),
  orders: Array.from({ length: pick([0, 1, 0, 3, 2, 1], n) }, (_, k) => pick([10, 0.1, 99.99, 10], n + k)),
})

async function fill(tenant: Tenant): Promise<Model[]> {
  const models = Array.from({ length: 26 }, (_, n) => modelAt(n))
  for (const { id, email, status, creationDate, firstName, name, orders } of models) {
    await register(tenant, { id, email, status, creationDate, billingAddress: address({ firstName, name }) })
    const placed = orders.map(finalGrandTotal =>
      event(tenant, 'order.completed', order({ email: email.toUpperCase(), finalGrandTotal, billingAddress: null })),
    )
    expect(await send(...placed)).toEqual([])
  }
  await updateTallies(tenant)
  return models
}

const sumOf = (amounts: number[]) => Math.round(amounts.reduce((sum, amount) => sum + amount, 0) * 100) / 100

const weights: Record<string, (model: Model) => number> = {
  nbrorders: model => model.orders.length,
  ordersvalue: model => sumOf(model.orders),
  date: ({ creationDate }) => Date.parse(creationDate),
}

const customerList: ListModel<Model> = {
  filters: {
    status: ({ status }, value) => isSameText(status, value),
    email: ({ email }, value) => isSameText(email, value),
    name: ({ firstName, name }, value) => containsText([firstName, name].filter(Boolean).join(' '), value),
    ...dateFilters,
  },
  sortKeys: (model, { orderBy }) => [weights[(orderBy || 'NbrOrders').toLowerCase()]!(model), model.id],
}

const idsOf = ({ body }: { body: { items: { id: string }[] } }) => body.items.map(({ id }) => id)

describe('with 26 customers', () => {
  let tenant: Tenant
  let models: Model[]
  let customers: ReturnType<typeof compareList<Model>>
  beforeAll(async () => {
    tenant = await newTenant()
    models = await fill(tenant)
    customers = compareList({
      ...customerList,
      objects: models,
      list: query => list(tenant, query),
      show: ({ id }) => id,
      showItem: ({ id }) => id,
    })
  })

  describe.each([undefined, 'NbrOrders', 'OrdersValue', 'Date', 'ordersvalue', 'DATE'])('ordered by %s', orderBy => {
    const inOrder: Query = orderBy === undefined ? {} : { orderBy }

    test.each([
      [{}],
      [{ status: 'Confirmed' }],
      [{ status: 'unconfirmed' }],
      [{ name: 'müller' }],
      [{ name: 'MÜLL' }],
      [{ name: 'jürgen mü' }],
      [{ name: '李' }],
      [{ name: 'van' }],
      [{ name: 'jane' }],
      [{ from: times[3]! }],
      [{ from: '2026-01-21' }],
      [{ to: '2026-01-21' }],
      [{ to: '2026-01-21T23:59:59.998Z' }],
      [{ from: times[1]!, to: times[1]! }],
      [{ status: 'Confirmed', from: '2026-01-15', to: '2026-04-15' }],
      [{ status: 'Unconfirmed', name: 'e' }],
      [{ status: 'Unconfirmed', name: 'e', to: '2026-03-01' }],
      [{ email: 'buyer0@example.com' }],
      [{ email: 'KÄUFER1@EXAMPLE.COM' }],
      [{ email: 'a+b5@Example.com', status: 'Unconfirmed', name: 'jane', from: '2026-01-01', to: '2026-12-31' }],
    ] as Query[][])('returns the customers that match %j', async query => {
      expect(await customers.expectPage({ ...query, ...inOrder })).toBeGreaterThan(0)
    })

    test.each([
      [{ email: 'buyer' }],
      [{ email: 'nobody@example.com' }],
      [{ email: 'buyer0@example.com', status: 'Unconfirmed' }],
      [{ email: 'buyer0@example.com', name: 'doe' }],
      [{ email: 'buyer0@example.com', from: '2026-02-01' }],
      [{ email: 'buyer0@example.com', to: '2025-12-31' }],
      [{ name: 'Müller Jürgen' }],
      [{ name: 'Bremen' }],
      [{ from: '2027-01-01' }],
      [{ from: '2026-04-01', to: '2026-03-01' }],
    ] as Query[][])('returns no customers for %j', async query => {
      expect(await customers.expectPage({ ...query, ...inOrder })).toBe(0)
    })
  })

  const values: Record<string, readonly string[]> = {
    status: ['Confirmed', 'Unconfirmed'],
    email: ['buyer0@example.com', 'käufer4@example.com', 'nobody@example.com'],
    name: ['müller', 'e', 'Jane', 'ü', 'd'],
    from: [...times.slice(0, 4), '2026-01-20', '2026-01-21'],
    to: [...times.slice(2), '2026-01-21'],
    orderBy: ['NbrOrders', 'OrdersValue', 'Date'],
  }
  test('returns the same as filtering an array, for any filters, order, offset and limit', {
    tags: ['long'],
  }, async () => {
    await customers.expectRandomPages(queriesOf(values), 200)
  })

  test('returns every customer once when next links are followed', async () => {
    for (const firstQuery of [{ limit: '7' }, { limit: '4', orderBy: 'Date' }, { limit: '3', name: 'e' }] as Query[])
      await customers.expectAllPages(firstQuery)
  })

  test('returns the number and the amount of orders of each customer', async () => {
    const { body } = await list(tenant, { limit: '100' })
    for (const { id, email, status, statistics, billingAddressName } of body.items) {
      const model = models.find(one => one.id === id)!
      expect({ email: normalized(email), status, statistics, billingAddressName }).toEqual({
        email: normalized(model.email),
        status: model.status,
        billingAddressName: model.name ?? '',
        statistics: { ordersCount: model.orders.length, ordersAmount: sumOf(model.orders), subscriptionsCount: 0 },
      })
    }
  })

  test.each([
    [{}, { offset: 0, limit: 20 }],
    [{ limit: '0' }, { offset: 0, limit: 0 }],
    [{ limit: '101' }, { offset: 0, limit: 100 }],
    [
      { offset: '1000', limit: '3' },
      { offset: 1000, limit: 3 },
    ],
    [
      { email: '', status: '', name: '', from: '', to: '', orderBy: '', colour: 'red' },
      { offset: 0, limit: 20 },
    ],
  ])('returns the offset and limit that it applies for %j', async (query, applied) => {
    await customers.expectReply(query as Query, applied)
  })
})

test.each([
  ['limit', '-1'],
  ['offset', 'x'],
  ['status', 'Known'],
  ['orderBy', 'Name'],
  ['from', '2026-13-01'],
  ['to', 'now'],
  ['email', 'x'.repeat(501)],
])('rejects %s=%s', async (field, value) => {
  expect(await list(await newTenant(), { [field]: value })).toMatchObject({
    status: 400,
    body: { code: 'validation_failed', errors: { [field]: [expect.any(String)] } },
  })
})

test('finds a customer by their current e-mail address only', async () => {
  const tenant = await newTenant()
  const id = await register(tenant, { email: 'old@example.com' })
  await update(tenant, id, { email: 'New@Example.com' })
  expect(idsOf(await list(tenant, { email: 'new@example.COM' }))).toEqual([id])
  expect(idsOf(await list(tenant, { email: 'old@example.com' }))).toEqual([])
  await remove(tenant, id)
  expect(idsOf(await list(tenant, { email: 'new@example.com' }))).toEqual([])
  expect((await list(tenant)).body).toMatchObject({ totalItems: 0, items: [] })
})

describe('Greek names', () => {
  let tenant: Tenant
  const names = ['ΑΝΑΣΤΑΣΙΟΥ', 'Αναστασίου', 'ΑΝΑΣ', 'ΓΙΩΡΓΟΣ ΑΝΑΣΤΑΣΗΣ', 'Παππάς']
  beforeAll(async () => {
    tenant = await newTenant()
    for (const [n, name] of names.entries())
      await register(tenant, { email: `${n}@example.com`, billingAddress: address({ firstName: null, name }) })
    await updateTallies(tenant)
  })

  test.each([
    ['ΑΝΑΣ', [0, 1, 2, 3]],
    ['ανας', [0, 1, 2, 3]],
    ['ανασ', [0, 1, 2, 3]],
    ['ΝΑΣ', [0, 1, 2, 3]],
    ['ΑΝΑΣΤ', [0, 1, 3]],
    ['ΓΙΩΡΓΟΣ', [3]],
    ['ΓΙΩΡΓΟΣ ΑΝΑΣ', [3]],
    ['-ΑΝΑΣ', []],
    ['ΠΑΠΠΆΣ', [4]],
    ['ΑΣ ', [0, 1, 2, 3]],
    ['Σ', [0, 1, 2, 3, 4]],
  ])('are found by %s, also if it ends inside a word', async (name, found) => {
    const queries: Query[] = [{ name }, { name, status: 'Confirmed' }, { name, orderBy: 'Date' }]
    for (const query of queries) {
      const { items, totalItems } = (await list(tenant, query)).body
      const shown = items.map(({ billingAddressName }: { billingAddressName: string }) => billingAddressName)
      expect(shown.toSorted()).toEqual(found.map(n => names[n]).toSorted())
      expect(totalItems).toBe(found.length)
    }
  })
})

test('sorts customers by the number and amount of their orders', async () => {
  const tenant = await newTenant()
  const [few, many] = [
    await register(tenant, { email: 'few@example.com' }),
    await register(tenant, { email: 'many@example.com' }),
  ]
  const buy = (email: string, finalGrandTotal: number) =>
    send(event(tenant, 'order.completed', order({ email, finalGrandTotal })))
  await buy('few@example.com', 100)
  await updateTallies(tenant)
  expect(idsOf(await list(tenant))).toEqual([few, many])
  await buy('many@example.com', 10)
  await buy('many@example.com', 20.55)
  await updateTallies(tenant)
  expect(idsOf(await list(tenant))).toEqual([many, few])
  expect(idsOf(await list(tenant, { orderBy: 'OrdersValue' }))).toEqual([few, many])
  expect((await list(tenant)).body.items[0].statistics).toEqual({
    ordersCount: 2,
    ordersAmount: 30.55,
    subscriptionsCount: 0,
  })
})
