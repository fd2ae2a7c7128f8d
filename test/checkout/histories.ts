/** What happens in a small shop where everything meets everything, and a store that hears of it. */

import { randomUUID } from 'node:crypto'
import type { Tenant } from '../../lib/kit/tenant.ts'
import type { Inventory } from '../../lib/products/inventory.ts'
import { cart, type Envelope, item, order, send, settle, withdrawal } from '../kit/checkout.ts'
import { call, newTenant } from '../kit/store.ts'
import { pictureOf } from './picture.ts'
import { stocked } from './rows.ts'

/** An event before anybody knows whose store it is. */
type Happening = Omit<Envelope, 'account' | 'mode'>

/** A number below another, as chance has it: a pseudo-random one, so that a seed tells the whole history. */
type Chance = (below: number) => number

export function chanceOf(seed: number): Chance {
  let state = seed >>> 0
  return below => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below
  }
}

const oneOf = <T>(chance: Chance, choices: readonly T[]): T => choices[chance(choices.length)]!

interface World {
  tokens: string[]
  buyers: number
  products: number
}

export const worldOf = (orders: number, buyers = 3, products = 5): World => ({
  tokens: Array.from({ length: orders }, () => randomUUID()),
  buyers,
  products,
})

const cities = ['Bremen', 'Kiel', 'Ulm']
const spellings = [
  (name: string) => name,
  (name: string) => name.toUpperCase(),
  (name: string) => ` ${name} `,
]
const emailOf = (chance: Chance, { buyers }: World) =>
  oneOf(chance, spellings)(`buyer${chance(buyers)}@example.com`)
const addressOf = (chance: Chance) => ({
  ...{ firstName: 'Jane', name: oneOf(chance, ['Doe', 'Ray']), city: oneOf(chance, cities), country: 'DE' },
})
const sizes = ['S', 'M[+2.00]', 'L']

const itemsOf = (chance: Chance, { products }: World) =>
  Array.from({ length: 1 + chance(2) }, (_, n) => ({
    ...item({ uniqueId: `U${n}`, id: `P${chance(products)}`, price: 1 + chance(20) }),
    ...{ quantity: 1 + chance(3), name: oneOf(chance, ['Tee', 'Tea']) },
    customFields: [{ name: 'Size', type: 'dropdown', options: sizes.join('|'), value: oneOf(chance, sizes) }],
    ...(chance(3) === 0 && { fileGuid: `file-${chance(2)}`, daysUntilExpire: 99_999 }),
  }))

const discountsOf = (chance: Chance) =>
  chance(2) === 0 ? [{ code: oneOf(chance, ['one', 'TWO', 'none']) }] : []
const dateOf = (chance: Chance) => new Date(Date.UTC(2026, 7, 1 + chance(28), chance(24))).toISOString()

type Making = (chance: Chance, world: World) => Pick<Happening, 'eventName' | 'content'>

const tokenOf = (chance: Chance, { tokens }: World) => oneOf(chance, tokens)

const orderCompleted: Making = (chance, world) => ({
  eventName: 'order.completed',
  content: order({
    token: tokenOf(chance, world),
    email: emailOf(chance, world),
    creationDate: dateOf(chance),
    completionDate: dateOf(chance),
    modificationDate: chance(2) ? dateOf(chance) : undefined,
    status: oneOf(chance, ['Processed', 'Pending', undefined]),
    finalGrandTotal: chance(10_000) / 100,
    billingAddress: addressOf(chance),
    items: itemsOf(chance, world),
    discounts: discountsOf(chance),
    metadata: chance(2) ? { n: chance(9) } : null,
  }),
})

const cartUpdated: Making = (chance, world) => ({
  eventName: 'cart.updated',
  content: cart({
    token: tokenOf(chance, world),
    email: emailOf(chance, world),
    status: chance(8) ? 'InProgress' : 'Cancelled',
    creationDate: chance(2) ? dateOf(chance) : undefined,
    items: itemsOf(chance, world),
    discounts: discountsOf(chance),
    billingAddress: chance(2) ? addressOf(chance) : undefined,
  }),
})

const statusChanged: Making = (chance, world) => ({
  eventName: 'order.status.changed',
  content: {
    token: tokenOf(chance, world),
    status: oneOf(chance, ['Shipped', 'Delivered', 'InProgress', undefined]),
    paymentStatus: oneOf(chance, ['Paid', 'Refunded', undefined]),
  },
})

const withdrawalCreated: Making = (chance, world) => {
  const orderToken = tokenOf(chance, world)
  const said = { id: `W${chance(2)}`, refundAmount: chance(100), requestedAt: dateOf(chance) }
  return { eventName: 'order.withdrawal.created', content: withdrawal(orderToken, said) }
}

