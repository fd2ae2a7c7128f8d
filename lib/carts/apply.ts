/** Applies checkout events, imports and customer updates to carts. */

import { isDeepStrictEqual } from 'node:util'
import * as accounts from '../accounts/index.ts'
import type { Addresses } from '../core/address.ts'
import { timestamp } from '../core/clock.ts'
import {
  earlierOf,
  laterOf,
  mergeImported,
  mergeLatest,
  mergeLatestNow,
  type StampedEvent,
  stampTime,
} from '../core/event-stamp.ts'
import type { OrderToken } from '../core/ids.ts'
import type { Tenant } from '../core/tenant.ts'
import { parseInput } from '../core/validation.ts'
import * as orders from '../orders/entity.ts'
import { requirePackedSize } from '../store/attributes.ts'
import { type ChangeResult, changeByKeyWithResult } from '../store/change.ts'
import { retryOnConflict } from '../store/conditional-write.ts'
import { readByKey, remove } from '../store/save.ts'
import type { ExtraWrite } from '../store/transaction.ts'
import { toStoredAmounts } from './amounts.ts'
import type { CartUpdated } from './checkout-events.ts'
import { type CartFields, type CartRow, keyOf } from './entity.ts'
import { isNotExpired, isOpen } from './lists.ts'
import { present } from './presenter.ts'
import { Cart } from './schemas.ts'
import { cartDefinition } from './stored-object.ts'

interface CartContext {
  /** The number of days until an idle cart expires. */
  cartDays: number
  accountCurrency: string
  discountIds: string[]
}

type CartEvent = StampedEvent<CartUpdated>

/** Saves an event's cart, unless its order is complete or the cart was erased since. Events arrive in any sequence. */
export async function upsertCart(event: CartEvent, context: CartContext): Promise<void> {
  const { tenant, content } = event
  await change(tenant, content.token, before => rowAfter(before, event, { ...context, merge: mergeLatest }))
}

/** Saves a cart, unless it has expired or was erased, or its order is complete. `importStamp` must make the stamp. */
export async function importCart(event: CartEvent, context: CartContext): Promise<ChangeResult> {
  const { tenant, content } = event
  const imported = { ...context, merge: mergeImported }
  const { result } = await change(tenant, content.token, before => {
    const after = rowAfter(before, event, imported)
    if (!after || !isNotExpired(after)) return null
    requirePackedSize('cart', after.latest, maxBytes)
    return after
  })
  return result
}

/** An imported cart may have at most this size after compression. Carts in events are always smaller. */
const maxBytes = 300_000

function rowAfter(
  data: CartRow | null,
  { tenant, content, stamp }: CartEvent,
  { merge, cartDays, accountCurrency, discountIds }: CartContext & { merge: typeof mergeLatest },
): CartRow | null {
  if (data?.erasedAt && stampTime(stamp) <= data.erasedAt) return null
  const creationDate = content.creationDate ?? stampTime(stamp)
  const before: CartRow = data ?? { ...keyOf(tenant, content.token), ...emptyCart, creationDate }
  const latest = merge<CartFields>(before.latest, cartFieldsOf(content, accountCurrency), stamp)
  const isLatest = latest.content?.stamp === stamp
  return {
    ...before,
    latest,
    ...(isLatest && { discountIds }),
    creationDate: earlierOf(before.creationDate, creationDate),
    ...changedAt(before, content.modificationDate ?? stampTime(stamp), cartDays),
  }
}

export function cartFieldsOf(event: CartUpdated, accountCurrency: string) {
  const { email, addresses, billingAddress, shippingAddress, ...content } = event
  return {
    content: toStoredAmounts(content, content.currency?.trim() || accountCurrency),
    email: email ?? undefined,
    addresses: addresses ?? undefined,
  }
}

const emptyCart = { version: 0, latest: {}, modifiedAt: '', expiresAt: 0 }
const dayInSeconds = 24 * 3600

function changedAt({ modifiedAt: before }: CartRow, at: string, days: number) {
  const modifiedAt = laterOf(before, at)
  return { modifiedAt, expiresAt: Math.floor(Date.parse(modifiedAt) / 1000) + days * dayInSeconds }
}

/** Does nothing if no open cart has the token. */
export async function setEmailAndAddresses(
  tenant: Tenant,
  token: OrderToken,
  customer: { email: string; addresses: Addresses | undefined },
): Promise<void> {
  const { cartDays } = await accounts.get(tenant.account)
  await change(tenant, token, before => {
    if (!before || !isOpen(before) || !isNotExpired(before)) return null
    const latest = mergeLatestNow<CartFields>(before.latest, customer)
    return { ...before, latest, ...changedAt(before, timestamp(), cartDays) }
  })
}

export async function removeCompletedCart(tenant: Tenant, token: OrderToken): Promise<void> {
  await retryOnConflict(async () => {
    const row = await readByKey(cartDefinition, keyOf(tenant, token))
    if (row) await remove(cartDefinition, row)
  })
}

/**
 * Changes or creates a cart. Saves nothing if `update` returns null. Before a cart is created, the transaction checks
 * that its order is not complete yet. An existing cart needs no such check, because the cart is deleted when its order
 * is completed. A concurrent change then fails, and is tried again without a cart.
 */
const change = (tenant: Tenant, token: OrderToken, update: (before: CartRow | null) => CartRow | null) =>
  changeByKeyWithResult(cartDefinition, keyOf(tenant, token), (before, alsoWrite) => {
    const after = update(before)
    if (!after || isDeepStrictEqual(after, before)) return null
    if (isOpen(after)) parseInput(Cart, present(after), 'the cart')
    if (!before) alsoWrite(unlessOrdered(tenant, token))
    return after
  })

const unlessOrdered = (tenant: Tenant, token: OrderToken): ExtraWrite => ({
  entity: orders.OrderRow,
  isGuard: true,
  write: Row => Row.check(orders.keyOf(tenant, token)).where(({ content }, { notExists }) => notExists(content)),
})
