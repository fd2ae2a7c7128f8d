/** Finds the subscriptions, carts and orders of a customer, and erases their personal data in batches. */

import * as carts from '../carts/index.ts'
import { timestamp } from '../core/clock.ts'
import type { OrderToken, SubscriptionId } from '../core/ids.ts'
import { mapConcurrent } from '../core/map-concurrent.ts'
import type { Tenant } from '../core/tenant.ts'
import type { DataOwner } from '../customers/index.ts'
import * as orders from '../orders/index.ts'
import * as products from '../products/index.ts'
import { changeByKey } from '../store/change.ts'
import { readByKey } from '../store/save.ts'
import {
  type CustomerIdentifiers,
  idOf,
  nameOf,
  type PersonalObject,
  type UnreadableObject,
  type VersionedRow,
} from '../store/stored-object.ts'
import type { WalkPosition } from '../store/walk-store-rows.ts'
import { walkStoreRows } from '../store/walk-store-rows.ts'
import * as subscriptions from '../subscriptions/index.ts'

const maxConcurrent = 10
/**
 * The default number of objects in a batch. Batches are large, because the erasure of each batch reads all mails and
 * stored replies of the store.
 */
export const defaultBatchSize = 5000

const { orderDefinition } = orders
const { cartDefinition } = carts
const { subscriptionDefinition } = subscriptions
const personalObjects = [
  subscriptionDefinition,
  cartDefinition,
  orderDefinition,
] as readonly PersonalObject<VersionedRow>[]

export type FindOwner = (names: CustomerIdentifiers) => Promise<DataOwner>

/** The numbers of objects that have the address and are of other customers, by the ids of these customers. */
export type CountsByCustomer = Record<string, number>

/** Some of the customer's subscriptions, carts and orders. Only the fields that an erasure needs are kept in memory. */
export interface ObjectBatch {
  subscriptions: FoundObject[]
  carts: FoundObject[]
  orders: FoundObject[]
  ofOtherCustomers: CountsByCustomer
  unreadable: UnreadableObject[]
  /** The position where the search continues after this batch; null after the last batch. */
  next: WalkPosition | null
}

interface FoundObject {
  key: object
  /** The id of the object. An erasure finds the stored replies about orders and subscriptions by their ids. */
  id: string
  refundIds: string[]
  /** The lists whose names contain personal data of the object. */
  lists: string[]
}

interface Search {
  findOwner: FindOwner
  from?: WalkPosition | undefined
  onProgress: (text: string) => void
}

interface BatchSearch extends Search {
  batchSize: number
}

interface FoundRows {
  object: PersonalObject<VersionedRow>
  rows: VersionedRow[]
  /** The ids of other customers, one for each of their objects that has the address. */
  otherIds: string[]
  /** Damaged objects that are, or may be, of the customer. */
  unreadable: UnreadableObject[]
  next: WalkPosition | null
}

/** Reads all objects, because orders are on no list by e-mail address. Yields the customer's objects, page by page. */
async function* findRows(tenant: Tenant, { findOwner, from, onProgress }: Search): AsyncGenerator<FoundRows> {
  const counts: Record<string, number> = {}
  for await (const { object, rows, next } of walkStoreRows(tenant, personalObjects, { consistent: true, from })) {
    const { name } = object
    counts[name] = (counts[name] ?? 0) + rows.length
    onProgress(`${name}: ${counts[name]} read`)
    yield { ...(await selectRows(object as PersonalObject<VersionedRow>, rows, findOwner)), next }
  }
}

/** Returns the rows of the customer that can be erased, and the damaged rows that are, or may be, of the customer. */
async function selectRows(
  object: PersonalObject<VersionedRow>,
  rows: readonly VersionedRow[],
  findOwner: FindOwner,
): Promise<Omit<FoundRows, 'next'>> {
  const found: Omit<FoundRows, 'next'> = { object, rows: [], otherIds: [], unreadable: [] }
  for (const row of rows) {
    const { isCustomer, otherId } = await findOwner(customerIfReadable(object, row))
    const fault = faultOf(object, row, isCustomer)
    if (fault !== undefined) found.unreadable.push({ name: nameOf(object, row), fault })
    else if (isCustomer) found.rows.push(row)
    if (otherId) found.otherIds.push(otherId)
  }
  return found
}

function customerIfReadable({ personal }: PersonalObject<VersionedRow>, row: VersionedRow): CustomerIdentifiers {
  try {
    return personal.customerOf(row)
  } catch {
    return {}
  }
}

/**
 * Returns the fault of a row of the customer that cannot be erased because it is damaged. Also returns the fault of a
 * damaged row without an e-mail address, because the damage may be the reason.
 */
function faultOf(object: PersonalObject<VersionedRow>, row: VersionedRow, isOfCustomer: boolean): unknown {
  const { personal, listEntriesOf } = object
  try {
    if (isOfCustomer || !personal.customerOf(row).email) listEntriesOf(row)
    if (isOfCustomer && isErasable(object, row)) listEntriesOf(personal.erase(row, timestamp()))
    return undefined
  } catch (fault) {
    return fault
  }
}

interface ErasureCheck {
  hasObjects: boolean
  /** The ids of subscriptions that have not ended or wait for a payment operation, at most `maxNamed`. */
  openSubscriptions: string[]
}

const maxNamed = 100

