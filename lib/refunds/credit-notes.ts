/** Numbers of credit notes: consecutive in each account and mode, in the order in which refunds are settled. */

import type { Account } from '../accounts/schemas.ts'
import type { Tenant } from '../core/tenant.ts'
import type { ExtraWrite } from '../store/transaction.ts'
import { CreditNoteCounter } from './entity.ts'

interface CreditNote {
  number: string
  /** Takes the number, for the transaction that settles the refund: a number that is not used leaves no gap. */
  write: ExtraWrite
}

/** Null if the account does not have the feature. */
export async function nextCreditNote(
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
