/** Tests events of carts whose first read of the products is older than the stored rows, as DynamoDB allows. */

import { afterEach, expect, test } from 'vitest'
import type { Tenant } from '../../lib/core/tenant.ts'
import { productOf, productsIn } from '../checkout/rows.ts'
import { cart, event, item, send } from '../support/checkout.ts'
import { around } from '../support/fault-injection.ts'
import { newTenant } from '../support/store.ts'

let restore = () => {}
afterEach(() => restore())

const at = (second: number) => `2026-09-01T12:00:${String(second).padStart(2, '0')}.000Z`

const cartWith = (tenant: Tenant, name: string, second: number) =>
  event(tenant, 'cart.updated', cart({ items: [item({ id: 'TEE', name })] }), { createdOn: at(second) })

interface BatchGetInput {
  RequestItems: Record<string, { ConsistentRead?: boolean }>
}
interface BatchGetReply {
  output: { Responses: Record<string, object[]> }
}

const isConsistent = ({ RequestItems }: BatchGetInput) =>
  Object.values(RequestItems).every(({ ConsistentRead }) => ConsistentRead)

/**
 * Repeats the reply to the first batch that is read eventually consistently for all later ones. Returns a function that
 * returns the number of repeated replies.
 */
function repeatFirstReply() {
  let [first, count]: [object[] | undefined, number] = [undefined, 0]
  restore = around(async (command, request, input) => {
    const reply = (await request()) as BatchGetReply
    if (command !== 'BatchGetItemCommand' || isConsistent(input as BatchGetInput)) return reply
    const [table = ''] = Object.keys(reply.output.Responses)
    if (first) count++
    first ??= reply.output.Responses[table] ?? []
    reply.output.Responses[table] = first
    return reply
  })
  return () => count
}

const nameOf = async (tenant: Tenant) => (await productOf(tenant, 'TEE'))?.latest.description?.value.name

test('a product that was created a moment ago is not created again', async () => {
  const tenant = await newTenant()
  const repeated = repeatFirstReply()
  for (const [second, name] of ['Shirt', 'Tee', 'T-shirt'].entries())
    expect(await send(cartWith(tenant, name, second))).toEqual([])
  expect(repeated()).toBe(2)
  expect(await productsIn(tenant)).toHaveLength(1)
  expect(await nameOf(tenant)).toBe('T-shirt')
})

test.each([
  ['newer', 5, 'Latest'],
  ['the same as the one before', 5, 'Shirt'],
  ['older', 1, 'Newest'],
])('a %s description is compared with the stored one', async (_, second, expected) => {
  const tenant = await newTenant()
  await send(cartWith(tenant, 'Shirt', 2))
  const repeated = repeatFirstReply()
  await send(cartWith(tenant, 'Tee', 3))
  await send(cartWith(tenant, 'Newest', 4))
  expect(await send(cartWith(tenant, expected === 'Newest' ? 'Oldest' : expected, second))).toEqual([])
  expect(repeated()).toBe(2)
  expect(await nameOf(tenant)).toBe(expected)
})
