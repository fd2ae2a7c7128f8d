/** What the checkout tells of carts, and what a shop puts into them. */

import { isDeepStrictEqual } from 'node:util'
import * as accounts from '../accounts/index.ts'
import { timestamp } from '../core/clock.ts'
import type { Addresses } from '../core/event-address.ts'
import { type EventStamp, earlierOf, laterOf, mergeLatest, setNow, stampTime } from '../core/event-stamp.ts'
import type { Tenant } from '../core/tenant.ts'
import * as orders from '../orders/entity.ts'
import { Conflict, retryOnConflict } from '../store/conflict.ts'
import { remove, save } from '../store/save.ts'
import type { ExtraWrite } from '../store/transaction.ts'
import { type CartFields, CartRow, keyOf } from './entity.ts'
import type { CartUpdated } from './events.ts'
import { cartDefinition, isNotExpired, isOpen, listEntriesOf } from './lists.ts'

interface Kept {
  /** So long it stays when nothing happens to it. */
  cartDays: number
  discountIds: string[]
}

/** A cart whose order is complete is none any more, whichever of the two is heard of first. */
export async function upsertCart(
  tenant: Tenant,
  told: CartUpdated,
  stamp: EventStamp,
  { cartDays, discountIds }: Kept,
) {
  const { email, addresses, billingAddress, shippingAddress, ...content } = told
  const said = { content, email: email ?? undefined, addresses: addresses ?? undefined }
  const seen = told.creationDate ?? stampTime(stamp)
  await change(tenant, told.token, data => {
    const before: CartRow = data ?? { ...keyOf(tenant, told.token), ...unseen }
    const latest = mergeLatest<CartFields>(before.latest, said, stamp)
    const isNews = latest.content?.stamp === stamp
    return {
      ...{ ...before, latest, ...(isNews && { discountIds }) },
      creationDate: earlierOf(before.creationDate, seen),
      ...changedAt(before, told.modificationDate ?? stampTime(stamp), cartDays),
    }
  })
}

const unseen = { version: 0, latest: {}, creationDate: '9999', modifiedAt: '', expiresAt: 0 }
const dayInSeconds = 24 * 3600

function changedAt({ modifiedAt: before }: CartRow, at: string, days: number) {
  const modifiedAt = laterOf(before, at)
  return { modifiedAt, expiresAt: Math.floor(Date.parse(modifiedAt) / 1000) + days * dayInSeconds }
}

/** A customer's e-mail and addresses go into their open cart; where there is none, nothing happens. */
export async function setCustomer(
  tenant: Tenant,
  token: string,
  customer: { email: string; addresses: Addresses | undefined },
): Promise<void> {
  const { cartDays } = await accounts.get(tenant.account)
  await change(tenant, token, before => {
    if (!before || !isOpen(before) || !isNotExpired(before)) return null
    const latest = setNow<CartFields>(before.latest, customer)
    return { ...before, latest, ...changedAt(before, timestamp(), cartDays) }
  })
}

/** Its order is complete. */
export async function complete(tenant: Tenant, token: string): Promise<void> {
  await retryOnConflict(async () => {
    const row = await find(tenant, token, true)
    if (row) await remove(cartDefinition, await withFewEntries(row))
  })
}

/** So many entries go in one transaction with what stands there. */
const mostAtOnce = 99

/** A cart of a hundred products is taken from its lists step by step, and erased when it stands nowhere any more. */
async function withFewEntries(row: CartRow): Promise<CartRow> {
  if (listEntriesOf(row).length + (row.unfinished?.length ?? 0) <= mostAtOnce) return row
  const { content, ...latest } = row.latest
  const closed = content && { ...content, value: { ...content.value, status: 'Completed' } }
  return save(cartDefinition, { ...row, latest: { ...latest, ...(closed && { content: closed }) } }, row)
}

export async function find(tenant: Tenant, token: string, consistent: boolean): Promise<CartRow | null> {
  const { data } = await CartRow.get(keyOf(tenant, token)).go({ consistent })
  return data
}

async function change(
  tenant: Tenant,
  token: string,
  changed: (before: CartRow | null) => CartRow | null,
): Promise<void> {
  await retryOnConflict(async () => {
    const before = await find(tenant, token, true)
    const after = changed(before)
    if (!after || (before && isDeepStrictEqual(after, before))) return
    await save(cartDefinition, after, before, [unlessOrdered(tenant, token)]).catch(isOrdered)
  })
}

const unlessOrdered = (tenant: Tenant, token: string): ExtraWrite => ({
  entity: orders.OrderRow,
  write: Row =>
    Row.check(orders.keyOf(tenant, token)).where(({ content }, { notExists }) => notExists(content)),
})

/** The check stands last. */
function isOrdered(fault: unknown): void {
  if (!(fault instanceof Conflict && fault.refused.at(-1))) throw fault
}