const withdrawalResolved: Making = (chance, world) => ({
  eventName: 'order.withdrawal.resolved',
  content: {
    ...{ id: `W${chance(2)}`, orderToken: tokenOf(chance, world) },
    ...{ resolution: oneOf(chance, ['Accepted', 'Refused']), resolvedAt: chance(2) ? dateOf(chance) : null },
  },
})

const downloaded: Making = (chance, world) => ({
  eventName: 'order.digital.downloaded',
  content: { orderToken: tokenOf(chance, world), fileGuid: `file-${chance(2)}` },
})

const customerUpdated: Making = (chance, world) => ({
  eventName: 'customer.updated',
  content: {
    email: emailOf(chance, world),
    status: chance(3) ? 'Unconfirmed' : 'Confirmed',
    creationDate: chance(2) ? dateOf(chance) : undefined,
    billingAddress: chance(3) ? addressOf(chance) : undefined,
  },
})

const makings = [
  ...[orderCompleted, orderCompleted, cartUpdated, cartUpdated, statusChanged, statusChanged],
  ...[withdrawalCreated, withdrawalCreated, withdrawalResolved, withdrawalResolved],
  ...[downloaded, downloaded, customerUpdated, customerUpdated],
]

const begin = Date.UTC(2026, 8, 1)
const moment = (n: number) => new Date(begin + n * 1000).toISOString()

/** Events in the order in which they happen, some two of them in one millisecond. */
export const historyOf = (chance: Chance, world: World, length: number): Happening[] =>
  Array.from({ length }, (_, n) => ({
    id: `happening-${String(n).padStart(6, '0')}`,
    createdOn: moment(chance(5) ? n : n - 1),
    ...oneOf(chance, makings)(chance, world),
  })).toSorted((one, other) => (nameOf(one) < nameOf(other) ? -1 : 1))

const nameOf = ({ createdOn, id }: Happening) => `${createdOn} ${id}`

type Batch = readonly Happening[]

/** Whose orders, customers and products an event is about. */
const about = ({ content: { token, orderToken, email, items } }: Happening): unknown[] => [
  token ?? orderToken,
  ...(email ? [String(email).trim().toLowerCase()] : []),
  ...((items ?? []) as { id: string }[]).map(({ id }) => id),
]

/** One after the other, but for those that follow each other and have nothing to do with each other. */
export function inOrder(history: Batch): Batch[] {
  const batches: Happening[][] = [[]]
  const touched = new Set<unknown>()
  for (const happening of history) {
    const things = about(happening)
    if (things.some(thing => touched.has(thing))) {
      batches.push([])
      touched.clear()
    }
    for (const thing of things) touched.add(thing)
    batches.at(-1)!.push(happening)
  }
  return batches
}

/** Every third comes twice, and all in any order. */
export function inAnyOrder(chance: Chance, history: Batch, size: number): Batch[] {
  const some = [...history, ...history.filter((_, n) => n % 3 === 0)]
  for (let last = some.length - 1; last > 0; last--) {
    const other = chance(last + 1)
    ;[some[last], some[other]] = [some[other]!, some[last]!]
  }
  const count = Math.ceil(some.length / size)
  return Array.from({ length: count }, (_, n) => some.slice(n * size, (n + 1) * size))
}

const single: Inventory = { method: 'Single', stock: 100, allowOutOfStockPurchases: true }
const variant: Inventory = {
  method: 'Variant',
  allowOutOfStockPurchases: true,
  variants: sizes.map(option => ({
    ...{ variation: [{ name: 'Size', option }], stock: 100, allowOutOfStockPurchases: true },
  })),
}

/** A store with two discounts and, of its products, one of each inventory; one is archived halfway through. */
async function openStore(length: number): Promise<Tenant> {
  const tenant = await newTenant()
  const code = { trigger: 'Code', type: 'FixedAmount', amount: 1 }
  for (const name of ['ONE', 'TWO'])
    await call('discounts.create', tenant, { body: { ...code, name, code: name } })
  await stocked(tenant, 'P0', { inventory: single })
  await stocked(tenant, 'P1', { inventory: variant })
  await stocked(tenant, 'P2', { inventory: { method: 'Disabled' } })
  await stocked(tenant, 'P3', { archivedAt: moment(Math.floor(length / 2)) })
  return tenant
}

/** What a store has become that hears of a history in these batches, some of them at once. */
export async function storeThatHears(batches: readonly Batch[], length: number, atOnce = 1) {
  const tenant = await openStore(length)
  const waiting = [...batches]
  await Promise.all(Array.from({ length: atOnce }, () => deliver(tenant, waiting)))
  await settle(tenant)
  return pictureOf(tenant)
}

/** What is refused comes again, as from a queue. */
async function deliver(tenant: Tenant, waiting: Batch[]): Promise<void> {
  for (let batch = waiting.shift(); batch; batch = waiting.shift()) {
    const refused = await send(...batch.map(happening => ({ ...tenant, ...happening })))
    if (refused.length > 0) waiting.push(batch.filter(({ id }) => refused.includes(id)))
  }
}
