/** What each checkout event does. */

import * as z from 'zod'
import type { Account } from '../accounts/schemas.ts'
import * as carts from '../carts/index.ts'
import { emailHash } from '../core/email.ts'
import type { EventStamp } from '../core/event-stamp.ts'
import type { Tenant } from '../core/tenant.ts'
import * as customers from '../customers/index.ts'
import * as discounts from '../discounts/index.ts'
import * as orders from '../orders/index.ts'
import * as payments from '../payments/index.ts'
import * as products from '../products/index.ts'
import * as sessions from '../sessions/index.ts'
import * as subscriptions from '../subscriptions/index.ts'

interface Event<Content> {
  tenant: Tenant
  store: Account
  content: Content
  stamp: EventStamp
  eventId: string
}

interface EventHandler<S extends z.ZodType = z.ZodType> {
  schema: S
  /** A method, so that the handlers of all schemas are of one type. */
  apply(event: Event<z.output<S>>): Promise<unknown>
}

const defineHandler = <S extends z.ZodType>(schema: S, apply: EventHandler<S>['apply']): EventHandler => ({
  schema,
  apply,
})

const subscriptionEventNames = [
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

const subscriptionHandler = (eventName: string) =>
  defineHandler(z.record(z.string(), z.unknown()), ({ tenant, content, stamp }) =>
    subscriptions.saveEvent(tenant, { eventName, content }, stamp),
  )

const handlers = new Map<string, EventHandler>([
  ['cart.updated', defineHandler(carts.CartUpdated, applyCartUpdated)],
  ['order.completed', defineHandler(orders.CompletedOrder, applyOrderCompleted)],
  [
    'order.status.changed',
    defineHandler(orders.StatusChanged, ({ tenant, content, stamp }) =>
      orders.changeStatus(tenant, content, stamp),
    ),
  ],
  [
    'order.withdrawal.created',
    defineHandler(orders.WithdrawalCreated, ({ tenant, content, stamp }) =>
      orders.addWithdrawal(tenant, content, stamp),
    ),
  ],
  [
    'order.withdrawal.resolved',
    defineHandler(orders.WithdrawalResolved, ({ tenant, content, stamp }) =>
      orders.resolveWithdrawal(tenant, content, stamp),
    ),
  ],
  [
    'order.refund.created',
    defineHandler(orders.RefundCreated, ({ tenant, store, content, stamp }) =>
      orders.addRefund(tenant, content, { stamp, store }),
    ),
  ],
  [
    'order.digital.downloaded',
    defineHandler(orders.DigitalDownloaded, ({ tenant, content, eventId }) =>
      orders.countDownload(tenant, content, eventId),
    ),
  ],
  [
    'customer.updated',
    defineHandler(customers.CustomerUpdated, ({ tenant, store, content, stamp }) =>
      customers.upsertCustomer(tenant, content, stamp, { accountCurrency: store.currency }),
    ),
  ],
  [
    'customer.session.created',
    defineHandler(sessions.SessionCreated, ({ tenant, content, stamp }) =>
      sessions.create(tenant, content, stamp),
    ),
  ],
  ...subscriptionEventNames.map(name => [name, subscriptionHandler(name)] as const),
])

/** Undefined for an unknown event. */
export const eventHandlerOf = (eventName: string): EventHandler | undefined => handlers.get(eventName)

async function applyCartUpdated({ tenant, store, content, stamp }: Event<carts.CartUpdated>) {
  const discountIds = await discounts.discountIdsOf(tenant, content.discounts)
  const accountCurrency = store.currency
  await products.upsertProducts(tenant, content, { stamp, accountCurrency })
  await carts.upsertCart(tenant, content, stamp, { cartDays: store.cartDays, accountCurrency, discountIds })
}

/** Every step may be repeated, so an event that failed half way is simply applied again. */
async function applyOrderCompleted(event: Event<orders.CompletedOrder>) {
  const { tenant, store, content, stamp } = event
  const accountCurrency = store.currency
  orders.requireStorable(tenant, content, stamp, accountCurrency)
  const [tracksStock, customerId, discountIds] = await Promise.all([
    products.upsertProducts(tenant, content, { stamp, accountCurrency }),
    upsertBuyer(event),
    discounts.discountIdsOf(tenant, content.discounts),
  ])
  const connections = { accountCurrency, tracksStock, customerId, discountIds }
  const order = await orders.complete(tenant, content, stamp, connections)
  await customers.reassignGuestOrders(tenant, order.customerId)
  await carts.complete(tenant, content.token)
  await products.updateStock(order)
  await payments.rememberPayment(tenant, content.paymentTransactionId, content.token)
}

/** An order without any e-mail address has no customer. */
async function upsertBuyer({ tenant, store, content, stamp }: Event<orders.CompletedOrder>) {
  const { user, addresses } = content
  const email = content.email ?? user?.email
  if (!email) return undefined
  const { id = null, creationDate = null, status } = user && isBuyer(user, email) ? user : {}
  const isConfirmed = status?.toLowerCase() === 'confirmed'
  const update = { id, email, isRegistration: false, creationDate, isConfirmed, addresses }
  return customers.upsertCustomer(tenant, update, stamp, { accountCurrency: store.currency })
}

/** An order with an address other than the user's own may be for another person. */
const isBuyer = (user: { email?: string | null | undefined }, email: string) =>
  !user.email || emailHash(user.email) === emailHash(email)
