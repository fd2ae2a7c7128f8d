/** Tests the counts of how often a discount is used: by completed orders, and by carts that are still open. */

import { randomUUID } from 'node:crypto'
import { describe, expect, onTestFinished, test } from 'vitest'
import type { Tenant } from '../../lib/core/tenant.ts'
import { cart, completeOrder, event, order, send, sendEvent } from '../support/checkout.ts'
import { around } from '../support/fault-injection.ts'
import { call, newTenant } from '../support/store.ts'
import { updateTallies } from '../support/stream-worker.ts'
import { code } from './samples.ts'

const create = async (tenant: Tenant, codeText: string) =>
  (await call('discounts.create', tenant, { body: code(codeText) })).body.id as string
const remove = (tenant: Tenant, id: string) => call('discounts.remove', tenant, { params: { id } })

async function usagesOf(tenant: Tenant, id: string) {
  await updateTallies(tenant)
  const { numberOfUsages, numberOfUsagesUncompleted } = (await call('discounts.get', tenant, { params: { id } })).body
  return [numberOfUsages, numberOfUsagesUncompleted]
}

test.each([
  ['by its id', (id: string) => ({ discounts: [{ id, code: 'ANOTHER' }] })],
  ['by its id in upper case', (id: string) => ({ discounts: [{ id: id.toUpperCase() }] })],
  ['by its code as the buyer entered it', () => ({ discounts: [{ code: ' welcome ' }] })],
  ['by its code next to an unknown id', () => ({ discounts: [{ id: 'X-1', code: 'WELCOME' }] })],
  [
    'by its discountId, whatever the id and the code',
    (id: string, other: string) => ({ discounts: [{ discountId: id, id: other, code: 'OTHER' }] }),
  ],
  ['by its id, whatever the code', (id: string) => ({ discounts: [{ discountId: 'D-1', id, code: 'OTHER' }] })],
  ['as a promocode', () => ({ promocodes: [{ code: 'Welcome' }] })],
  ['several times', (id: string) => ({ discounts: [{ id }, { code: 'WELCOME' }], promocodes: [{ id }] })],
])('counts one usage for an order that has the discount %s', async (_, fields) => {
  const tenant = await newTenant()
  const id = await create(tenant, 'WELCOME')
  const other = await create(tenant, 'OTHER')
  await completeOrder(tenant, fields(id, other))
  expect(await usagesOf(tenant, id)).toEqual([1, 0])
  expect(await usagesOf(tenant, other)).toEqual([0, 0])
})

test('does not count discounts of another store', async () => {
  const tenant = await newTenant()
  const id = await create(tenant, 'WELCOME')
  const other = await newTenant()
  await completeOrder(other, { discounts: [{ id, code: 'WELCOME' }, { code: '' }, {}] })
  expect(await usagesOf(tenant, id)).toEqual([0, 0])
})

test('counts open carts as uncompleted until they are ordered, cancelled or changed', async () => {
  const tenant = await newTenant()
  const id = await create(tenant, 'WELCOME')
  const discounts = [{ code: 'WELCOME' }]
  const [first, second, third] = [randomUUID(), randomUUID(), randomUUID()]
  for (const token of [first, second, third])
    await sendEvent(tenant, 'cart.updated', cart({ token, [token === third ? 'promocodes' : 'discounts']: discounts }))
  expect(await usagesOf(tenant, id)).toEqual([0, 3])
  await completeOrder(tenant, { token: first, discounts })
  expect(await usagesOf(tenant, id)).toEqual([1, 2])
  await sendEvent(tenant, 'cart.updated', cart({ token: second, discounts, status: 'Cancelled' }))
  await sendEvent(tenant, 'cart.updated', cart({ token: third }))
  expect(await usagesOf(tenant, id)).toEqual([1, 0])
})

test('counts an order once when it is sent twice or cancelled later', async () => {
  const tenant = await newTenant()
  const id = await create(tenant, 'WELCOME')
  const content = order({ discounts: [{ id }] })
  const completed = event(tenant, 'order.completed', content)
  expect(await send(completed, completed)).toEqual([])
  await sendEvent(tenant, 'order.status.changed', {
    token: content.token,
    status: 'Cancelled',
    paymentStatus: 'Refunded',
  })
  expect(await usagesOf(tenant, id)).toEqual([1, 0])
})

test('does not count an order whose newer event lacks the discount', async () => {
  const tenant = await newTenant()
  const id = await create(tenant, 'WELCOME')
  const token = await completeOrder(tenant, { discounts: [{ id }] })
  await sendEvent(tenant, 'order.completed', order({ token }))
  expect(await usagesOf(tenant, id)).toEqual([0, 0])
})

test('rejects deleting a used discount before its counters are updated, but not one in a cart only', async () => {
  const tenant = await newTenant()
  const [used, inCart] = [await create(tenant, 'USED'), await create(tenant, 'CART')]
  await completeOrder(tenant, { discounts: [{ code: 'USED' }] })
  await sendEvent(tenant, 'cart.updated', cart({ discounts: [{ code: 'CART' }] }))
  expect((await call('discounts.get', tenant, { params: { id: used } })).body.numberOfUsages).toBe(0)
  expect(await remove(tenant, used)).toMatchObject({ status: 409, body: { code: 'discount_used' } })
  expect((await remove(tenant, inCart)).status).toBe(204)
  await updateTallies(tenant)
  expect(await remove(tenant, used)).toMatchObject({ status: 409, body: { code: 'discount_used' } })
})

