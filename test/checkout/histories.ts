/** Creates random histories of events in a small shop, and the store that results from a history. */

import { randomUUID } from 'node:crypto'
import type { Tenant } from '../../lib/core/tenant.ts'
import type { Inventory } from '../../lib/products/inventory.ts'
import { cart, type Envelope, item, order, send, withdrawal } from '../support/checkout.ts'
import { call, newTenant } from '../support/store.ts'
import { updateTallies } from '../support/stream-worker.ts'
import { stocked } from './rows.ts'
import { snapshotOf } from './snapshot.ts'

/** An event without the account and the mode to which it is sent. */
type HistoryEvent = Omit<Envelope, 'account' | 'mode'>

/** Returns a pseudo-random integer from 0 to `below` - 1. A seed determines a history, except its random UUIDs. */
type Random = (below: number) => number

export function randomOf(seed: number): Random {
  let state = seed >>> 0
  return below => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below
  }
}

const oneOf = <T>(random: Random, choices: readonly T[]): T => choices[random(choices.length)]!

interface World {
  tokens: string[]
  /** Ids of customers whose e-mail address never changes. */
  buyers: string[]
  /** Ids of customers whose e-mail address changes. */
  movers: string[]
  sessions: string[]
  products: number
}

const idsFor = (count: number) => Array.from({ length: count }, () => randomUUID())

export const newWorld = (orders: number, buyers = 3, products = 5): World => ({
  tokens: idsFor(orders),
  buyers: idsFor(buyers),
  movers: idsFor(2),
  sessions: idsFor(buyers),
  products,
})

const cities = ['Bremen', 'Kiel', 'Ulm']
const spellings = [(name: string) => name, (name: string) => name.toUpperCase(), (name: string) => ` ${name} `]
interface Person {
  id: string
  email: string
}

const buyerOf = (random: Random, { buyers }: World): Person => {
  const n = random(buyers.length)
  return { id: buyers[n]!, email: oneOf(random, spellings)(`buyer${n}@example.com`) }
}

/** Returns a customer from `movers`, with one of three e-mail addresses that no other customer uses. */
const moverOf = (random: Random, { movers }: World): Person => {
  const n = random(movers.length)
  return { id: movers[n]!, email: oneOf(random, spellings)(`mover${n}-${random(3)}@example.com`) }
}
const personOf = (random: Random, world: World) => oneOf(random, [buyerOf, moverOf])(random, world)

const addressOf = (random: Random) => ({
  firstName: 'Jane',
  name: oneOf(random, ['Doe', 'Ray']),
  city: oneOf(random, cities),
  country: 'DE',
})
const sizes = ['S', 'M[+2.00]', 'L']

const itemsOf = (random: Random, { products }: World) =>
  Array.from({ length: 1 + random(2) }, (_, n) => ({
    ...item({ uniqueId: `U${n}`, id: `P${random(products)}`, price: 1 + random(20) }),
    quantity: 1 + random(3),
    name: oneOf(random, ['Tee', 'Tea']),
    customFields: [{ name: 'Size', type: 'dropdown', options: sizes.join('|'), value: oneOf(random, sizes) }],
    ...(random(3) === 0 && { fileGuid: `file-${random(2)}`, daysUntilExpire: 99_999 }),
  }))

const discountsOf = (random: Random) => (random(2) === 0 ? [{ code: oneOf(random, ['one', 'TWO', 'none']) }] : [])
const dateOf = (random: Random) => new Date(Date.UTC(2026, 7, 1 + random(28), random(24))).toISOString()

type EventMaker = (random: Random, world: World) => Pick<HistoryEvent, 'eventName' | 'content'>

const tokenOf = (random: Random, { tokens }: World) => oneOf(random, tokens)

/** Returns the fields of an event that describe the buyer, who is a guest or a user with an id. */
const buyerFields = (random: Random, { id, email }: Person) =>
  oneOf(random, [{ email }, { email, user: { id, email } }, { email: undefined, user: { id, email } }])

const orderCompleted: EventMaker = (random, world) => ({
  eventName: 'order.completed',
  content: order({
    token: tokenOf(random, world),
    ...buyerFields(random, personOf(random, world)),
    creationDate: dateOf(random),
    completionDate: dateOf(random),
    modificationDate: random(2) ? dateOf(random) : undefined,
    status: oneOf(random, ['Processed', 'Pending', undefined]),
    finalGrandTotal: random(10_000) / 100,
    billingAddress: addressOf(random),
    items: itemsOf(random, world),
    discounts: discountsOf(random),
    metadata: random(2) ? { n: random(9) } : null,
  }),
})

