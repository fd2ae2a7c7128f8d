/** What happens in a small shop where everything meets everything, and a store that hears of it. */

import { randomUUID } from 'node:crypto'
import type { Tenant } from '../../lib/core/tenant.ts'
import type { Inventory } from '../../lib/products/inventory.ts'
import { cart, type Envelope, item, order, send, settle, withdrawal } from '../support/checkout.ts'
import { call, newTenant } from '../support/store.ts'
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
  /** The checkout's ids for those who buy. */
  buyers: string[]
  /** Those for whoever changes the e-mail address now and then. */
  movers: string[]
  sessions: string[]
  products: number
}

const idsFor = (count: number) => Array.from({ length: count }, () => randomUUID())

export const worldOf = (orders: number, buyers = 3, products = 5): World => ({
  tokens: idsFor(orders),
  buyers: idsFor(buyers),
  movers: idsFor(2),
  sessions: idsFor(buyers),
  products,
})

const cities = ['Bremen', 'Kiel', 'Ulm']
const spellings = [
  (name: string) => name,
  (name: string) => name.toUpperCase(),
  (name: string) => ` ${name} `,
]
interface Somebody {
  id: string
  email: string
}

const buyerOf = (chance: Chance, { buyers }: World): Somebody => {
  const n = chance(buyers.length)
  return { id: buyers[n]!, email: oneOf(chance, spellings)(`buyer${n}@example.com`) }
}

/** Nobody else ever has one of the addresses. */
const moverOf = (chance: Chance, { movers }: World): Somebody => {
  const n = chance(movers.length)
  return { id: movers[n]!, email: oneOf(chance, spellings)(`mover${n}-${chance(3)}@example.com`) }
}
const somebodyOf = (chance: Chance, world: World) => oneOf(chance, [buyerOf, moverOf])(chance, world)

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

/** As a guest, or as somebody whom the checkout knows. */
const orderedBy = (chance: Chance, { id, email }: Somebody) =>
  oneOf(chance, [{ email }, { email, user: { id, email } }, { email: undefined, user: { id, email } }])

const orderCompleted: Making = (chance, world) => ({
  eventName: 'order.completed',
  content: order({
    token: tokenOf(chance, world),
    ...orderedBy(chance, somebodyOf(chance, world)),
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
    email: somebodyOf(chance, world).email,
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

const registrationOf = (chance: Chance, { id, email }: Somebody) => ({
  eventName: 'customer.updated',
  content: {
    ...{ id, email },
    status: chance(3) ? 'Unconfirmed' : 'Confirmed',
    creationDate: chance(2) ? dateOf(chance) : undefined,
    billingAddress: chance(3) ? addressOf(chance) : undefined,
  },
})

const customerUpdated: Making = (chance, world) => registrationOf(chance, somebodyOf(chance, world))

/** An address is given up at the moment at which that is heard of, so that movers are told by their ids. */
const sessionCreated: Making = (chance, world) => {
  const { id, email } = buyerOf(chance, world)
  const whose = [{ customerId: id }, { email }, { customerId: moverOf(chance, world).id }]
  const expires = oneOf(chance, ['2099-01-01', '2098-01-01', '2020-01-01'])
  return {
    eventName: 'customer.session.created',
    content: { token: oneOf(chance, world.sessions), expires, ...oneOf(chance, whose) },
  }
}

const makings = [
  ...[orderCompleted, orderCompleted, cartUpdated, cartUpdated, statusChanged, statusChanged],
  ...[withdrawalCreated, withdrawalCreated, withdrawalResolved, withdrawalResolved],
  ...[downloaded, downloaded, customerUpdated, customerUpdated, sessionCreated],
]

const begin = Date.UTC(2026, 8, 1)
const moment = (n: number) => new Date(begin + n * 1000).toISOString()

/** Some two of them in one millisecond, told apart by what is finer, or else by their ids. */
const momentOf = (chance: Chance, n: number) =>
  moment(chance(3) ? n : n - 1).replace('Z', `${oneOf(chance, ['0000', '0001', '4999', '5'])}Z`)

/** Events in the order in which they happen. */
export const historyOf = (chance: Chance, world: World, length: number): Happening[] =>
  Array.from({ length }, (_, n) => ({
    id: `happening-${String(chance(1000)).padStart(3, '0')}-${n}`,
    createdOn: momentOf(chance, n),
    ...oneOf(chance, makings)(chance, world),
  })).toSorted((one, other) => (nameOf(one) < nameOf(other) ? -1 : 1))

const nameOf = ({ createdOn, id }: Happening) => `${createdOn.replace(/Z$/, '').padEnd(27, '0')} ${id}`

type Batch = readonly Happening[]

/** Whose orders, customers, sessions and products an event is about. */
const about = ({ content: { token, orderToken, items, ...content } }: Happening): unknown[] => [
  token ?? orderToken,
  ...Object.values(toldOf(content)),
  ...((items ?? []) as { id: string }[]).map(({ id }) => id),
]

/** How an event names a customer. */
function toldOf(content: Happening['content']): { id?: unknown; email?: string } {
  const user = { ...(content.user ?? {}) } as Partial<Somebody>
  const id = content.id ?? content.customerId ?? user.id
  const email = content.email ?? user.email
  return { ...(id !== undefined && { id }), ...(email ? { email: String(email).trim().toLowerCase() } : {}) }
}

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
  const told = batches.flat()
  const sessions = told.filter(({ eventName }) => eventName === 'customer.session.created')
  return pictureOf(tenant, {
    customers: valuesOf(told.filter(isOfCustomer).map(({ content }) => toldOf(content).id)),
    sessions: valuesOf(sessions.map(({ content }) => content.token)),
  })
}

const isOfCustomer = ({ eventName }: Happening) => /^(order\.completed|customer\.updated)$/.test(eventName)
const valuesOf = (some: unknown[]) =>
  [...new Set(some.filter(one => one !== undefined).map(String))].toSorted()

/** What is refused comes again, as from a queue. */
async function deliver(tenant: Tenant, waiting: Batch[]): Promise<void> {
  for (let batch = waiting.shift(); batch; batch = waiting.shift()) {
    const refused = await send(...batch.map(happening => ({ ...tenant, ...happening })))
    if (refused.length > 0) waiting.push(batch.filter(({ id }) => refused.includes(id)))
  }
}
