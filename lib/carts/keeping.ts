/** What the checkout tells of carts, and what a shop puts into them. */

import { isDeepStrictEqual } from 'node:util'
import * as accounts from '../accounts/index.ts'
import { timestamp } from '../kit/clock.ts'
import { earlier, later, newest, type Stamp, saidNow, timeOf } from '../kit/stamp.ts'
import type { Tenant } from '../kit/tenant.ts'
import type { Addresses } from '../kit/told-address.ts'
import * as orders from '../orders/entity.ts'
import { erase, save } from '../store/save.ts'
import { Conflict, onFreshData } from '../store/write.ts'
import type { Beside } from '../store/writing.ts'
import { CartRow, cartKind, keyOf, type Said } from './entity.ts'
import { isKept, isOpen, standsOf } from './lists.ts'
import type { CartUpdated } from './told.ts'

interface Kept {
  /** So long it stays when nothing happens to it. */
  cartDays: number
  discountIds: string[]
}

/** A cart whose order is complete is none any more, whichever of the two is heard of first. */
export async function keep(tenant: Tenant, told: CartUpdated, stamp: Stamp, { cartDays, discountIds }: Kept) {
  const { email, addresses, billingAddress, shippingAddress, ...content } = told
  const said = { content, email: email ?? undefined, addresses: addresses ?? undefined }
  const seen = told.creationDate ?? timeOf(stamp)
  await change(tenant, told.token, data => {
    const before: CartRow = data ?? { ...keyOf(tenant, told.token), ...unseen }
    const facts = newest<Said>(before.facts, said, stamp)
    const isNews = facts.content?.stamp === stamp
    return {
      ...{ ...before, facts, ...(isNews && { discountIds }) },
      creationDate: earlier(before.creationDate, seen),
      ...changedAt(before, told.modificationDate ?? timeOf(stamp), cartDays),
    }
  })
}

const unseen = { version: 0, facts: {}, creationDate: '9999', modifiedAt: '', expiresAt: 0 }
const dayInSeconds = 24 * 3600

function changedAt({ modifiedAt: before }: CartRow, at: string, days: number) {
  const modifiedAt = later(before, at)
  return { modifiedAt, expiresAt: Math.floor(Date.parse(modifiedAt) / 1000) + days * dayInSeconds }
}

/** A customer's e-mail and addresses go into their open cart; where there is none, nothing happens. */
export async function take(
  tenant: Tenant,
  token: string,
  customer: { email: string; addresses: Addresses | undefined },
): Promise<void> {
  const { cartDays } = await accounts.get(tenant.account)
  await change(tenant, token, before => {
    if (!before || !isOpen(before) || !isKept(before)) return null
    const facts = saidNow<Said>(before.facts, customer)
    return { ...before, facts, ...changedAt(before, timestamp(), cartDays) }
  })
}

/** Its order is complete. */
export async function complete(tenant: Tenant, token: string): Promise<void> {
  await onFreshData(async () => {
    const row = await find(tenant, token, true)
    if (row) await erase(cartKind, await withFewEntries(row))
  })
}

/** So many entries go in one transaction with what stands there. */
const mostAtOnce = 99

/** A cart of a hundred products is taken from its lists step by step, and erased when it stands nowhere any more. */
async function withFewEntries(row: CartRow): Promise<CartRow> {
  if (standsOf(row).length + (row.unfinished?.length ?? 0) <= mostAtOnce) return row
  const { content, ...facts } = row.facts
  const closed = content && { ...content, value: { ...content.value, status: 'Completed' } }
  return save(cartKind, { ...row, facts: { ...facts, ...(closed && { content: closed }) } }, row)
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
  await onFreshData(async () => {
    const before = await find(tenant, token, true)
    const after = changed(before)
    if (!after || (before && isDeepStrictEqual(after, before))) return
    await save(cartKind, after, before, [unlessOrdered(tenant, token)]).catch(isOrdered)
  })
}

const unlessOrdered = (tenant: Tenant, token: string): Beside => ({
  entity: orders.OrderRow,
  write: Row =>
    Row.check(orders.keyOf(tenant, token)).where(({ content }, { notExists }) => notExists(content)),
})

/** The check stands last. */
function isOrdered(fault: unknown): void {
  if (!(fault instanceof Conflict && fault.refused.at(-1))) throw fault
}