/** Returns whether the customer has objects, and which of the customer's subscriptions cannot be erased yet. */
export async function checkBeforeErasure(tenant: Tenant, search: Search): Promise<ErasureCheck> {
  const check: ErasureCheck = { hasObjects: false, openSubscriptions: [] }
  for await (const { object, rows, unreadable } of findRows(tenant, search)) {
    check.hasObjects ||= rows.length + unreadable.length > 0
    const isOpen = (row: VersionedRow) => object.name === subscriptionDefinition.name && !isErasable(object, row)
    const open = rows.filter(isOpen).map(row => idOf(object, row))
    check.openSubscriptions = [...check.openSubscriptions, ...open].slice(0, maxNamed)
  }
  return check
}

/** Yields the customer's objects in batches. Yields at least one batch, which may be empty. */
export async function* findBatches(tenant: Tenant, search: BatchSearch): AsyncGenerator<ObjectBatch> {
  let batch = emptyBatch(null)
  for await (const { object, rows, otherIds, unreadable, next } of findRows(tenant, search)) {
    batch.next = next
    for (const id of otherIds) batch.ofOtherCustomers[id] = (batch.ofOtherCustomers[id] ?? 0) + 1
    batch.unreadable.push(...unreadable)
    listIn(batch, object).push(...rows.map(row => foundObject(object, row)))
    if (sizeOf(batch) < search.batchSize || !next) continue
    yield batch
    batch = emptyBatch(next)
  }
  yield batch
}

const emptyBatch = (next: WalkPosition | null): ObjectBatch => ({
  subscriptions: [],
  carts: [],
  orders: [],
  ofOtherCustomers: {},
  unreadable: [],
  next,
})
const sizeOf = (batch: ObjectBatch) => batch.subscriptions.length + batch.carts.length + batch.orders.length

function listIn({ subscriptions, carts, orders }: ObjectBatch, { name }: PersonalObject<VersionedRow>): FoundObject[] {
  if (name === orderDefinition.name) return orders
  return name === cartDefinition.name ? carts : subscriptions
}

function foundObject(object: PersonalObject<VersionedRow>, row: VersionedRow): FoundObject {
  const found = { key: object.keyOf(row), id: idOf(object, row), refundIds: [], lists: [] }
  if (object.name !== orderDefinition.name) return found
  const order = row as orders.OrderRow
  return { ...found, refundIds: Object.keys(order.refunds), lists: orders.personalListsOf(order) }
}

export interface ErasedObjects {
  counts: Record<'carts' | 'subscriptions' | 'orders', number>
  /** Orders that could not be erased yet, because a refund or a capture is under way. */
  pendingOrders: OrderToken[]
  /** Subscriptions that could not be erased yet, such as one that an event has added during the erasure. */
  pendingSubscriptions: SubscriptionId[]
  /** Objects that are, or may be, of the customer, and that are not erased because they are damaged. */
  unreadable: UnreadableObject[]
}

export async function eraseBatch({ carts, subscriptions, orders, unreadable }: ObjectBatch): Promise<ErasedObjects> {
  await eraseRows(cartDefinition, keysOf(carts))
  const pendingSubscriptions = await eraseRows(subscriptionDefinition, keysOf(subscriptions))
  const erasures = await mapConcurrent(keysOf(orders), maxConcurrent, eraseOrder)
  const pendingOrders = erasures.flatMap(({ pending }) => pending)
  const withDamagedProducts = erasures.flatMap(({ unreadable }) => unreadable ?? [])
  return {
    counts: {
      carts: carts.length,
      subscriptions: subscriptions.length - pendingSubscriptions.length,
      orders: orders.length - pendingOrders.length - withDamagedProducts.length,
    },
    pendingOrders: pendingOrders.map(({ token }) => token),
    pendingSubscriptions: pendingSubscriptions.map(({ id }) => id),
    unreadable: [...unreadable, ...withDamagedProducts],
  }
}

const keysOf = (found: readonly FoundObject[]) => found.map(({ key }) => key)

/**
 * An erasure may delete the buyer's choices in an order. These choices determine which variant was sold, so the stock is
 * updated before the order is erased.
 */
async function eraseOrder(key: object): Promise<OrderErasure> {
  const order = await readByKey(orderDefinition, key)
  if (!order) return { pending: [] }
  const isFreeText = await products.readFreeTextTest(order)
  if (!isFreeText) return { pending: [], unreadable: { name: nameOf(orderDefinition, order), fault: damagedProduct } }
  await products.applyMovementsOfOrder(order)
  const erase = (before: orders.OrderRow, erasedAt: string) => orders.eraseOrder(before, erasedAt, isFreeText)
  return { pending: await eraseRow(orderDefinition, key, erase) }
}

interface OrderErasure {
  /** The order, if it cannot be erased yet. */
  pending: orders.OrderRow[]
  unreadable?: UnreadableObject
}

const damagedProduct = new Error('a product cannot be read')

/** Returns whether the personal data in the row is no longer needed, and no payment operation is under way. */
const isErasable = <R extends VersionedRow>(object: PersonalObject<R>, row: R): boolean =>
  !object.personal.isNeeded?.(row) && !object.awaitedOperations?.(row).size

/** Erases the personal data in the rows with these keys. Returns the rows that cannot be erased yet. */
export async function eraseRows<R extends VersionedRow>(
  object: PersonalObject<R>,
  keys: readonly object[],
): Promise<R[]> {
  const pending = await mapConcurrent(keys, maxConcurrent, key => eraseRow(object, key, object.personal.erase))
  return pending.flat()
}

/** Returns the row if it cannot be erased yet. */
async function eraseRow<R extends VersionedRow>(
  object: PersonalObject<R>,
  key: object,
  erase: PersonalObject<R>['personal']['erase'],
): Promise<R[]> {
  const after: R | null = await changeByKey(object, key, before =>
    before && isErasable(object, before) ? erase(before, timestamp()) : null,
  )
  return !after || isErasable(object, after) ? [] : [after]
}
