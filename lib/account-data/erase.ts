/** Erases the personal data of one customer from all data of a store. */

import { now, timestamp } from '../core/clock.ts'
import { normalizeForComparison } from '../core/fields.ts'
import { mapConcurrent } from '../core/map-concurrent.ts'
import { Problem } from '../core/problem.ts'
import type { Tenant } from '../core/tenant.ts'
import * as customers from '../customers/index.ts'
import {
  isTallyOfEmptyListOutdated,
  removeEmptyTalliesOfList,
  removeTalliesOfEmptyLists,
} from '../lists/remove-tallies.ts'
import * as mail from '../mail/index.ts'
import * as orders from '../orders/index.ts'
import * as sessions from '../sessions/index.ts'
import { replacePersonalReplies } from '../store/replace-personal-replies.ts'
import type { CustomerIdentifiers } from '../store/stored-object.ts'
import type { WalkPosition } from '../store/walk-store-rows.ts'
import {
  type CountsByCustomer,
  checkBeforeErasure,
  defaultBatchSize,
  type ErasedObjects,
  eraseBatch,
  type FindOwner,
  findBatches,
  type ObjectBatch,
} from './erase-objects.ts'
import { waitForWriters, waitUntil } from './wait-for-writers.ts'

const maxConcurrent = 10

interface EraseOptions {
  email: string
  /** The endpoints that store replies, and the text that replaces an erased reply. */
  replies: { endpoints: readonly string[]; replacement: string }
  /**
   * The position from which an interrupted erasure continues. The customer's objects before this position are erased
   * already, unless the customer has come back since. Other data, such as mails, is erased again.
   */
  from?: WalkPosition | undefined
  /** The number of objects that are erased together. */
  batchSize?: number
  /**
   * This function is called with a text that describes the current step, and with the position from which an
   * interrupted erasure can continue. If an object cannot be erased yet, the position stays before this object.
   */
  onProgress: (text: string, next?: WalkPosition) => void
}

interface ErasureResult extends Omit<ErasedObjects, 'counts'> {
  counts: Record<string, number>
  /** The numbers of objects that were left because they are of other customers who had the address. */
  ofOtherCustomers: CountsByCustomer
}

interface CustomerErasure extends ErasureResult {
  /** True if the erasure did not continue from the position, because the customer has come back since. */
  hasReturned: boolean
}

/**
 * Erases all personal data of a customer. After an interruption, the erasure can be repeated, or continued from a
 * position. If the customer has come back since the interruption, there may be new data before this position, so the
 * erasure begins at the first object again. Earlier requests and events may still add objects, so the function waits
 * until these requests and events have ended, and searches again. The objects are found and erased in batches, so that a
 * customer may have any number of objects.
 */
export async function eraseCustomer(
  { account, mode }: Tenant,
  { email, from: position, ...options }: EraseOptions,
): Promise<CustomerErasure> {
  const tenant = { account, mode }
  const known = await customers.readIdentityByEmail(tenant, email)
  const hasReturned = !!position && (await customers.hasReturned(tenant, known))
  const from = hasReturned ? undefined : position
  const onProgress = (text: string) => options.onProgress(text, from)
  const mayHaveWriters = !from && (await mayBegin(tenant, known, onProgress))
  const { identity, ...erased } = await eraseIdentity(tenant, known, { email, onProgress, mayHaveWriters })
  const result = { ...emptyResult(erased.count), hasReturned }
  await eraseObjects(tenant, result, { ...options, from, email, identity })
  result.unreadable.unshift(...erased.unreadable)
  return result
}

interface ObjectErasure extends EraseOptions {
  identity: customers.CustomerIdentity
}

/** Erases the objects in batches, and adds what was erased to `result`. */
async function eraseObjects(
  tenant: Tenant,
  result: ErasureResult,
  { identity, email, from, batchSize = defaultBatchSize, ...options }: ObjectErasure,
): Promise<void> {
  let next = from
  const onProgress = (text: string) => options.onProgress(text, next)
  const findOwner = ownerFinder(tenant, identity)
  for await (const batch of findBatches(tenant, { findOwner, from, batchSize, onProgress })) {
    const names = [email, ...identity.ids]
    addTo(result, await eraseWithReplies(tenant, batch, { names, findOwner, replies: options.replies }))
    await removeErasedTallies(tenant, batch, seconds =>
      onProgress(`waiting ${seconds} s for the totals by city and postal code`),
    )
    const pending = [...result.pendingOrders, ...result.pendingSubscriptions, ...result.unreadable]
    if (pending.length === 0) next = batch.next ?? next
  }
}

/**
 * Returns whether the store has data of the customer. If it has, requests or events that began earlier may still add
 * data. Throws if a subscription of the customer has not ended, because its later payments would store personal data
 * again.
 */
async function mayBegin(
  tenant: Tenant,
  known: customers.CustomerIdentity,
  onProgress: (text: string) => void,
): Promise<boolean> {
  const { hasObjects, openSubscriptions } = await checkBeforeErasure(tenant, {
    findOwner: ownerFinder(tenant, known),
    onProgress,
  })
  if (openSubscriptions.length > 0)
    throw new Problem('state_conflict', {
      message: `The customer has subscriptions that have not ended: ${openSubscriptions.join(', ')}. Cancel them, and repeat the command when they have ended. Nothing was erased.`,
    })
  return known.ids.size > 0 || hasObjects
}

