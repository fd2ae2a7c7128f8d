/** Writes or deletes a discount and the reservation of its code in one transaction. */

import { createWriteTransaction } from 'electrodb'
import { Problem } from '../core/problem.ts'
import type { Tenant } from '../core/tenant.ts'
import { withoutNulls } from '../store/attributes.ts'
import { Conflict, runTransaction } from '../store/conditional-write.ts'
import { CodeClaim, DiscountRow } from './entity.ts'
import { reservedCodeHash } from './rules.ts'
import type { Discount } from './schemas.ts'

const tables = { DiscountRow, CodeClaim }
const currentCode = (row: DiscountRow | undefined) =>
  row ? reservedCodeHash({ code: row.code ?? null, archived: row.archived }) : null

type SavedDiscount = Discount & Pick<DiscountRow, 'asImported'>

/** Replaces the row `before`, or creates a new row. Throws if another discount has the code. */
export async function saveDiscount(tenant: Tenant, after: SavedDiscount, before?: DiscountRow): Promise<void> {
  const row = { ...withoutNulls(after), ...tenant, version: (before?.version ?? 0) + 1 }
  const codeBefore = currentCode(before)
  const code = reservedCodeHash(after)
  const reserved = code !== codeBefore && code ? [{ ...tenant, code, discountId: after.id }] : []
  const released = code !== codeBefore && codeBefore ? [{ ...tenant, code: codeBefore }] : []
  const transaction = createWriteTransaction(tables, ({ DiscountRow, CodeClaim }) => [
    ...reserved.map(claim =>
      CodeClaim.put(claim)
        .where(({ discountId }, { notExists }) => notExists(discountId))
        .commit(),
    ),
    ...released.map(claim => CodeClaim.delete(claim).commit()),
    DiscountRow.put(row)
      .where(({ version }, { eq, notExists }) => (before ? eq(version, before.version) : notExists(version)))
      .commit(),
  ])
  await runTransaction(transaction).catch(reserved.length > 0 ? codeInUse : undefined)
}

/**
 * The first write of the transaction reserves the code, and the last write saves the row. If only the reservation has
 * failed, another discount has the code, so this function throws `code_in_use`. Otherwise, it throws `fault` unchanged.
 */
function codeInUse(fault: unknown): never {
  if (fault instanceof Conflict && fault.failedConditions[0] && !fault.failedConditions.at(-1))
    throw new Problem('code_in_use', { errors: { code: ['is already used by another discount'] } })
  throw fault
}

/** Deletes a discount and releases its code. Throws a Conflict if the row has changed or has usages. */
export async function deleteDiscount(tenant: Tenant, row: DiscountRow): Promise<void> {
  const code = currentCode(row)
  const transaction = createWriteTransaction(tables, ({ DiscountRow, CodeClaim }) => [
    DiscountRow.delete({ ...tenant, id: row.id })
      .where(({ version, numberOfUsages }, { eq }) => `${eq(version, row.version)} AND ${eq(numberOfUsages, 0)}`)
      .commit(),
    ...(code ? [CodeClaim.delete({ ...tenant, code }).commit()] : []),
  ])
  await runTransaction(transaction)
}