test('finds an archived discount by its id, but not by its code', async () => {
  const tenant = await newTenant()
  const id = await create(tenant, 'WELCOME')
  const body = { ...code('WELCOME'), archived: true }
  await call('discounts.update', tenant, { params: { id }, body })
  await completeOrder(tenant, { discounts: [{ code: 'WELCOME' }] })
  expect(await usagesOf(tenant, id)).toEqual([0, 0])
  await completeOrder(tenant, { discounts: [{ id }] })
  expect(await usagesOf(tenant, id)).toEqual([1, 0])
})

describe('an order that is reported again keeps its discount', () => {
  const token = randomUUID()
  const report = (tenant: Tenant, fields: object) => sendEvent(tenant, 'order.completed', order({ token, ...fields }))
  const update = async (tenant: Tenant, id: string, body: object) =>
    expect((await call('discounts.update', tenant, { params: { id }, body })).status).toBe(200)
  const archive = (tenant: Tenant, id: string) => update(tenant, id, { ...code('WELCOME'), archived: true })

  test.each([
    ['is archived', archive],
    ['has another code', (tenant: Tenant, id: string) => update(tenant, id, code('HELLO'))],
  ])('that %s since', async (_, change) => {
    const tenant = await newTenant()
    const id = await create(tenant, 'WELCOME')
    const discounts = [{ code: 'WELCOME' }, { name: 'A discount without a code' }]
    await report(tenant, { discounts, status: 'Pending', paymentStatus: 'Pending' })
    await change(tenant, id)
    await report(tenant, { discounts, paymentStatus: 'Paid' })
    expect(await usagesOf(tenant, id)).toEqual([1, 0])
    expect(await remove(tenant, id)).toMatchObject({ status: 409, body: { code: 'discount_used' } })
    await report(tenant, { discounts: [] })
    expect(await usagesOf(tenant, id)).toEqual([0, 0])
  })

  test.each<[string, object[], object[]?]>([
    ['its code', [{ code: 'WELCOME' }], [{ code: ' welcome ' }]],
    ['its code twice', [{ code: 'WELCOME' }, { code: 'welcome' }]],
    ['its code beside unknown discounts', [{ code: 'WELCOME' }, { code: 'UNKNOWN' }, { id: randomUUID() }]],
  ])('whose code another one has now, if both reports have %s', async (_, discounts, again = discounts) => {
    const tenant = await newTenant()
    const first = await create(tenant, 'WELCOME')
    await report(tenant, { discounts })
    await archive(tenant, first)
    const second = await create(tenant, 'WELCOME')
    await report(tenant, { discounts: again })
    expect([await usagesOf(tenant, first), await usagesOf(tenant, second)]).toEqual([
      [1, 0],
      [0, 0],
    ])
  })

  test('unless the newer report names another one by its id', async () => {
    const tenant = await newTenant()
    const [first, second] = [await create(tenant, 'WELCOME'), await create(tenant, 'OTHER')]
    for (const discounts of [[{ code: 'WELCOME' }], [{ id: second.toUpperCase(), code: 'WELCOME' }]])
      await report(tenant, { discounts })
    expect([await usagesOf(tenant, first), await usagesOf(tenant, second)]).toEqual([
      [0, 0],
      [1, 0],
    ])
    await report(tenant, { discounts: [{ id: first }] })
    await report(tenant, { discounts: [{ id: randomUUID() }] })
    expect([await usagesOf(tenant, first), await usagesOf(tenant, second)]).toEqual([
      [0, 0],
      [0, 0],
    ])
  })

  test('and gets those that were created since', async () => {
    const tenant = await newTenant()
    const first = await create(tenant, 'WELCOME')
    const discounts = [{ code: 'LATER' }, { code: 'WELCOME' }]
    await report(tenant, { discounts })
    const later = await create(tenant, 'LATER')
    await report(tenant, { discounts })
    await archive(tenant, first)
    await report(tenant, { discounts })
    expect([await usagesOf(tenant, first), await usagesOf(tenant, later)]).toEqual([
      [1, 0],
      [1, 0],
    ])
  })
})

test('saving the counters keeps concurrent changes of the discount', async () => {
  const tenant = await newTenant()
  const id = await create(tenant, 'WELCOME')
  await completeOrder(tenant, { discounts: [{ id }] })
  const body = { ...code('WELCOME'), name: 'Twenty off', amount: 20 }
  const [, reply] = await Promise.all([
    updateTallies(tenant),
    call('discounts.update', tenant, { params: { id }, body }),
  ])
  expect(reply.status).toBe(200)
  expect(await usagesOf(tenant, id)).toEqual([1, 0])
  expect((await call('discounts.get', tenant, { params: { id } })).body).toMatchObject({ amount: 20 })
})

test('counts a discount that another replica does not have yet', async () => {
  const tenant = await newTenant()
  const id = await create(tenant, 'TEN')
  const restore = around(async (command, request, input) => {
    const { ConsistentRead } = input as { ConsistentRead?: boolean }
    const isLate = command === 'GetItemCommand' && !ConsistentRead && JSON.stringify(input).includes('#discount')
    const reply = (await request()) as { output: { Item?: object } }
    if (isLate) delete reply.output.Item
    return reply
  })
  onTestFinished(restore)
  await completeOrder(tenant, { discounts: [{ code: 'TEN' }] })
  restore()
  expect(await usagesOf(tenant, id)).toEqual([1, 0])
})