const cartUpdated: EventMaker = (random, world) => ({
  eventName: 'cart.updated',
  content: cart({
    token: tokenOf(random, world),
    email: personOf(random, world).email,
    status: random(8) ? 'InProgress' : 'Cancelled',
    creationDate: random(2) ? dateOf(random) : undefined,
    items: itemsOf(random, world),
    discounts: discountsOf(random),
    billingAddress: random(2) ? addressOf(random) : undefined,
  }),
})

const statusChanged: EventMaker = (random, world) => ({
  eventName: 'order.status.changed',
  content: {
    token: tokenOf(random, world),
    status: oneOf(random, ['Shipped', 'Delivered', 'InProgress', undefined]),
    paymentStatus: oneOf(random, ['Paid', 'Refunded', undefined]),
  },
})

const withdrawalCreated: EventMaker = (random, world) => {
  const orderToken = tokenOf(random, world)
  const fields = { id: `W${random(2)}`, refundAmount: random(100), requestedAt: dateOf(random) }
  return { eventName: 'order.withdrawal.created', content: withdrawal(orderToken, fields) }
}

const withdrawalResolved: EventMaker = (random, world) => ({
  eventName: 'order.withdrawal.resolved',
  content: {
    id: `W${random(2)}`,
    orderToken: tokenOf(random, world),
    resolution: oneOf(random, ['Accepted', 'Refused']),
    resolvedAt: random(2) ? dateOf(random) : null,
  },
})

/**
 * The ids of refunds have the format of ids that this API creates. Ids of other systems would be replaced by ids that
 * depend on the account, and the test compares two accounts.
 */
const refundCreated: EventMaker = (random, world) => {
  const id = `00000000-0000-4000-8000-${String(random(1_000_000_000)).padStart(12, '0')}`
  const content = { id, orderToken: tokenOf(random, world), amount: 1 + random(50) }
  return { eventName: 'order.refund.created', content }
}

const downloaded: EventMaker = (random, world) => ({
  eventName: 'order.digital.downloaded',
  content: { orderToken: tokenOf(random, world), fileGuid: `file-${random(2)}` },
})

const registrationOf = (random: Random, { id, email }: Person) => ({
  eventName: 'customer.updated',
  content: {
    id,
    email,
    status: random(3) ? 'Unconfirmed' : 'Confirmed',
    creationDate: random(2) ? dateOf(random) : undefined,
    billingAddress: random(3) ? addressOf(random) : undefined,
  },
})

const customerUpdated: EventMaker = (random, world) => registrationOf(random, personOf(random, world))

const sessionCreated: EventMaker = (random, world) => {
  const { id, email } = personOf(random, world)
  const expires = oneOf(random, ['2099-01-01', '2098-01-01', '2020-01-01'])
  return {
    eventName: 'customer.session.created',
    content: { token: oneOf(random, world.sessions), expires, ...oneOf(random, [{ customerId: id }, { email }]) },
  }
}

const eventMakers = [
  orderCompleted,
  orderCompleted,
  cartUpdated,
  cartUpdated,
  statusChanged,
  statusChanged,
  withdrawalCreated,
  withdrawalCreated,
  withdrawalResolved,
  withdrawalResolved,
  refundCreated,
  downloaded,
  downloaded,
  customerUpdated,
  customerUpdated,
  sessionCreated,
]

const start = Date.UTC(2026, 8, 1)
const timeOf = (n: number) => new Date(start + n * 1000).toISOString()

/**
 * Returns the time of the event at index `n`. Two successive events may have the same millisecond. Their times then
 * differ only in the digits after it, or not at all.
 */
const randomTimeOf = (random: Random, n: number) =>
  timeOf(random(3) ? n : n - 1).replace('Z', `${oneOf(random, ['0000', '0001', '4999', '5'])}Z`)

/** Returns a random history of events, sorted by their stamps. */
export const historyOf = (random: Random, world: World, length: number): HistoryEvent[] =>
  Array.from({ length }, (_, n) => ({
    id: `event-${String(random(1000)).padStart(3, '0')}-${n}`,
    createdOn: randomTimeOf(random, n),
    ...oneOf(random, eventMakers)(random, world),
  }))
    .toSorted((one, other) => (sortKeyOf(one) < sortKeyOf(other) ? -1 : 1))
    .filter((event, n, history) => !hasPastAddress(event, history.slice(0, n)))

/**
 * Returns whether an order has only an e-mail address, and a customer from `movers` has had another address since. If
 * such an order arrives after the change of the address, it belongs to another customer. If it arrives before, it
 * belongs to the customer from `movers`.
 */
function hasPastAddress({ eventName, content }: HistoryEvent, earlier: Batch): boolean {
  const { id, email } = customerOf(content)
  if (eventName !== 'order.completed' || id || !email?.startsWith('mover')) return false
  const [mover] = email.split('-')
  return earlier
    .map(event => customerOf(event.content))
    .some(other => other.id && other.email !== email && other.email?.startsWith(`${mover}-`))
}

