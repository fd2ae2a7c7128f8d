/** What each event of the checkout does. */

import * as z from 'zod'
import type { Account } from '../accounts/schemas.ts'
import * as carts from '../carts/index.ts'
import { emailHash } from '../core/email.ts'
import type { EventStamp } from '../core/event-stamp.ts'
import type { Tenant } from '../core/tenant.ts'
import * as customers from '../customers/index.ts'
import * as discounts from '../discounts/index.ts'
import * as orders from '../orders/index.ts'
import * as products from '../products/index.ts'
import * as sessions from '../sessions/index.ts'
import * as subscriptions from '../subscriptions/index.ts'

/** Beside what is told: whose store it is, when it was said, and the event's name for itself. */
interface Told<T> {
  tenant: Tenant
  store: Account
  content: T
  stamp: EventStamp
  eventId: string
}

interface EventHandler<S extends z.ZodType = z.ZodType> {
  content: S
  happen: (told: Told<z.output<S>>) => Promise<unknown>
}

const effect = <S extends z.ZodType>(content: S, happen: EventHandler<S>['happen']): EventHandler =>
  ({ content, happen }) as unknown as EventHandler

const ofSubscriptions = [
  'subscription.created',
  'subscription.paused',
  'subscription.resumed',
  'subscription.cancelled',
  'subscription.invoice.created',
  'v3/subscription.created',
  'v3/subscription.invoice.payment.succeeded',
  'v3/subscription.invoice.payment.failed',
  'v3/subscription.state.cancellationRequested',
  'v3/subscription.state.cancelled',
  'v3/subscription.state.finished',
]

const keptAs = (eventName: string) =>
  effect(z.record(z.string(), z.unknown()), ({ tenant, content, stamp }) =>
    subscriptions.storeEvent(tenant, { eventName, content }, stamp),
  )

const effects: Record<string, EventHandler> = {
  'cart.updated': effect(carts.CartUpdated, cartUpdated),
  'order.completed': effect(orders.CompletedOrder, orderCompleted),
  'order.status.changed': effect(orders.StatusChanged, ({ tenant, content, stamp }) =>
    orders.changeStatus(tenant, content, stamp),
  ),
  'order.withdrawal.created': effect(orders.WithdrawalCreated, ({ tenant, content, stamp }) =>
    orders.addWithdrawal(tenant, content, stamp),
  ),
  'order.withdrawal.resolved': effect(orders.WithdrawalResolved, ({ tenant, content, stamp }) =>
    orders.resolveWithdrawal(tenant, content, stamp),
  ),
  'order.digital.downloaded': effect(orders.DigitalDownloaded, ({ tenant, content, eventId }) =>
    orders.countDownload(tenant, content, eventId),
  ),
  'customer.updated': effect(customers.CustomerUpdated, ({ tenant, content, stamp }) =>
    customers.upsertCustomer(tenant, content, stamp),
  ),
  'customer.session.created': effect(sessions.SessionCreated, ({ tenant, content, stamp }) =>
    sessions.create(tenant, content, stamp),
  ),
  ...Object.fromEntries(ofSubscriptions.map(eventName => [eventName, keptAs(eventName)])),
}

/** What events do that have this name; nothing is known of any other. */
export const eventHandlerOf = (eventName: string): EventHandler | undefined =>
  Object.hasOwn(effects, eventName) ? effects[eventName] : undefined

async function cartUpdated({ tenant, store, content, stamp }: Told<carts.CartUpdated>) {
  const discountIds = await discounts.discountIdsOf(tenant, content.discounts)
  await products.upsertProducts(tenant, content.items, stamp)
  await carts.upsertCart(tenant, content, stamp, {
    cartDays: store.cartDays,
    accountCurrency: store.currency,
    discountIds,
  })
}

/** Every step may be done again, so that an event that broke off halfway is simply taken once more. */
async function orderCompleted({ tenant, content, stamp }: Told<orders.CompletedOrder>) {
  const [hasStock, customerId, discountIds] = await Promise.all([
    products.upsertProducts(tenant, content.items, stamp),
    buyer({ tenant, content, stamp }),
    discounts.discountIdsOf(tenant, [...content.discounts, ...content.promocodes]),
  ])
  const order = await orders.complete(tenant, content, stamp, { hasStock, customerId, discountIds })
  await customers.reassignGuestOrders(tenant, order.customerId)
  await carts.complete(tenant, content.token)
  await products.takeStock(order)
}

/** With an address that is not their own, somebody may have ordered for somebody else. */
const isOf = (user: { email?: string | null | undefined }, email: string) =>
  !user.email || emailHash(user.email) === emailHash(email)

/** Who has ordered without an e-mail address is nobody we could name. */
async function buyer({
  tenant,
  content,
  stamp,
}: Pick<Told<orders.CompletedOrder>, 'tenant' | 'content' | 'stamp'>) {
  const { user, addresses } = content
  const email = content.email ?? user?.email
  if (!email) return undefined
  const { id = null, creationDate = null, status } = user && isOf(user, email) ? user : {}
  const isConfirmed = status?.toLowerCase() === 'confirmed'
  const told = { id, email, isRegistration: false, creationDate, isConfirmed, addresses }
  return customers.upsertCustomer(tenant, told, stamp)
}
