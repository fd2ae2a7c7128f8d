/** Numbers the credit notes of refunds consecutively, also after an import. */

import type { Account } from '../accounts/schemas.ts'
import { validationProblem } from '../core/problem.ts'
import type { Tenant } from '../core/tenant.ts'
import { conditionalWrite, retryOnConflict } from '../store/conditional-write.ts'
import type { ExtraWrite } from '../store/transaction.ts'
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
  { account, mode }: Tenant,
  { features, creditNotePrefix }: Account,
): Promise<CreditNote | null> {
  if (!features.includes('creditNotes')) return null
  const { data } = await CreditNoteCounter.get({ account, mode }).go({ consistent: true })
  const last = (data?.last ?? 0) + 1
  return {
    number: `${creditNotePrefix}${last}`,
    write: {
      entity: CreditNoteCounter,
      write: Row =>
        Row.put({ account, mode, last }).where((stored, { eq, notExists }) =>
          data ? eq(stored.last, data.last) : notExists(stored.last),
        ),
    },
  }
}

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
const raiseTo = ({ account, mode }: Tenant, number: number): Promise<number> =>
  retryOnConflict(async () => {
    const { data } = await CreditNoteCounter.get({ account, mode }).go({ consistent: true })
    const last = data?.last ?? 0
    if (last >= number) return last
    await conditionalWrite(() =>
      CreditNoteCounter.put({ account, mode, last: number })
        .where(({ last }, { eq, notExists }) => (data ? eq(last, data.last) : notExists(last)))
        .go(),
    )
    return number
  })

/**
 * Sets the number of the next credit note. Throws if the counter has already reached this number, because no number may
 * be used twice.
 */
export async function setNextCreditNoteNumber(tenant: Tenant, number: number): Promise<void> {
  if (!Number.isSafeInteger(number) || number < 1) throw wrongNumber('must be a whole number of at least 1')
  const last = await raiseTo(tenant, number - 1)
  if (last >= number) throw wrongNumber(`must be at least ${last + 1}, as a credit note has the number ${last}`)
}

const wrongNumber = (fault: string) => validationProblem({ nextCreditNote: [fault] })
