/** Carts: what buyers have not ordered yet. */

import { isDeepStrictEqual } from 'node:util'
import { newest, type Stamp, saidNow, timeOf } from '../kit/stamp.ts'
import type { Tenant } from '../kit/tenant.ts'
import type { Addresses } from '../kit/told-address.ts'
import * as orders from '../orders/entity.ts'
import { erase, save } from '../store/save.ts'
import { Conflict, onFreshData } from '../store/write.ts'
import type { Beside } from '../store/writing.ts'
import { CartRow, cartKind, isOpen, keyOf, type Said } from './entity.ts'
import type { CartUpdated } from './told.ts'

export { CartUpdated } from './told.ts'

/** A cart whose order is complete is none any more, whichever of the two is heard of first. */
export async function keep(tenant: Tenant, told: CartUpdated, stamp: Stamp, discountIds: string[]) {
  await change(tenant, told.token, data => {
    const { email, addresses, billingAddress, shippingAddress, ...content } = told
    const before = data ?? { ...keyOf(tenant, told.token), version: 0, facts: {}, creationDate: '9999' }
    const facts = newest<Said>(
      before.facts,
      { content, email: email ?? undefined, addresses: addresses ?? undefined },
      stamp,
    )
    const seen = told.creationDate ?? timeOf(stamp)
    const creationDate = seen < before.creationDate ? seen : before.creationDate
    const isNews = facts.content?.stamp === stamp
    return { ...before, facts, creationDate, ...(isNews && { discountIds }) }
  })
}

/** A customer's e-mail and addresses go into their open cart; where there is none, nothing happens. */
export async function take(
  tenant: Tenant,
  token: string,
  customer: { email: string; addresses: Addresses | undefined },
): Promise<void> {
  await change(tenant, token, before =>
    before && isOpen(before) ? { ...before, facts: saidNow<Said>(before.facts, customer) } : null,
  )
}

/** Its order is complete. */
export async function complete(tenant: Tenant, token: string): Promise<void> {
  await onFreshData(async () => {
    const row = await find(tenant, token)
    if (row) await erase(cartKind, row)
  })
}

async function find(tenant: Tenant, token: string): Promise<CartRow | null> {
  const { data } = await CartRow.get(keyOf(tenant, token)).go({ consistent: true })
  return data
}

async function change(
  tenant: Tenant,
  token: string,
  changed: (before: CartRow | null) => CartRow | null,
): Promise<void> {
  await onFreshData(async () => {
    const before = await find(tenant, token)
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
