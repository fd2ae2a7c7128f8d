/** Tests which customer a subscription belongs to, and how customers count their subscriptions. */

import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import type { Tenant } from '../../lib/core/tenant.ts'
import { importObject } from '../../lib/import/index.ts'
import * as customers from '../customers/calls.ts'
import { address, sendEvent } from '../support/checkout.ts'
import { newTenant } from '../support/store.ts'
import { updateTallies } from '../support/stream-worker.ts'
import {
  at,
  createV1,
  createV3,
  dashboardGet,
  dashboardList,
  get,
  renew,
  report,
  v1Subscription,
  v3,
  v3Subscription,
} from './calls.ts'

const email = 'jane.doe@example.com'

async function countOf(tenant: Tenant, id: string): Promise<number> {
  await updateTallies(tenant)
  return (await customers.get(tenant, id)).body.statistics.subscriptionsCount
}

async function createV3WithoutEmail(tenant: Tenant, customerDetailsId: string): Promise<string> {
  const content = v3Subscription({ customerDetailsId })
  const initialOrder = { ...(content.initialOrder as object), email: null }
  await sendEvent(tenant, 'v3/subscription.created', { ...content, initialOrder })
  return content.id
}

test('a subscription creates its customer, with the address', async () => {
  const tenant = await newTenant()
  const user = { id: randomUUID(), email, billingAddress: address({ city: 'Kiel' }), status: 'Confirmed' }
  await createV1(tenant, { user })
  expect((await customers.get(tenant, user.id)).body).toMatchObject({
    email,
    billingAddressCity: 'Kiel',
    status: 'Confirmed',
  })
})

test('the customer of a V3 subscription has the e-mail address of its initial order', async () => {
  const tenant = await newTenant()
  const id = await customers.register(tenant, { email })
  const subscription = await createV3(tenant)
  expect((await dashboardGet(tenant, subscription, v3)).body.user.id).toBe(id)
})

test('a V3 subscription without an address belongs to the customer who has the id of its event now', async () => {
  const tenant = await newTenant()
  const id = await customers.register(tenant, { email })
  await customers.remove(tenant, id)
  await customers.register(tenant, { id, email })
  const newId = (await customers.idOf(tenant, email))!
  expect(newId).not.toBe(id)
  const subscription = await createV3WithoutEmail(tenant, id)
  expect((await dashboardGet(tenant, subscription, v3)).body.user.id).toBe(newId)
  expect(await countOf(tenant, newId)).toBe(1)
})

/** Reports the payment of a V3 subscription as the hosted service does: without the e-mail address and the customer. */
async function renewWithoutEmail(tenant: Tenant, id: string): Promise<void> {
  const { email: _, ...initialOrder } = v3Subscription({ id }).initialOrder
  const billingAddress = address({ firstName: 'Other' })
  await renew(
    tenant,
    id,
    'succeeded',
    { email: null },
    { initialOrder: { ...initialOrder, billingAddress }, customerDetailsId: randomUUID() },
  )
}

const importedV3 = (id: string, user: object) => ({
  summary: { creationDate: '2026-08-03T10:00:00Z' },
  details: {
    id,
    name: 'Tea of the week',
    state: 'Active',
    user,
    schedule: { interval: 'Week', intervalCount: 1 },
    amount: 10,
    quantity: 1,
  },
  invoices: [],
})

const inSequences = (...names: string[]) =>
  test.each([
    [names],
    [names.toReversed()],
    [[...names, ...names]],
    [[...names.toReversed(), ...names.toReversed()]],
  ] as const)

inSequences('import', 'renewal')(
  'a V3 subscription keeps its subscriber if payments are reported without one: %j',
  async steps => {
    const tenant = await newTenant()
    const user = { id: await customers.register(tenant, { email }), email, billingAddressName: 'Jane Doe' }
    const id = randomUUID()
    const stepOf: Record<string, () => Promise<unknown>> = {
      import: () => importObject('subscriptions', tenant, importedV3(id, user) as never),
      renewal: () => renewWithoutEmail(tenant, id),
    }
    for (const step of steps) await stepOf[step]!()
    expect((await dashboardGet(tenant, id, v3)).body.user).toEqual(user)
    expect(await countOf(tenant, user.id)).toBe(1)
    for (const [name, value] of Object.entries({ customerId: user.id, userDefinedCustomerNameOrEmail: email }))
      expect((await dashboardList(tenant, { [name]: value })).body.items).toMatchObject([{ id, subscriber: email }])
  },
)

