/** Erases the personal data of one customer from all data of a store. */

import * as carts from '../carts/index.ts'
import { timestamp } from '../core/clock.ts'
import type { OrderToken, SubscriptionId } from '../core/ids.ts'
import { mapConcurrent } from '../core/map-concurrent.ts'
import { normalizeForComparison } from '../core/normalize-for-comparison.ts'
import { Problem } from '../core/problem.ts'
import type { Tenant } from '../core/tenant.ts'
import * as customers from '../customers/index.ts'
import * as mail from '../mail/index.ts'
import * as orders from '../orders/index.ts'
import * as products from '../products/index.ts'
import * as sessions from '../sessions/index.ts'
import { eraseReplies } from '../store/erase-replies.ts'
import * as subscriptions from '../subscriptions/index.ts'
import { type CustomerObjects, eraseRows, findObjects, isErasable, matcherOf } from './customer-objects.ts'
import { removeErasedTallies } from './remove-erased-tallies.ts'
import { waitForWriters } from './wait-for-writers.ts'

export interface EraseOptions {
  email: string
  /** The endpoints that store replies, and the reply to repeated requests whose stored reply is erased. */
  replies: { endpoints: readonly string[]; replacement: string }
  /** Called with a text that describes the current step. */
  onProgress: (text: string) => void
}

export interface ErasureResult {
  counts: Record<string, number>
  /** Orders that could not be erased yet, because a refund or a capture is under way. */
  pendingOrders: OrderToken[]
  /** Subscriptions that were not erased, because they have not ended. Events added them during the erasure. */
  pendingSubscriptions: SubscriptionId[]
}

/**
 * Can be repeated. Searches the objects a second time after earlier requests and events have ended; later events add no
 * objects. Orders are erased last, as their tokens and refunds identify the replies and mails to erase.
 */
export async function eraseCustomer(
  { account, mode }: Tenant,
  { email, replies, onProgress }: EraseOptions,
): Promise<ErasureResult> {
  const tenant = { account, mode }
  const known = await customers.findIdentity(tenant, email)
  const before = await findObjects(tenant, matcherOf(known), onProgress)
  requireEnded(before)
  const mayHaveWriters = known.ids.size > 0 || Object.values(before).some(rows => rows.length > 0)
  const { identity, count } = await eraseIdentity(tenant, known, { email, onProgress, mayHaveWriters })
  const isOf = matcherOf(identity)
  const found = await findObjects(tenant, isOf, onProgress)
  const refundIds = new Set(found.orders.flatMap(({ refunds }) => Object.keys(refunds)))
  const hasPersonalData = containsAny([email, ...identity.ids, ...idsIn(found)])
  const counts = {
    customers: count,
    sessions: await sessions.erase(tenant, isOf),
    mails: await mail.erase(tenant, { refundIds, isOf }),
    replies: await eraseReplies(tenant, { ...replies, hasPersonalData }),
  }
  const objects = await eraseObjects(found)
  /** Mails and replies are erased again, as a refund may have added some before its order was erased. */
  counts.mails += await mail.erase(tenant, { refundIds, isOf })
  counts.replies += await eraseReplies(tenant, { ...replies, hasPersonalData })
  await removeErasedTallies(tenant, found.orders.flatMap(orders.erasedListsOf), seconds =>
    onProgress(`waiting ${seconds} s for the totals by city and postal code`),
  )
  return { ...objects, counts: { ...counts, ...objects.counts } }
}

interface IdentityOptions extends Pick<EraseOptions, 'email' | 'onProgress'> {
  mayHaveWriters: boolean
}

/** Erases the customer again after a wait, because an event that began before may have added the customer again. */
async function eraseIdentity(
  tenant: Tenant,
  known: customers.CustomerIdentity,
  { email, onProgress, mayHaveWriters }: IdentityOptions,
) {
  const since = timestamp()
  const first = await customers.erase(tenant, known, since)
  if (mayHaveWriters)
    await waitForWriters(since, seconds => onProgress(`waiting ${seconds} s for requests and events that began before`))
  const later = await customers.findIdentity(tenant, email)
  const second = await customers.erase(tenant, later, since)
  const identity = {
    ids: new Set([...known.ids, ...later.ids]),
    emailHashes: new Set([...known.emailHashes, ...later.emailHashes]),
  }
  return { identity, count: first + second }
}

/** Throws if a subscription has not ended, because its later payments would store the address again. */
function requireEnded({ subscriptions: rows }: CustomerObjects): void {
  const open = rows.filter(row => !isErasable(subscriptions.subscriptionDefinition, row)).map(({ id }) => id)
  if (open.length > 0)
    throw new Problem('state_conflict', {
      message: `The customer has subscriptions that have not ended: ${open.join(', ')}. Cancel them, and repeat the command when they have ended. Nothing was erased.`,
    })
}

const idsIn = (found: CustomerObjects): string[] => [
  ...found.orders.map(({ token }) => token),
  ...found.subscriptions.map(({ id }) => id),
]

function containsAny(texts: readonly string[]) {
  const wanted = texts.map(normalizeForComparison)
  return (reply: string) => {
    const text = reply.toLowerCase()
    return wanted.some(one => text.includes(one))
  }
}

const maxConcurrent = 10

/** Updates the stock before it erases orders, because the choices in an order tell which variant was sold. */
async function eraseObjects(found: CustomerObjects): Promise<ErasureResult> {
  await eraseRows(carts.cartDefinition, found.carts)
  const pendingSubscriptions = await eraseRows(subscriptions.subscriptionDefinition, found.subscriptions)
  await mapConcurrent(found.orders, maxConcurrent, products.moveStockOfOrder)
  const pendingOrders = await eraseRows(orders.orderDefinition, found.orders)
  return {
    counts: {
      carts: found.carts.length,
      subscriptions: found.subscriptions.length - pendingSubscriptions.length,
      orders: found.orders.length - pendingOrders.length,
    },
    pendingOrders: pendingOrders.map(({ token }) => token),
    pendingSubscriptions: pendingSubscriptions.map(({ id }) => id),
  }
}
