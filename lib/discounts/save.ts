/** Writes a discount together with the claim on its code, all or nothing. */

import { createWriteTransaction } from 'electrodb'
import { Problem } from '../core/problem.ts'
import type { Tenant } from '../core/tenant.ts'
import { Conflict, runTransaction, withoutNulls } from '../store/conflict.ts'
import { CodeClaim, DiscountRow } from './entity.ts'
import { reservedCode } from './rules.ts'
import type { Discount } from './schemas.ts'

const tables = { DiscountRow, CodeClaim }
const heldCode = (row: DiscountRow | undefined) =>
  row ? reservedCode({ code: row.code ?? null, archived: row.archived }) : null

/** Puts `after` in the place of `before`, or as a new discount; refuses a code that another one holds. */
export async function save(tenant: Tenant, after: Discount, before?: DiscountRow): Promise<void> {
  const row = { ...withoutNulls(after), ...tenant, version: (before?.version ?? 0) + 1 }
  const held = heldCode(before)
  const code = reservedCode(after)
  const taken = code !== held && code ? [{ ...tenant, code, discountId: after.id }] : []
  const given = code !== held && held ? [{ ...tenant, code: held }] : []
  const transaction = createWriteTransaction(tables, ({ DiscountRow, CodeClaim }) => [
    ...taken.map(claim =>
      CodeClaim.put(claim)
        .where(({ discountId }, { notExists }) => notExists(discountId))
        .commit(),
    ),
    ...given.map(claim => CodeClaim.delete(claim).commit()),
    DiscountRow.put(row)
      .where(({ version }, { eq, notExists }) => (before ? eq(version, before.version) : notExists(version)))
      .commit(),
  ])
  await runTransaction(transaction).catch(taken.length > 0 ? codeInUse : undefined)
}

/** The claim comes first among the writes; that the discount itself was refused weighs more. */
function codeInUse(fault: unknown): never {
  if (fault instanceof Conflict && fault.refused[0] && !fault.refused.at(-1))
    throw new Problem('code_in_use', { errors: { code: ['is the code of another discount'] } })
  throw fault
}

/** Only a discount that no completed order used goes, and its code with it. */
export async function erase(tenant: Tenant, row: DiscountRow): Promise<void> {
  const held = heldCode(row)
  const transaction = createWriteTransaction(tables, ({ DiscountRow, CodeClaim }) => [
    DiscountRow.delete({ ...tenant, id: row.id })
      .where(
        ({ version, numberOfUsages }, { eq }) => `${eq(version, row.version)} AND ${eq(numberOfUsages, 0)}`,
      )
      .commit(),
    ...(held ? [CodeClaim.delete({ ...tenant, code: held }).commit()] : []),
  ])
  await runTransaction(transaction)
}