inSequences('created', 'renewal')('an event without an e-mail address keeps the subscriber: %j', async steps => {
  const tenant = await newTenant()
  const [user, createdOn] = [await customers.register(tenant, { email }), '2026-08-03T10:00:00Z']
  const id = randomUUID()
  const stepOf: Record<string, () => Promise<unknown>> = {
    created: () => createV3(tenant, { id }, { createdOn }),
    renewal: () => renewWithoutEmail(tenant, id),
  }
  for (const step of steps) await stepOf[step]!()
  expect((await dashboardGet(tenant, id, v3)).body.user).toEqual({ id: user, email, billingAddressName: 'Jane Doe' })
})

test('the newest e-mail address of a subscription is kept, even if it arrives after an event without one', async () => {
  const tenant = await newTenant()
  const id = randomUUID()
  const [first, second] = [{ email: 'first@example.com' }, { email: 'second@example.com' }]
  const sendAt = (minute: number, name: string, user: object | null) =>
    sendEvent(tenant, `subscription.${name}`, v1Subscription({ id, user }), at(minute))
  await sendAt(1, 'created', first)
  await sendAt(3, 'resumed', null)
  expect((await get(tenant, id)).body.user).toMatchObject(first)
  await sendAt(2, 'paused', second)
  expect((await get(tenant, id)).body.user).toEqual({ ...second, id: await customers.idOf(tenant, second.email) })
})

test('a customer counts a subscription that was reported before them', async () => {
  const tenant = await newTenant()
  const id = randomUUID()
  await createV3WithoutEmail(tenant, id)
  await updateTallies(tenant)
  await customers.register(tenant, { id, email })
  expect(await countOf(tenant, id)).toBe(1)
})

test('customers count their subscriptions that have not ended', async () => {
  const tenant = await newTenant()
  const user = { id: randomUUID(), email }
  const v1 = v1Subscription({ user })
  await sendEvent(tenant, 'subscription.created', v1)
  const v3Id = await createV3(tenant)
  expect(await countOf(tenant, user.id)).toBe(2)
  await report(tenant, v3Id, 'cancellationRequested')
  await sendEvent(tenant, 'subscription.paused', v1)
  expect(await countOf(tenant, user.id)).toBe(2)
  await report(tenant, v3Id, 'finished')
  expect(await countOf(tenant, user.id)).toBe(1)
  await sendEvent(tenant, 'subscription.cancelled', v1)
  expect(await countOf(tenant, user.id)).toBe(0)
})

test('the subscriptions of a guest become those of the customer whom the guest turns out to be', async () => {
  const tenant = await newTenant()
  const id = await customers.register(tenant, { email: 'old@example.com' })
  const subscription = await createV1(tenant, { user: { email } })
  const guest = (await get(tenant, subscription)).body.user.id
  await customers.register(tenant, { id, email })
  await updateTallies(tenant)
  expect(guest).not.toBe(id)
  expect((await get(tenant, subscription)).body.user.id).toBe(id)
  expect(await countOf(tenant, id)).toBe(1)
  expect((await dashboardList(tenant, { customerId: id })).body.items).toMatchObject([{ id: subscription }])
  expect((await dashboardList(tenant, { customerId: guest })).body.totalItems).toBe(0)
})

test('deleting a customer keeps the subscription', async () => {
  const tenant = await newTenant()
  const user = { id: randomUUID(), email }
  const id = await createV1(tenant, { user })
  const { body } = await get(tenant, id)
  expect((await customers.remove(tenant, user.id)).status).toBe(204)
  await updateTallies(tenant)
  expect((await get(tenant, id)).body).toEqual(body)
  expect((await dashboardList(tenant, { customerId: user.id })).body.totalItems).toBe(1)
})