const sortKeyOf = ({ createdOn, id }: HistoryEvent) => `${createdOn.replace(/Z$/, '').padEnd(27, '0')} ${id}`

type Batch = readonly HistoryEvent[]

/** Returns the orders, customers, sessions and products that an event is about. */
const subjectsOf = ({ content: { token, orderToken, items, ...content } }: HistoryEvent): unknown[] => [
  token ?? orderToken,
  ...Object.values(customerOf(content)),
  ...((items ?? []) as { id: string }[]).map(({ id }) => id),
]

/** Returns the id and the e-mail address of the customer in an event. */
function customerOf(content: HistoryEvent['content']): { id?: unknown; email?: string } {
  const user = { ...(content.user ?? {}) } as Partial<Person>
  const id = content.id ?? content.customerId ?? user.id
  const email = content.email ?? user.email
  return { ...(id !== undefined && { id }), ...(email ? { email: String(email).trim().toLowerCase() } : {}) }
}

/**
 * Divides a history into batches, and keeps its sequence. Consecutive events are in one batch if they are about
 * different subjects.
 */
export function batchesInOrder(history: Batch): Batch[] {
  const batches: HistoryEvent[][] = [[]]
  const batchSubjects = new Set<unknown>()
  for (const event of history) {
    const subjects = subjectsOf(event)
    if (subjects.some(subject => batchSubjects.has(subject))) {
      batches.push([])
      batchSubjects.clear()
    }
    for (const subject of subjects) batchSubjects.add(subject)
    batches.at(-1)!.push(event)
  }
  return batches
}

/** Divides a history into batches with a random sequence of events. Every third event is contained twice. */
export function shuffledBatches(random: Random, history: Batch, size: number): Batch[] {
  const shuffled = [...history, ...history.filter((_, n) => n % 3 === 0)]
  for (let last = shuffled.length - 1; last > 0; last--) {
    const other = random(last + 1)
    ;[shuffled[last], shuffled[other]] = [shuffled[other]!, shuffled[last]!]
  }
  const count = Math.ceil(shuffled.length / size)
  return Array.from({ length: count }, (_, n) => shuffled.slice(n * size, (n + 1) * size))
}

const single: Inventory = { method: 'Single', stock: 100, allowOutOfStockPurchases: true }
const variant: Inventory = {
  method: 'Variant',
  allowOutOfStockPurchases: true,
  variants: sizes.map(option => ({
    variation: [{ name: 'Size', option }],
    stock: 100,
    allowOutOfStockPurchases: true,
  })),
}

/**
 * Creates a store with two discounts, a product of each inventory method, and one product that is archived in the
 * middle of the history.
 */
async function createStore(length: number): Promise<Tenant> {
  const tenant = await newTenant()
  const code = { trigger: 'Code', type: 'FixedAmount', amount: 1 }
  for (const name of ['ONE', 'TWO']) await call('discounts.create', tenant, { body: { ...code, name, code: name } })
  await stocked(tenant, 'P0', { inventory: single })
  await stocked(tenant, 'P1', { inventory: variant })
  await stocked(tenant, 'P2', { inventory: { method: 'Disabled' } })
  await stocked(tenant, 'P3', { archivedAt: timeOf(Math.floor(length / 2)) })
  return tenant
}

/** Creates a store, sends the batches with `concurrency` concurrent senders, and returns a snapshot of the store. */
export async function storeAfter(batches: readonly Batch[], length: number, concurrency = 1) {
  const tenant = await createStore(length)
  const queue = [...batches]
  await Promise.all(Array.from({ length: concurrency }, () => deliverAll(tenant, queue)))
  await updateTallies(tenant)
  const events = batches.flat()
  const sessions = events.filter(({ eventName }) => eventName === 'customer.session.created')
  return snapshotOf(tenant, {
    customers: uniqueTexts(events.filter(hasCustomer).map(({ content }) => customerOf(content).id)),
    sessions: uniqueTexts(sessions.map(({ content }) => content.token)),
  })
}

const hasCustomer = ({ eventName }: HistoryEvent) => /^(order\.completed|customer\.updated)$/.test(eventName)
const uniqueTexts = (values: unknown[]) =>
  [...new Set(values.filter(value => value !== undefined).map(String))].toSorted()

/** Sends the batches of the queue. Events that fail are sent again later, as SQS does. */
async function deliverAll(tenant: Tenant, queue: Batch[]): Promise<void> {
  for (let batch = queue.shift(); batch; batch = queue.shift()) {
    const failed = await send(...batch.map(event => ({ ...tenant, ...event })))
    if (failed.length > 0) queue.push(batch.filter(({ id }) => failed.includes(id)))
  }
}