interface IdentityOptions extends Pick<EraseOptions, 'email' | 'onProgress'> {
  mayHaveWriters: boolean
}

/**
 * Erases the customer immediately, and again after earlier events have ended, because these events may create the
 * customer again.
 */
async function eraseIdentity(
  tenant: Tenant,
  known: customers.CustomerIdentity,
  { email, onProgress, mayHaveWriters }: IdentityOptions,
) {
  const since = timestamp()
  const { count } = await customers.erase(tenant, known, since)
  if (mayHaveWriters)
    await waitForWriters(since, seconds => onProgress(`waiting ${seconds} s for requests and events that began before`))
  const later = await customers.readIdentityByEmail(tenant, email)
  const second = await customers.erase(tenant, later, since)
  const identity = { ids: known.ids.union(later.ids), emailHashes: known.emailHashes.union(later.emailHashes) }
  return { identity, count: count + second.count, unreadable: second.unreadable }
}

const ownerFinder =
  (tenant: Tenant, identity: customers.CustomerIdentity): FindOwner =>
  names =>
    customers.findDataOwner(tenant, identity, names)

const emptyResult = (customerCount: number): ErasureResult => ({
  counts: { customers: customerCount, sessions: 0, mails: 0, replies: 0, carts: 0, subscriptions: 0, orders: 0 },
  pendingOrders: [],
  pendingSubscriptions: [],
  ofOtherCustomers: {},
  unreadable: [],
})

function addTo(result: ErasureResult, { counts, ofOtherCustomers, ...erased }: ErasureResult): void {
  addCounts(result.counts, counts)
  addCounts(result.ofOtherCustomers, ofOtherCustomers)
  result.pendingOrders.push(...erased.pendingOrders)
  result.pendingSubscriptions.push(...erased.pendingSubscriptions)
  result.unreadable.push(...erased.unreadable)
}

function addCounts(totals: Record<string, number>, counts: Record<string, number>): void {
  for (const [name, count] of Object.entries(counts)) totals[name] = (totals[name] ?? 0) + count
}

interface BatchErasure extends Pick<EraseOptions, 'replies'> {
  /** The e-mail address and the ids of the customer. */
  names: readonly string[]
  findOwner: FindOwner
}

/**
 * Erases a batch of objects, and the mails, sessions and stored replies that belong to them. Some mails and replies are
 * found only by the ids in the objects, so mails and replies are erased before the objects. A refund may add a mail or
 * a reply shortly before its order is erased, so mails and replies are erased again afterwards.
 */
async function eraseWithReplies(
  tenant: Tenant,
  batch: ObjectBatch,
  { names, findOwner, replies }: BatchErasure,
): Promise<ErasureResult> {
  const isOf = async (found: CustomerIdentifiers) => (await findOwner(found)).isCustomer
  const refundIds = new Set(batch.orders.flatMap(({ refundIds }) => refundIds))
  const hasPersonalData = containsAny([...names, ...[...batch.orders, ...batch.subscriptions].map(({ id }) => id)])
  const counts = {
    sessions: await sessions.removeOfCustomer(tenant, isOf),
    mails: await mail.erase(tenant, { refundIds, isOf }),
    replies: await replacePersonalReplies(tenant, { ...replies, hasPersonalData }),
  }
  const erased = await eraseBatch(batch)
  counts.mails += await mail.erase(tenant, { refundIds, isOf })
  counts.replies += await replacePersonalReplies(tenant, { ...replies, hasPersonalData })
  return { ...erased, ofOtherCustomers: batch.ofOtherCustomers, counts: { ...counts, ...erased.counts } }
}

const uuid = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g

/**
 * Returns a function that tells whether a reply contains at least one of `texts`. Most texts are ids, of which a batch
 * has thousands, so each id in the reply is looked up in a set. Only the other texts are searched for one by one.
 */
function containsAny(texts: readonly string[]) {
  const wanted = new Set(texts.map(normalizeForComparison))
  const others = [...wanted].filter(text => text.replace(uuid, '') !== '')
  return (reply: string) => {
    const text = reply.toLowerCase()
    return others.some(one => text.includes(one)) || (text.match(uuid) ?? []).some(id => wanted.has(id))
  }
}

/** The longest wait for the stream worker, which usually updates the totals one or two seconds after a change. */
const maxWaitMilliseconds = 30_000

/**
 * Deletes the totals of cities and postal codes that have no orders left, because the keys of these totals contain
 * personal data. First waits for the stream worker, which would otherwise write empty totals again. Also deletes empty
 * totals that an earlier, interrupted erasure has left.
 */
async function removeErasedTallies(
  { account, mode }: Tenant,
  batch: ObjectBatch,
  onWait: (seconds: number) => void,
): Promise<void> {
  const listNames = new Set(batch.orders.flatMap(({ lists }) => lists))
  const emptied = [...listNames].map(list => ({ account, mode, list }))
  const isDone = async () => !(await mapConcurrent(emptied, maxConcurrent, isTallyOfEmptyListOutdated)).some(Boolean)
  await waitUntil({ end: now().getTime() + maxWaitMilliseconds, isDone, onWait })
  await mapConcurrent(emptied, maxConcurrent, removeEmptyTalliesOfList)
  for (const prefix of orders.personalListPrefixes) await removeTalliesOfEmptyLists({ account, mode }, prefix)
}
