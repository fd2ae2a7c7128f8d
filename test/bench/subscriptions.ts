/** Generates V1 and V3 subscriptions, and fills a store with them. */

import { eventStamp } from '../../lib/core/event-stamp.ts'
import type { CustomerId } from '../../lib/core/ids.ts'
import type { Tenant } from '../../lib/core/tenant.ts'
import { emptySubscription, rowAfterUpdate } from '../../lib/subscriptions/apply.ts'
import type { SubscriptionRow } from '../../lib/subscriptions/entity.ts'
import { StateReported, SubscriptionReported } from '../../lib/subscriptions/index.ts'
import { invoiceStates } from '../../lib/subscriptions/invoice-rules.ts'
import type { ChangeName } from '../../lib/subscriptions/rules.ts'
import { subscriptionDefinition } from '../../lib/subscriptions/stored-object.ts'
import { type EntryCounts, itemsOf, recountLists, writeItems } from './bulk.ts'
import { randomDate } from './orders.ts'
import { startProgress } from './progress.ts'
import { createRandom, type Random } from './random.ts'

const planCount = 40
const subscriptionsPerCustomer = 1.5
const names = 'Ada Ben Cleo Dan Eva Finn Gia Hugo Ida Jon Kim Leo Mia Nils Ola Pia Quinn Rosa Sam Tea'.split(' ')

/**
 * The states of V1 and of V3 subscriptions. Each state has its percentage of the V1 or V3 subscriptions. Each state
 * except `Active` has the change that leads to it.
 */
const states: Record<'V1' | 'V3', [state: string, change: ChangeName | undefined, weight: number][]> = {
  V1: [
    ['Active', undefined, 60],
    ['Paused', 'paused', 10],
    ['Canceled', 'cancelled', 30],
  ],
  V3: [
    ['Active', undefined, 55],
    ['Paused', 'paused', 10],
    ['CancellationRequested', 'cancellationRequested', 5],
    ['Stopped', 'cancelled', 20],
    ['Finished', 'finished', 10],
  ],
}
const invoiceWeights = { Paid: 80, Declined: 8, Unpaid: 6, Pending: 4, Void: 2 }

function weighted<T>({ integer }: Random, choices: readonly (readonly [T, number])[]): T {
  let rest = integer(choices.reduce((sum, [, weight]) => sum + weight, 0))
  for (const [choice, weight] of choices) {
    rest -= weight
    if (rest < 0) return choice
  }
  throw new Error('There are no choices.')
}

export interface ModelSubscription {
  id: string
  time: string
  engine: 'V1' | 'V3'
  state: string
  customerId: string
  /** The texts that filters search, in lower case. */
  plan: string
  subscriber: string
  invoiceState: string
}

function contentsOf(random: Random, id: string, customer: number) {
  const plan = random.integer(planCount)
  const creationDate = randomDate(random)
  const email = `subscriber-${customer}@example.com`
  const firstName = names[customer % names.length]
  const billingAddress = { firstName, name: `Family ${customer % 97}`, city: 'Bremen', country: 'DE' }
  const [name, userDefinedId] = [`Box number ${plan}`, `BOX-${plan}`]
  const v1 = {
    id,
    name,
    userDefinedId,
    itemId: `ITEM-${plan}`,
    amount: 5 + plan,
    quantity: 1,
    creationDate,
    initialOrderToken: random.guid(),
    gatewayId: `sub_${id}`,
    recurringShipping: true,
    user: { email, billingAddress },
    schedule: { interval: 'Month', intervalCount: 1, startsOn: creationDate },
  }
  const v3 = {
    selectedPlan: { userDefinedId, name, interval: 1, frequency: 'weekly' },
    initialOrder: { token: id, creationDate, email, currency: 'eur', total: 5 + plan, billingAddress },
    items: [{ id: userDefinedId, name, price: 5 + plan, quantity: 1 }],
    nextBillingDate: '2099-01-01T00:00:00Z',
  }
  const model = {
    id,
    time: creationDate,
    plan: `${name}\n${userDefinedId}`.toLowerCase(),
    subscriber: `${email}\n${firstName} ${billingAddress.name}`.toLowerCase(),
  }
  return { v1, v3, model }
}

interface Generated {
  row: SubscriptionRow
  model: ModelSubscription
}

function generate(tenant: Tenant, random: Random, customerIds: readonly CustomerId[]): Generated {
  const customer = random.skewedInteger(customerIds.length, 1.3)
  const customerId = customerIds[customer]!
  const { v1, v3, model } = contentsOf(random, random.guid(), customer)
  const engine = random.next() < 0.4 ? 'V1' : 'V3'
  const [state, change] = weighted(
    random,
    states[engine].map(([name, change, weight]) => [[name, change] as const, weight] as const),
  )
  const invoiceState = weighted(
    random,
    invoiceStates.map(name => [name, invoiceWeights[name]] as const),
  )
  const update =
    engine === 'V1' ? SubscriptionReported.parse(v1) : StateReported.parse({ subscription: v3 }).subscription
  const stamp = eventStamp(model.time, model.id)
  const event = { stamp, customerId, accountCurrency: 'EUR', timeZone: 'UTC', change }
  const row = rowAfterUpdate({ ...emptySubscription(tenant, update), version: 1 }, update, event)
  const totals = { spent: 1200, currency: 'eur', firstOn: model.time, lastOn: model.time, lastState: invoiceState }
  return { row: { ...row, totals }, model: { ...model, engine, state, customerId, invoiceState } }
}

/** Fills a store with subscriptions. Returns them as plain objects, with which the replies of the API are compared. */
export async function loadSubscriptions(tenant: Tenant, count: number): Promise<ModelSubscription[]> {
  const random = createRandom(5)
  const customerCount = Math.ceil(count / subscriptionsPerCustomer)
  const customerIds = Array.from({ length: customerCount }, () => random.guid() as CustomerId)
  const entryCounts: EntryCounts = new Map()
  const models: ModelSubscription[] = []
  const bar = startProgress(`loading ${count} subscriptions`, count)
  const items = function* () {
    for (let n = 0; n < count; n++) {
      const { row, model } = generate(tenant, random, customerIds)
      models.push(model)
      yield* itemsOf(subscriptionDefinition, row, entryCounts)
    }
  }
  await writeItems(items(), () => bar.update(models.length))
  bar.end()
  const shared = [...entryCounts.keys()].filter(partition => !/customer(Id)?=/.test(partition))
  await recountLists(shared)
  return models
}
