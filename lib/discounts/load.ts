/** Reads discounts by id, and resolves the discounts of checkout events to the ids of stored discounts. */

import { guid } from '../core/fields.ts'
import { Problem } from '../core/problem.ts'
import type { Tenant } from '../core/tenant.ts'
import type { EventDiscount } from './checkout-events.ts'
import { CodeClaim, DiscountRow } from './entity.ts'
import { reservedCodeHash } from './rules.ts'

export async function find({ account, mode }: Tenant, id: string): Promise<DiscountRow | null> {
  const { data } = await DiscountRow.get({ account, mode, id }).go({ consistent: true })
  return data
}

export async function load(tenant: Tenant, id: string): Promise<DiscountRow> {
  const row = await find(tenant, id)
  if (!row) throw new Problem('not_found')
  return row
}

/**
 * Returns the ids of the store's discounts to which an event refers. The reads are consistent, because an order stores
 * the ids permanently, and a discount that was just created must be found.
 */
export async function findIdsOfEventDiscounts(tenant: Tenant, sent: readonly EventDiscount[]): Promise<string[]> {
  const found = await Promise.all(
    sent.map(
      async ({ discountId, id, code }) =>
        (await knownId(tenant, discountId)) ?? (await knownId(tenant, id)) ?? idByCode(tenant, code),
    ),
  )
  return [...new Set(found.filter(id => id !== null))]
}

async function knownId(tenant: Tenant, id: string | null): Promise<string | null> {
  const parsed = guid.safeParse(id)
  return parsed.success ? ((await find(tenant, parsed.data))?.id ?? null) : null
}

async function idByCode(tenant: Tenant, sentCode: string | null): Promise<string | null> {
  const code = reservedCodeHash({ code: sentCode?.trim() || null, archived: false })
  if (code === null) return null
  const { data } = await CodeClaim.get({ ...tenant, code }).go({ consistent: true })
  return data?.discountId ?? null
}
