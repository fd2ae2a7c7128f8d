/** Tests that a cart exists until its order is completed. */

import { expect, test } from 'vitest'
import { openCartsOfDiscountList } from '../../lib/carts/index.ts'
import { fullRange, readEntries } from '../../lib/lists/entries.ts'
import { timePosition } from '../../lib/lists/position.ts'
import { cartOf, cartsIn } from '../checkout/rows.ts'
import { code } from '../discounts/samples.ts'
import { address, cart, type Envelope, event, item, order, send, sendEvent } from '../support/checkout.ts'
import { around } from '../support/fault-injection.ts'
import { call, newTenant } from '../support/store.ts'
import { allCartEntries } from './calls.ts'

const at = (second: number) => `2026-09-01T12:00:${String(second).padStart(2, '0')}.000Z`

test.each([
  ['before its order', 1, 2],
  ['after its order', 2, 1],
])('does not restore the cart of a completed order that was updated %s', async (_, updateSecond, completionSecond) => {
  const tenant = await newTenant()
  const { token } = order()
  const update = event(tenant, 'cart.updated', cart({ token }), { createdOn: at(updateSecond) })
  const completion = event(tenant, 'order.completed', order({ token }), { createdOn: at(completionSecond) })
  for (const events of [[update, completion], [update], [completion, update]]) {
    expect(await send(...events)).toEqual([])
    expect(await send(...events)).toEqual([])
  }
  expect(await cartsIn(tenant)).toEqual([])
  expect((await call('orders.list', tenant)).body.totalItems).toBe(1)
})

test('removes the cart when its order completes at the same time', async () => {
  const tenant = await newTenant()
  const pairs = Array.from({ length: 10 }, () => {
    const { token } = order()
    return [
      event(tenant, 'cart.updated', cart({ token, items: [item({ id: token })] })),
      event(tenant, 'order.completed', order({ token, email: `${token}@example.com`, items: [item({ id: token })] })),
    ]
  })
  const events = pairs.flat()
  expect(await Promise.all([send(...events.slice(0, 10)), send(...events.slice(10))])).toEqual([[], []])
  expect(await cartsIn(tenant)).toEqual([])
  expect((await call('orders.list', tenant)).body.totalItems).toBe(10)
})

/**
 * Sends `event`. Immediately before the n-th request of `event` to the table, `other` is sent and applied. Returns
 * false if `event` makes fewer than `n` requests.
 */
async function sendWithin(event: Partial<Envelope>, other: Partial<Envelope>, n: number): Promise<boolean> {
  let [count, isInside] = [0, false]
  const restore = around(async (_, request) => {
    if (!isInside && ++count === n) {
      isInside = true
      expect(await send(other)).toEqual([])
      isInside = false
    }
    return request()
  })
  expect(await send(event).finally(restore)).toEqual([])
  return count >= n
}

test.each([
  ['created', 'before each step of the cart', false, true],
  ['changed', 'before each step of the cart', true, true],
  ['created', 'and the cart comes before each of its steps', false, false],
  ['changed', 'and the cart comes before each of its steps', true, false],
])(
  'leaves no cart that is %s while its order completes, %s',
  { tags: ['long'] },
  async (_, __, isKnown, isOrderInside) => {
    const tenant = await newTenant()
    await send(event(tenant, 'cart.updated', cart({ items: [item()] })))
    const known = await cartsIn(tenant)
    for (let n = 1, isReached = true; isReached; n++) {
      const { token } = order()
      if (isKnown) await send(event(tenant, 'cart.updated', cart({ token, items: [item()] }), { createdOn: at(1) }))
      const update = event(tenant, 'cart.updated', cart({ token, items: [item()], total: 90 }), { createdOn: at(3) })
      const completion = event(tenant, 'order.completed', order({ token, items: [item()] }), { createdOn: at(2) })
      isReached = isOrderInside ? await sendWithin(update, completion, n) : await sendWithin(completion, update, n)
      if (!isReached && isOrderInside) await send(completion)
      expect(await cartsIn(tenant)).toEqual(known)
      expect(await allCartEntries(tenant)).toHaveLength(known.length)
    }
  },
)

test('keeps the cart of an order that only changed its status', async () => {
  const tenant = await newTenant()
  const content = cart()
  await sendEvent(tenant, 'order.status.changed', { token: content.token, status: 'Pending' })
  await sendEvent(tenant, 'cart.updated', content)
  expect(await cartOf(tenant, content.token)).not.toBeNull()
})

test('keeps the earliest creation date and the latest value of other fields', async () => {
  const tenant = await newTenant()
  const { token } = cart()
  const content = (creationDate: string | null, email: string) => cart({ token, creationDate, email })
  await sendEvent(tenant, 'cart.updated', content(null, 'new@example.com'), { createdOn: at(9) })
  await sendEvent(tenant, 'cart.updated', content(at(3), 'old@example.com'), { createdOn: at(5) })
  expect(await cartOf(tenant, token)).toMatchObject({
    creationDate: at(3),
    latest: { email: { value: 'new@example.com' } },
  })
})

test('keeps customer data set by the store until a newer checkout event', async () => {
  const tenant = await newTenant()
  const { token } = cart()
  await sendEvent(tenant, 'customer.updated', { email: 'jane@example.com', billingAddress: address() })
  await sendEvent(tenant, 'cart.updated', cart({ token, email: 'typo@example' }), { createdOn: at(1) })
  const { id } = (await call('customers.list', tenant)).body.items[0]
  const body = { email: 'jane@example.com', cartToken: token }
  expect((await call('customers.update', tenant, { params: { id }, body })).status).toBe(200)
  await sendEvent(tenant, 'cart.updated', cart({ token, email: 'typo@example', total: 30 }), { createdOn: at(2) })
  const row = await cartOf(tenant, token)
  expect(row?.latest.email?.value).toBe('jane@example.com')
  expect(row?.latest.addresses?.value.billing.city).toBe('Bremen')
  expect(row?.latest.content?.value.total).toBe(3000)
  const future = { createdOn: '2999-01-01T00:00:00.000Z' }
  await sendEvent(tenant, 'cart.updated', cart({ token, email: 'janet@example.com' }), future)
  expect((await cartOf(tenant, token))?.latest.email?.value).toBe('janet@example.com')
})

test('a changed cart keeps its position on the list that counts the carts of its discount', async () => {
  const tenant = await newTenant()
  const { id } = (await call('discounts.create', tenant, { body: code('TEN') })).body
  const { token } = cart()
  const positions: string[][] = []
  for (const second of [1, 2, 3]) {
    const change = { token, discounts: [{ code: 'TEN' }], creationDate: at(0), modificationDate: at(second) }
    await sendEvent(tenant, 'cart.updated', cart(change), { createdOn: at(second) })
    const entries = await readEntries({ ...tenant, list: openCartsOfDiscountList(id) }, { range: fullRange })
    positions.push(entries.map(({ position }) => position))
  }
  expect(positions).toEqual(Array.from(positions, () => [timePosition(at(0), token)]))
})
