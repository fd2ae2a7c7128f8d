/** Numbers the credit notes of refunds consecutively, also after an import. */

import type { Account } from '../accounts/schemas.ts'
import { validationProblem } from '../core/problem.ts'
import type { Tenant } from '../core/tenant.ts'
import { retryOnConflict } from '../store/conditional-write.ts'
import { type ExtraWrite, writeRows } from '../store/transaction.ts'
import { CreditNoteCounter } from './entity.ts'

interface CreditNote {
  number: string
  /** Increments the counter. This write belongs in the transaction of the refund, so that the numbers have no gap. */
  write: ExtraWrite
}

/**
 * Returns the next credit note number of the account and mode, and the write that uses this number. Returns null if the
 * account does not have the feature `creditNotes`.
 */
export async function prepareNextCreditNote(
  tenant: Tenant,
  { features, creditNotePrefix }: Account,
): Promise<CreditNote | null> {
  if (!features.includes('creditNotes')) return null
  const last = await readLastNumber(tenant)
  return { number: `${creditNotePrefix}${last + 1}`, write: counterWrite(tenant, last, last + 1) }
}

/** Returns 0 if there is no counter yet. */
async function readLastNumber({ account, mode }: Tenant): Promise<number> {
  const { data } = await CreditNoteCounter.get({ account, mode }).go({ consistent: true })
  return data?.last ?? 0
}

/** Moves the counter from `before` to `last`. */
const counterWrite = ({ account, mode }: Tenant, before: number, last: number): ExtraWrite => ({
  entity: CreditNoteCounter,
  write: Row =>
    Row.put({ account, mode, last }).where((stored, { eq, notExists }) =>
      before > 0 ? eq(stored.last, before) : notExists(stored.last),
    ),
})

/**
 * Raises the counter, so that the next credit note has a higher number than those of another system. A prefix in their
 * numbers is ignored.
 */
export async function raiseCreditNoteCounter(
  tenant: Tenant,
  refunds: readonly { creditNoteNumber?: string | null | undefined }[],
): Promise<void> {
  const numbers = refunds.map(({ creditNoteNumber }) => Number(/\d+$/.exec(creditNoteNumber ?? '')?.[0] ?? 0))
  const highest = Math.max(0, ...numbers.filter(number => Number.isSafeInteger(number)))
  if (highest > 0) await raiseTo(tenant, highest)
}

/** Raises the counter of credit notes to at least `number`, and returns the counter. */
const raiseTo = (tenant: Tenant, number: number): Promise<number> =>
  retryOnConflict(async () => {
    const last = await readLastNumber(tenant)
    if (last < number) await writeRows([counterWrite(tenant, last, number)])
    return Math.max(last, number)
  })

/**
 * Sets the number of the next credit note, which otherwise follows the highest imported number. Throws if the counter
 * has already reached this number, because no number may be used twice.
 */
export async function setNextCreditNoteNumber(tenant: Tenant, number: number): Promise<void> {
  if (!Number.isSafeInteger(number) || number < 1) throw wrongNumber('must be a whole number of at least 1')
  const last = await raiseTo(tenant, number - 1)
  if (last >= number) throw wrongNumber(`must be at least ${last + 1}, as a credit note has the number ${last}`)
}

const wrongNumber = (fault: string) => validationProblem({ nextCreditNote: [fault] })
