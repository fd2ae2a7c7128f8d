/** Erases the personal data of one customer from all data of a store. */

import * as carts from '../carts/index.ts'
import { now, timestamp } from '../core/clock.ts'
import { emailHash } from '../core/email.ts'
import { normalizeForComparison } from '../core/fields.ts'
import type { OrderToken, SubscriptionId } from '../core/ids.ts'
import { mapConcurrent } from '../core/map-concurrent.ts'
import { Problem } from '../core/problem.ts'
import type { Tenant } from '../core/tenant.ts'
import * as customers from '../customers/index.ts'
import { findEmptyLists, isEmptyTallyMissing, removeEmptyTalliesOfList } from '../lists/remove-tallies.ts'
import * as mail from '../mail/index.ts'
import * as orders from '../orders/index.ts'
import * as products from '../products/index.ts'
import * as sessions from '../sessions/index.ts'
import { changeByKey } from '../store/change.ts'
import { eraseReplies } from '../store/erase-replies.ts'
import { allRows, type CustomerIdentifiers, type PersonalObject, type VersionedRow } from '../store/stored-object.ts'
import * as subscriptions from '../subscriptions/index.ts'
import { waitForWriters, waitUntil } from './wait-for-writers.ts'

const maxConcurrent = 10

interface EraseOptions {
  email: string
  /** The endpoints that store replies, and the text that replaces an erased reply. */
  replies: { endpoints: readonly string[]; replacement: string }
  /** This function is called with a text that describes the current step. */
  onProgress: (text: string) => void
}

interface ErasureResult {
  counts: Record<string, number>
  /** Orders that could not be erased yet, because a refund or a capture is under way. */
  pendingOrders: OrderToken[]
  /** Subscriptions that events have added during the erasure. They are not erased, because they have not ended. */
  pendingSubscriptions: SubscriptionId[]
}

/**
 * Erases all personal data of a customer. After an interruption, the erasure can be repeated. Earlier requests and
 * events may still add objects, so the function waits until they have ended and searches again. Orders are erased last,
 * because the erasure of replies and mails needs the tokens and refunds of the orders.
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
  /**
   * A refund may have added a mail or a reply shortly before its order was erased, so mails and replies are erased
   * again.
   */
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

/**
 * Erases the customer at once, and again after earlier events have ended, because these events may create the customer
 * again.
 */
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
  const identity = { ids: known.ids.union(later.ids), emailHashes: known.emailHashes.union(later.emailHashes) }
  return { identity, count: first + second }
}

type IsOfCustomer = (names: CustomerIdentifiers) => boolean

const matcherOf =
  ({ ids, emailHashes }: customers.CustomerIdentity): IsOfCustomer =>
  ({ customerId, email, erasedEmailHash }) => {
    const hash = email ? emailHash(email) : erasedEmailHash
    return (customerId !== undefined && ids.has(customerId)) || (!!hash && emailHashes.has(hash))
  }

type CustomerObjects = Awaited<ReturnType<typeof findObjects>>

/** Finds the objects of a customer. All objects are read, because no index contains e-mail addresses. */
async function findObjects(tenant: Tenant, isOf: IsOfCustomer, onProgress: (text: string) => void) {
  const find = async <R extends VersionedRow>(object: PersonalObject<R>): Promise<R[]> => {
    const found: R[] = []
    let count = 0
    for await (const rows of allRows(object, tenant, { consistent: true })) {
      found.push(...rows.filter(row => isOf(object.personal.customerOf(row))))
      count += rows.length
      onProgress(`${object.name}: ${count} read`)
    }
    return found
  }
  return {
    subscriptions: await find(subscriptions.subscriptionDefinition),
    carts: await find(carts.cartDefinition),
    orders: await find(orders.orderDefinition),
  }
}

/** Throws if a subscription has not ended, because its later payments would store personal data again. */
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

/**
 * Erases carts, subscriptions and orders. The stock is updated before orders are erased, because the choices in an
 * order determine the variant that was sold.
 */
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

/** Returns whether the personal data in the row is no longer needed, and no payment operation is under way. */
const isErasable = <R extends VersionedRow>(object: PersonalObject<R>, row: R): boolean =>
  !object.personal.isNeeded?.(row) && !object.awaitedOperations?.(row).size

/** Erases the personal data in the rows. Returns the rows that cannot be erased yet. */
export async function eraseRows<R extends VersionedRow>(object: PersonalObject<R>, rows: readonly R[]): Promise<R[]> {
  const pending = await mapConcurrent(rows, maxConcurrent, async row => {
    const after = await changeByKey(object, row, before =>
      before && isErasable(object, before) ? object.personal.erase(before, timestamp()) : null,
    )
    return !after || isErasable(object, after) ? [] : [row]
  })
  return pending.flat()
}

/** The longest wait for the stream worker, which usually counts a change within one or two seconds. */
const maxWaitMilliseconds = 30_000

/**
 * Deletes the totals of cities and postal codes that have no orders left, because the keys of these totals contain
 * personal data. First waits for the stream worker, which would otherwise write empty totals again. Also deletes empty
 * totals that an earlier, interrupted erasure has left.
 */
async function removeErasedTallies(
  { account, mode }: Tenant,
  listNames: readonly string[],
  onWait: (seconds: number) => void,
): Promise<void> {
  const emptied = [...new Set(listNames)].map(list => ({ account, mode, list }))
  const isDone = async () => !(await mapConcurrent(emptied, maxConcurrent, isEmptyTallyMissing)).some(Boolean)
  await waitUntil({ end: now().getTime() + maxWaitMilliseconds, isDone, onWait })
  const earlier = orders.erasedListPrefixes.map(prefix => findEmptyLists({ account, mode }, prefix))
  const lists = [...emptied, ...(await Promise.all(earlier)).flat()]
  const byName = new Map(lists.map(list => [list.list, list]))
  await mapConcurrent([...byName.values()], maxConcurrent, removeEmptyTalliesOfList)
}
